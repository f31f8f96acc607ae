"""`sudoku-rosetta completion`: the completion scripts of bash, zsh and fish."""

from __future__ import annotations

import click

from . import help_pages


@help_pages.command(short_help="Print a completion script for your shell.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> int:
    """Print a shell script that completes the commands, options and solver names
    of sudoku-rosetta. Save it where your shell looks for such scripts.

    \b
    Examples:
      sudoku-rosetta completion bash \\
        > ~/.local/share/bash-completion/completions/sudoku-rosetta
      sudoku-rosetta completion fish \\
        > ~/.config/fish/completions/sudoku-rosetta.fish
      source <(sudoku-rosetta completion zsh)       for the current zsh only

    For all zsh sessions, save the script as _sudoku-rosetta in a folder of your fpath.

    \b
    Exit codes:
      0    success
      2    unknown shell
    """
    from click.shell_completion import BashComplete, get_completion_class

    script = get_completion_class(shell)
    assert script is not None
    if issubclass(script, BashComplete):
        # do not run bash to find its version: the script does not depend on it
        script._check_version = staticmethod(lambda: None)  # type: ignore[method-assign]
    group = context.find_root().command
    click.echo(script(group, {}, "sudoku-rosetta", "_SUDOKU_ROSETTA_COMPLETE").source())
    return 0
