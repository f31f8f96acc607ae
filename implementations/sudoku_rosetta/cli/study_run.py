"""`sudoku-rosetta study run`: run a study, or resume it."""

from __future__ import annotations

import platform
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, cast

import click

from .. import __version__
from ..generate import DOCUMENT_GRID
from ..runtime.executors import cores
from ..solvers import Solver, solver_named
from ..study import Plan, PlanError, Store, StoreError, run
from ..study.worker_pools import WorkerPool, dask_pool, local_pool
from . import help_pages, options
from .exits import Failure, Interrupted
from .numbers import COUNT, SPAN
from .progress import Progress
from .study_options import FOLDER, PROGRESS_INTERVAL_S, clue_range


@help_pages.command(
    "run",
    short_help="Make grids and count their solutions; resumable.",
    groups={
        "Experiment": (
            *("--method", "--clues", "--grids", "--seed", "--rng"),
            *("--from", "--limit", "--solver"),
        ),
        "Running": ("--out", "--jobs", "--scheduler"),
    },
)
@click.option("--method", type=click.Choice(["1", "2"]), help="1: add digits; 2: remove digits.")
@click.option("--clues", type=SPAN, metavar="A..B", help="Numbers of clues.")
@click.option("--grids", type=COUNT, metavar="N", help="Grids for each number of clues.")
@options.seed(0)
@options.rng
@click.option(
    "--from",
    "start",
    default="document",
    show_default=True,
    metavar="GRID",
    help="Full grid of method 2: document, uniform, or 81 digits.",
)
@options.limit
@click.option("--out", "folder", type=FOLDER, required=True, metavar="DIR", help="Folder of the study.")
@options.jobs
@click.option("--scheduler", metavar="ADDRESS", help="Run on a Dask cluster, for example tcp://host:8786.")
@options.solver
@click.pass_context
def run_command(
    context: click.Context,
    method: str | None,
    clues: tuple[int | None, int | None] | None,
    grids: int | None,
    seed: int,
    rng: str,
    start: str,
    limit: int | None,
    folder: Path,
    jobs: int | None,
    scheduler: str | None,
    solver: str | None,
) -> int:
    """Run a study and store it in the folder --out. With only --out, resume that study.

    Counts are stored during the run. After an interruption (Ctrl-C, a kill, a full disk,
    a power failure) the same command resumes the run. The stored bytes are the same as
    without an interruption, for any number of jobs. For an external solver the study
    stores the SPEC; a resumed run loads the solver again.

    With --rng scilab --seed S, the grids of each number of clues k are those of the
    document's stat(n,k) (method 1) or statSudoku(n,k) (method 2) after
    rand("seed",S). With --solver scilab-style in addition, this repeats the document's
    own experiment.

    \b
    Examples:
      sudoku-rosetta study run --method 2 --clues 27..50 --grids 1e6 --out big/
      sudoku-rosetta study run --out big/
      sudoku-rosetta study run --method 1 --clues 27..40 --grids 50 \\
        --rng scilab --seed 42 --solver scilab-style --out stat/

    \b
    Exit codes:
      0    the study is complete
      2    invalid input, usage error or damaged results
      130  interrupted; the same command resumes the run
    """
    _check_run(context, method, clues, grids, scheduler)
    try:
        if method is None or clues is None or grids is None:
            with Store.open(folder) as store:
                plan = store.plan
            external = _external(plan.solver)
        else:
            external = _external(solver)
            plan = Plan(
                method=cast(Literal[1, 2], int(method)),
                clues=tuple(clue_range(clues)),
                grids=grids,
                seed=seed,
                solver=solver or "",
                rng=cast(Literal["own", "scilab"], rng),
                limit=limit,
                start=DOCUMENT_GRID.decode() if start == "document" else start,
            ).resolved(external)
        return _run(plan, folder, _pool(plan, external, jobs, scheduler), external)
    except (PlanError, StoreError) as error:
        raise Failure(str(error)) from None


def _check_run(
    context: click.Context,
    method: str | None,
    clues: tuple[int | None, int | None] | None,
    grids: int | None,
    scheduler: str | None,
) -> None:
    """Refuse missing options and options that would have no effect."""
    required = (method, clues, grids)
    if required == (None, None, None):
        why = "only with --method, --clues and --grids; a resumed study keeps its plan"
        options.refuse(context, why, "seed", "rng", "start", "limit", "solver")
    elif None in required:
        raise click.UsageError("a study needs --method, --clues and --grids; or --out alone, to resume one")
    if method == "1":
        options.refuse(context, "no effect with --method 1, which starts from an empty grid", "start")
    if scheduler is not None:
        options.refuse(context, "no effect with --scheduler: the cluster has its own workers", "jobs")


def _external(text: str | None) -> Solver | None:
    """The external solver with this SPEC; None for a registered solver, which workers find by its name."""
    return options.counting_solver(text) if text and options.parsed(text).is_external else None


def _pool(plan: Plan, external: Solver | None, jobs: int | None, scheduler: str | None) -> WorkerPool:
    if scheduler is None:
        return local_pool(external or solver_named(plan.solver), jobs)
    if external is not None:
        raise Failure(f"--scheduler needs a registered solver, not {plan.solver}")
    try:
        return dask_pool(scheduler)
    except ImportError:
        raise Failure("--scheduler needs Dask: pip install 'sudoku-rosetta[cluster]'") from None
    except (OSError, ValueError) as error:
        raise Failure(f"--scheduler {scheduler}: {error or 'no answer'}") from None


def _run(plan: Plan, folder: Path, pool: WorkerPool, external: Solver | None) -> int:
    total = plan.grids * len(plan.clues)
    started, log = time.monotonic(), _RunLog(folder)
    with Progress("grids counted", total=total, log_interval_s=PROGRESS_INTERVAL_S) as progress:
        first = True

        def on_counted(grids: int) -> None:
            nonlocal first
            if first:
                log.write(f"started with {grids:,} of {total:,} grids; {pool.size} workers; {plan.to_json()}")
                progress.resume_at(grids)
                first = False
            else:
                progress.done += grids

        try:
            run(plan, folder, pool=pool, on_progress=on_counted, solver=external)
        except KeyboardInterrupt:
            log.write(f"interrupted: {progress.done:,} grids")
            raise Interrupted(
                f": {progress.done:,} of {total:,} grids counted. Run the same command to resume."
            ) from None
    if not first:
        log.write(f"complete; this run took {time.monotonic() - started:.1f} s")
    click.echo(
        f"complete: {total:,} grids in {folder}. Show them: sudoku-rosetta study show {folder}", err=True
    )
    return 0


class _RunLog:
    """Appends to journal.txt when and on which machine the study ran; the results do not depend on this."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "journal.txt"

    def write(self, event: str) -> None:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        machine = f"{platform.machine()} {cores()} cores, Python {platform.python_version()}"
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{now}  {__version__}  {machine}  {event}\n")
