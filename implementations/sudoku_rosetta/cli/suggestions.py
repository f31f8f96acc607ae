"""Misspelled commands and options: the error message suggests a close name."""

from __future__ import annotations

import click

from .help_pages import HelpPage


class Group(HelpPage, click.Group):
    """A group of commands that suggests a close name for an unknown one."""

    command_class = HelpPage

    def resolve_command(
        self, context: click.Context, words: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = words[0]
        if not (context.resilient_parsing or name.startswith("-") or self.get_command(context, name)):
            from ..messages.suggestions import did_you_mean

            hint = did_you_mean(name, self.list_commands(context))
            context.fail(f"no such command {name!r}{hint}")
        return super().resolve_command(context, words)


def message_of(error: click.ClickException) -> str:
    """The error's message; for an unknown option, with a close name among the options of its command."""
    if not isinstance(error, click.NoSuchOption) or error.ctx is None:
        return error.format_message()
    from ..messages.suggestions import did_you_mean

    names = [name for each in error.ctx.command.get_params(error.ctx) for name in each.opts]
    return f"no such option {error.option_name!r}{did_you_mean(error.option_name, names)}"
