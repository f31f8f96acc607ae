"""A command's manual, from the command line itself: what `--help` says, word for word, as a page says it.

of: compare growth        a command, and a command of it
"""

import html as escaping
import inspect
from typing import Any

import click
from sudoku_rosetta.cli import commands

from .fences import StaleError, only

PROGRAM = "sudoku-rosetta"
WORDS = {"fr": ("Options", "Ses commandes"), "en": ("Options", "Its commands")}

escape = escaping.escape


def html(asked: dict[str, Any], language: str) -> str:
    only(asked, "of", needed=("of",))
    context = context_of(asked["of"].split())
    options, inside = WORDS[language]
    # the program speaks English, on a French page too
    return (
        f'<div class="manual" lang="en">{_usage(context)}{_text(context.command.help)}'
        f"{_list(options, language, option_records(context))}"
        f"{_list(inside, language, command_records(context))}{_text(context.command.epilog)}</div>"
    )


def context_of(path: list[str]) -> click.Context:
    """The command that these words name, as the program meets it; `sudoku-rosetta` alone names the program."""
    context = click.Context(commands, info_name=PROGRAM, **commands.context_settings)
    for name in [] if path == [PROGRAM] else path:
        group = context.command
        found = group.get_command(context, name) if isinstance(group, click.Group) else None
        if found is None:
            raise StaleError(f"{context.command_path} has no command {name!r}")
        context = click.Context(found, context, name, **found.context_settings)
    return context


def option_records(context: click.Context) -> list[tuple[str, str]]:
    options = (each for each in context.command.get_params(context) if isinstance(each, click.Option))
    return [record for each in options if (record := each.get_help_record(context))]


def command_records(context: click.Context) -> list[tuple[str, str]]:
    group = context.command
    if not isinstance(group, click.Group):
        return []
    found = {name: group.get_command(context, name) for name in group.list_commands(context)}
    return [(name, each.get_short_help_str(100)) for name, each in found.items() if each and not each.hidden]


def _usage(context: click.Context) -> str:
    return _lines(" ".join([context.command_path, *context.command.collect_usage_pieces(context)]))


def _text(text: str | None) -> str:
    """Paragraphs; those that begin with \\b keep their lines, as click has it."""
    paragraphs = inspect.cleandoc(text).split("\n\n") if text else []
    return "".join(
        _lines(each.removeprefix("\b\n"))
        if each.startswith("\b\n")
        else f"<p>{escape(' '.join(each.split()))}</p>"
        for each in paragraphs
    )


def _lines(text: str) -> str:
    return f'<div class="highlight"><pre tabindex="0"><code>{escape(text)}</code></pre></div>'


def _list(title: str, language: str, records: list[tuple[str, str]]) -> str:
    if not records:
        return ""
    each = "".join(f"<dt><code>{escape(name)}</code></dt><dd>{escape(text)}</dd>" for name, text in records)
    return f'<p lang="{language}"><strong>{title}</strong></p><dl>{each}</dl>'
