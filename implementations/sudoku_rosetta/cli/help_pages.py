"""The layout of `--help`: purpose, options in groups, then examples and exit codes."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import click

EXAMPLES = "\b\nExample"


class HelpPage(click.Command):
    """A command with a help page that lists the options before the examples of its docstring.

    `groups` maps a heading to the options below it, such as `{"Output": ("--format", "--json")}`.
    """

    def __init__(
        self, *arguments: Any, groups: Mapping[str, Sequence[str]] | None = None, **settings: Any
    ) -> None:
        super().__init__(*arguments, **settings)
        text, examples, rest = inspect.cleandoc(self.help or "").partition(EXAMPLES)
        self.help, self.epilog = text.rstrip(), examples + rest
        self._groups = groups or {}

    def option_groups(self, context: click.Context) -> dict[str, list[tuple[str, str]]]:
        """The options and their help texts under each heading; "Options" has those that no group names."""
        headings = {option: heading for heading, options in self._groups.items() for option in options}
        groups: dict[str, list[tuple[str, str]]] = {heading: [] for heading in (*self._groups, "Options")}
        for each in self.get_params(context):
            if isinstance(each, click.Option) and (record := each.get_help_record(context)):
                groups[headings.get(each.opts[0], "Options")].append((record[0], _range_in_words(record[1])))
        return groups

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        if isinstance(self, click.Group):
            self.format_commands(context, formatter)
        for heading, records in self.option_groups(context).items():
            with formatter.section(heading):
                formatter.write_dl(records)

    def format_epilog(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        formatter.write_text(self.epilog or "")


def _range_in_words(text: str) -> str:
    """Replace "x>=1" and "0<=x<=81", as click writes them."""
    return re.sub(r"x>=([\d.]+)", r"at least \1", re.sub(r"([\d.]+)<=x<=([\d.]+)", r"\1 to \2", text))


command = partial(click.command, cls=HelpPage)
