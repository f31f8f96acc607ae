"""`sudoku-rosetta completion`: the script with which a shell completes our commands and options."""

from __future__ import annotations

import click


@click.command(short_help="Print the script that completes commands in your shell.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> int:
    """Print the script with which SHELL completes sudoku-rosetta's commands and options.

    \b
    bash  sudoku-rosetta completion bash \\
            > ~/.local/share/bash-completion/completions/sudoku-rosetta
    zsh   sudoku-rosetta completion zsh > _sudoku-rosetta
            in a folder of your fpath; sourcing it works too:
            source <(sudoku-rosetta completion zsh)
    fish  sudoku-rosetta completion fish \\
            > ~/.config/fish/completions/sudoku-rosetta.fish

    Exit codes: 0 finished; 2 no such shell.
    """
    from click.shell_completion import BashComplete, get_completion_class

    made = get_completion_class(shell)
    assert made is not None
    if issubclass(made, BashComplete):
        # do not run bash to ask for its version: the script does not depend on it
        made._check_version = staticmethod(lambda: None)  # type: ignore[method-assign]
    group = context.find_root().command
    click.echo(made(group, {}, "sudoku-rosetta", "_SUDOKU_ROSETTA_COMPLETE").source())
    return 0
