"""The fence `manual`: the help page of a command, as HTML, with the same words as `--help`.

of: compare growth        the command
"""

import html as escaping
import inspect
from typing import Any

import click
from sudoku_rosetta.cli import commands
from sudoku_rosetta.cli.help_pages import HelpPage

from .fences import StaleError, check_options

PROGRAM = "sudoku-rosetta"

escape = escaping.escape


def html(options: dict[str, Any], _language: str) -> str:
    check_options(options, "of", needed=("of",))
    context = context_of(options["of"].split())
    groups = {"Commands": command_records(context), **option_groups(context)}
    lists = "".join(_list(heading, records) for heading, records in groups.items())
    # help pages are in English, on French pages too
    return (
        f'<div class="manual" lang="en">{_usage(context)}{_text(context.command.help)}'
        f"{lists}{_text(context.command.epilog)}</div>"
    )


def context_of(path: list[str]) -> click.Context:
    """The context of the command with this path; ["sudoku-rosetta"] is the program itself."""
    context = click.Context(commands, info_name=PROGRAM, **commands.context_settings)
    for name in [] if path == [PROGRAM] else path:
        group = context.command
        found = group.get_command(context, name) if isinstance(group, click.Group) else None
        if found is None:
            raise StaleError(f"{context.command_path} has no command {name!r}")
        context = click.Context(found, context, name, **found.context_settings)
    return context


def option_groups(context: click.Context) -> dict[str, list[tuple[str, str]]]:
    assert isinstance(context.command, HelpPage)
    return context.command.option_groups(context)


def command_records(context: click.Context) -> list[tuple[str, str]]:
    group = context.command
    if not isinstance(group, click.Group):
        return []
    found = {name: group.get_command(context, name) for name in group.list_commands(context)}
    return [(name, each.get_short_help_str(100)) for name, each in found.items() if each and not each.hidden]


def _usage(context: click.Context) -> str:
    return _lines(" ".join([context.command_path, *context.command.collect_usage_pieces(context)]))


def _text(text: str | None) -> str:
    """Paragraphs; those that begin with \\b keep their lines, as in click."""
    paragraphs = inspect.cleandoc(text).split("\n\n") if text else []
    return "".join(
        _lines(each.removeprefix("\b\n"))
        if each.startswith("\b\n")
        else f"<p>{escape(' '.join(each.split()))}</p>"
        for each in paragraphs
    )


def _lines(text: str) -> str:
    return f'<div class="highlight"><pre tabindex="0"><code>{escape(text)}</code></pre></div>'


def _list(heading: str, records: list[tuple[str, str]]) -> str:
    if not records:
        return ""
    each = "".join(f"<dt><code>{escape(name)}</code></dt><dd>{escape(text)}</dd>" for name, text in records)
    return f"<p><strong>{heading}:</strong></p><dl>{each}</dl>"
