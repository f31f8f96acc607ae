"""Options and arguments that several commands share: each has one name, one meaning and one help text.

How `--solver SPEC` is read is `external/spec.py`'s affair; here a command gets its solver from it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from ..solvers import Solver, solver_named, solvers
from .exits import Failure, printable

if TYPE_CHECKING:
    from ..external.spec import SolverSpec

Command = TypeVar("Command", bound=Callable[..., Any])
Decorator = Callable[[Command], Command]
SPEC = (
    "Solver: a registered name, FILE.py[:FUNCTION], a source file or folder, or cmd:COMMAND; "
    "see 'sudoku-rosetta solvers --help'."
)
SEVERAL_SOLUTIONS = "162850403534120608789643521475312986913586742628794135356478219241935867897261354"
"""A grid with two solutions."""


def _complete_solver(
    context: click.Context, parameter: click.Parameter, begun: str
) -> list[str | CompletionItem]:
    """The registered names; a file's where none of them begins so."""
    names = [solver.id for solver in solvers() if solver.id.startswith(begun)]
    return [*names] or [CompletionItem(begun, type="file")]


def _only_one(context: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> str | None:
    """The one SPEC, or none; of several, click would take the last."""
    if len(texts) > 1:
        raise click.UsageError(f"--solver is given {len(texts)} times, and takes one solver here", context)
    return texts[0] if texts else None


grids = click.argument("grids", nargs=-1, metavar="[GRIDS]...", type=click.Path())
solver = click.option(
    "--solver", multiple=True, metavar="SPEC", shell_complete=_complete_solver, help=SPEC, callback=_only_one
)
solvers_option = click.option(
    "--solver",
    "solvers",
    multiple=True,
    metavar="SPEC",
    shell_complete=_complete_solver,
    help=f"{SPEC} Repeatable.",
)
jobs = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Run N in parallel (default: one per core).",
)
limit = click.option(
    "--limit", type=click.IntRange(min=1), metavar="N", help="At most N solutions per grid (default: all)."
)
rng = click.option(
    "--rng",
    type=click.Choice(["own", "scilab"]),
    default="own",
    show_default=True,
    help="Random number generator.",
)


class Seed(click.ParamType):  # type: ignore[type-arg]
    """A whole number from 0 to 2^64 - 1; an IntRange would write its twenty digits into the help."""

    name = "seed"

    def convert(self, value: object, parameter: click.Parameter | None, context: click.Context | None) -> int:
        text = str(value)
        if not re.fullmatch(r"\d{1,20}", text, re.ASCII) or int(text) >= 2**64:
            self.fail(f"{text!r} is not a whole number from 0 to 2^64 - 1", parameter, context)
        return int(text)


def seed(default: int | None = None) -> Decorator[Any]:
    """`--seed`; without a default, a random one."""
    return click.option(
        "--seed",
        type=Seed(),
        metavar="N",
        default=default,
        show_default=default is not None,
        help="Random seed." if default is not None else "Random seed (default: a random one).",
    )


def output_format(*names: str) -> Decorator[Any]:
    """`--format`, as `style`: what is written to standard output. The first one is the default."""
    return click.option(
        "--format",
        "style",
        type=click.Choice(names),
        default=names[0],
        show_default=True,
        help="Format of standard output.",
    )


text_or_json = output_format("text", "json")


def output_file(option: str, what: str) -> Decorator[Any]:
    """An option that names a file to write, as `json_file` for `--json`."""
    name = option.strip("-").replace("-", "_")
    return click.option(
        option, f"{name}_file", type=click.Path(path_type=Path), metavar="FILE", help=f"Write {what} to FILE."
    )


json_file = output_file("--json", "the results as JSON")
plot_file = output_file("--plot", "a plot (.svg, .png or .pdf)")
markdown_file = output_file("--markdown", "the tables as Markdown")


# --- from the text of an option to a solver -----------------------------------------------------------


def parsed(text: str) -> SolverSpec:
    """The solver that a SPEC names; a Failure where it cannot be read."""
    from ..external.spec import SpecError, parse

    try:
        return parse(text)
    except SpecError as error:
        raise Failure(str(error)) from None


def any_solver(text: str | None) -> Solver:
    """The solver of a command, ready to run; without a SPEC, the default one. It has no time limit: the user may
    interrupt it."""
    if text is None:
        return solver_named()
    from ..runtime.limits import Limits

    found = parsed(text).solver(limits=Limits(seconds=math.inf))
    found.demand()
    return found


def counting_solver(text: str | None) -> Solver:
    """The solver of a command that counts solutions, ready to run; without a SPEC, the default one. It has no time
    limit: the user may interrupt it."""
    if text is None:
        return solver_named(None)
    from ..runtime.limits import Limits

    spec = parsed(text)
    found = spec.solver(limits=Limits(seconds=math.inf))
    found.demand()
    if "count" not in found.can or (spec.is_external and not _finds_several(found)):
        raise Failure(f"--solver {printable(text)}: it gives one solution only; all of them are needed here")
    return found


def _finds_several(external: Solver) -> bool:
    """Whether it finds a second solution: a function that returns the first one would make every grid unique."""
    from ..grid import Grid

    return external.count(Grid(SEVERAL_SOLUTIONS), limit=2) == 2


def given(context: click.Context, *names: str) -> list[str]:
    """The options among these parameters that were given on the command line."""
    typed = click.core.ParameterSource.COMMANDLINE
    options = {each.name: each.opts[0] for each in context.command.params}
    return [options[name] for name in names if context.get_parameter_source(name) is typed]


def refuse(context: click.Context, why: str, *names: str) -> None:
    """End the command in one line where one of these options was given: it would have no effect."""
    if typed := given(context, *names):
        raise click.UsageError(f"{', '.join(typed)}: {why}", context)
