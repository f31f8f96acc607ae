"""The named checks: what each promises, from which level on, and of whom it is asked.

What is expected is derived from what a solver declares: `can`, `promises`, `reports`; never from its name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from . import answers, purity, stopping
from .case import Case
from .outcome import Reason
from .subject import Level, Subject

OnCase = Callable[[Subject, Case], None]
OnPair = Callable[[Subject, Case, Case], None]
OnSolver = Callable[[Subject], None]


@dataclass(frozen=True)
class Check:
    """One promise. It holds where the function returns; Wrong, Skip and Broken say otherwise, and why."""

    name: str
    promise: Reason
    level: Level = "first"
    ability: str | None = None
    """What the solver must say that it `can`."""
    declared: str | None = None
    """What it must say that it `promises`."""
    on_case: OnCase | None = None
    on_pair: OnPair | None = None
    """Asked of a few witnesses, each with another case."""
    on_solver: OnSolver | None = None

    def applies(self, subject: Subject, case: Case) -> bool:
        """Whether it is about this case at all."""
        return self.on_case is not None and answers.APPLIES[self.name](subject, case)

    def not_asked(self, subject: Subject) -> Reason | None:
        """Why it is not asked of this solver, if it is not."""
        missing = subject.solver.missing()
        if missing is not None:
            return Reason(missing, missing)
        if not subject.reaches(self.level):
            return Reason(f"not of the level {subject.top}", f"n'est pas du niveau {subject.top}")
        if self.ability is not None and self.ability not in subject.solver.can:
            return Reason(
                f"it does not say that it can: {self.ability}", f"il ne dit pas savoir faire : {self.ability}"
            )
        if self.declared is not None and self.declared not in subject.solver.promises:
            return Reason(f"it does not promise: {self.declared}", f"il ne promet pas : {self.declared}")
        return None


CHECKS: tuple[Check, ...] = (
    Check(
        "again",
        Reason(
            "The same grid twice gets the same answer.", "La même grille deux fois reçoit la même réponse."
        ),
        on_pair=purity.check_again,
    ),
    Check(
        "between",
        Reason(
            "A grid gets the same answer once another one was solved.",
            "Une grille reçoit la même réponse après qu'une autre a été résolue.",
        ),
        on_pair=purity.check_between,
    ),
    Check(
        "input",
        Reason("The grid that is given stays as it was.", "La grille donnée reste comme elle était."),
        ability="first",
        on_pair=purity.check_input,
    ),
    Check(
        "after-error",
        Reason(
            "Right after an error the answer is the same.", "Juste après une erreur la réponse est la même."
        ),
        on_pair=purity.check_after_error,
    ),
    Check(
        "nested",
        Reason(
            "A search inside a search disturbs neither.",
            "Une recherche dans une recherche ne dérange ni l'une ni l'autre.",
        ),
        level="all",
        ability="all",
        on_pair=purity.check_nested,
    ),
    Check(
        "threads",
        Reason(
            "Two searches at once get the answers that they get alone.",
            "Deux recherches en même temps reçoivent les réponses qu'elles reçoivent seules.",
        ),
        ability="first",
        on_pair=purity.check_threads,
    ),
    Check(
        "forked",
        Reason(
            "In a forked process the answer is the same.",
            "Dans un processus dédoublé la réponse est la même.",
        ),
        ability="first",
        on_pair=purity.check_forked,
    ),
    Check(
        "closing",
        Reason(
            "An iterator that is closed leaves nothing behind.",
            "Un itérateur fermé ne laisse rien derrière lui.",
        ),
        level="all",
        ability="all",
        on_solver=stopping.check_closing,
    ),
    Check(
        "stop",
        Reason("A search ends as soon as it is told to.", "Une recherche s'arrête dès qu'on le lui demande."),
        level="all",
        ability="count",
        on_solver=stopping.check_stop,
    ),
    Check(
        "answer",
        Reason(
            "The first solution is right, or there is none and it says so.",
            "La première solution est juste, ou il n'y en a pas et il le dit.",
        ),
        ability="first",
        on_case=answers.check_answer,
    ),
    Check(
        "all",
        Reason(
            "All the solutions are given, each once, and nothing else.",
            "Toutes les solutions sont données, chacune une fois, et rien d'autre.",
        ),
        level="all",
        ability="all",
        on_case=answers.check_all,
    ),
    Check(
        "order",
        Reason("The solutions come in rising order.", "Les solutions viennent dans l'ordre croissant."),
        level="all",
        ability="all",
        declared="lexicographic",
        on_case=answers.check_order,
    ),
    Check(
        "tree",
        Reason(
            "The placements are those of the row-major tree, one by one.",
            "Les placements sont ceux de l'arbre ligne par ligne, un à un.",
        ),
        level="all",
        ability="all",
        declared="row-major",
        on_case=answers.check_tree,
    ),
    Check(
        "limit",
        Reason("As many solutions come as are asked for.", "Il vient autant de solutions qu'on en demande."),
        level="all",
        ability="all",
        on_case=answers.check_limit,
    ),
    Check(
        "count",
        Reason("The number of solutions is right.", "Le nombre de solutions est juste."),
        level="count",
        ability="count",
        on_case=answers.check_count,
    ),
    Check(
        "refusing",
        Reason(
            "Clues that clash get no solution.",
            "Des chiffres donnés qui se contredisent ne reçoivent pas de solution.",
        ),
        level="all",
        ability="first",
        on_case=answers.check_refusing,
    ),
)
