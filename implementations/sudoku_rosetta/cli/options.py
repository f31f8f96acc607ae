"""Options and arguments that several commands share: each has one name, one meaning and one help text.

`external/spec.py` parses `--solver SPEC`.
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
    "Solver: a registered name, FILE.py[:FUNCTION], a source file or folder, or cmd:COMMAND. "
    "See 'sudoku-rosetta solvers --help'."
)
GRID_WITH_TWO_SOLUTIONS = "162850403534120608789643521475312986913586742628794135356478219241935867897261354"


def _complete_solver(
    context: click.Context, parameter: click.Parameter, prefix: str
) -> list[str | CompletionItem]:
    """The solvers whose names start with `prefix`; if there are none, the shell completes a file name."""
    names = [solver.id for solver in solvers() if solver.id.startswith(prefix)]
    return [*names] or [CompletionItem(prefix, type="file")]


def _only_one(context: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> str | None:
    """The SPEC, or None. More than one is an error; click alone would take the last."""
    if len(texts) > 1:
        raise click.UsageError(
            f"--solver is given {len(texts)} times; this command takes one solver", context
        )
    return texts[0] if texts else None


grids = click.argument("grids", nargs=-1, metavar="[GRIDS]...", type=click.Path())
column = click.option(
    "--column",
    metavar="NAME|NUMBER",
    help="Column of a CSV file, or key in JSON, that contains the grids (default: found by content).",
)
strict = click.option(
    "--strict",
    is_flag=True,
    help="Report lines that are not part of a grid, such as headings, as errors instead of skipping them.",
)
solver = click.option(
    "--solver",
    multiple=True,
    metavar="SPEC",
    shell_complete=_complete_solver,
    help=f"{SPEC} Default: the fastest one available.",
    callback=_only_one,
)
solvers_option = click.option(
    "--solver",
    "solvers",
    multiple=True,
    metavar="SPEC",
    shell_complete=_complete_solver,
    help=f"{SPEC} May be repeated.",
)
jobs = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Run N in parallel (default: one per core).",
)
limit = click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Stop counting at N solutions (default: count all).",
)
rng = click.option(
    "--rng",
    type=click.Choice(["own", "scilab"]),
    default="own",
    show_default=True,
    help="Random number generator: that of this package, or that of Scilab.",
)


class Seed(click.ParamType):  # type: ignore[type-arg]
    """An integer from 0 to 2^64 - 1. (The help of an IntRange would show all twenty digits.)"""

    name = "seed"

    def convert(self, value: object, parameter: click.Parameter | None, context: click.Context | None) -> int:
        text = str(value)
        if not re.fullmatch(r"\d{1,20}", text, re.ASCII) or int(text) >= 2**64:
            self.fail(f"{text!r} is not an integer from 0 to 2^64 - 1", parameter, context)
        return int(text)


def seed(default: int | None = None) -> Decorator[Any]:
    """`--seed`; without a default, each run chooses a random one."""
    return click.option(
        "--seed",
        type=Seed(),
        metavar="N",
        default=default,
        show_default=default is not None,
        help="Random seed." if default is not None else "Random seed (default: different in each run).",
    )


def output_format(*names: str) -> Decorator[Any]:
    """`--format`, as the parameter `style`. The first name is the default."""
    return click.option(
        "--format",
        "style",
        type=click.Choice(names),
        default=names[0],
        show_default=True,
        help="Output format.",
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


# --- the solver that an option names -----------------------------------------------------------


def parsed(text: str) -> SolverSpec:
    """The parsed SPEC; Failure if it is invalid."""
    from ..external.spec import SpecError, parse

    try:
        return parse(text)
    except SpecError as error:
        raise Failure(str(error)) from None


def any_solver(text: str | None) -> Solver:
    """The solver, or without a SPEC the default one, ready to run without a time limit."""
    if text is None:
        return solver_named()
    from ..runtime.limits import Limits

    found = parsed(text).solver(limits=Limits(seconds=math.inf))
    found.check_available()
    return found


def counting_solver(text: str | None) -> Solver:
    """Like `any_solver`, for commands that need more than the first solution."""
    if text is None:
        return solver_named(None)
    from ..runtime.limits import Limits

    spec = parsed(text)
    found = spec.solver(limits=Limits(seconds=math.inf))
    found.check_available()
    if "count" not in found.can or (spec.is_external and not _finds_several(found)):
        raise Failure(
            f"--solver {printable(text)}: this solver finds only one solution; use one that finds all"
        )
    return found


def _finds_several(external: Solver) -> bool:
    """Whether it finds a second solution. If not, `check` would call every solution unique."""
    from ..grid import Grid

    return external.count(Grid(GRID_WITH_TWO_SOLUTIONS), limit=2) == 2


def given(context: click.Context, *names: str) -> list[str]:
    """The options on the command line whose parameters have these names."""
    typed = click.core.ParameterSource.COMMANDLINE
    options = {each.name: each.opts[0] for each in context.command.params}
    return [options[name] for name in names if context.get_parameter_source(name) is typed]


def refuse(context: click.Context, why: str, *names: str) -> None:
    """Raise a usage error if one of these options is on the command line."""
    if typed := given(context, *names):
        raise click.UsageError(f"{', '.join(typed)}: {why}", context)
