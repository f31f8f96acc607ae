"""Draws one grid as SVG: the clues, the answer with its wrong cells marked, the right digits.

The page has a symbol #frame with the lines of the grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from ..messages import Language, Message

CELLS = range(81)
MAX_CELLS_IN_LABEL = 9
MAX_RIGHT_DIGITS = 40
UNITS: Sequence[Sequence[int]] = (
    *(range(9 * n, 9 * n + 9) for n in range(9)),
    *(range(n, 81, 9) for n in range(9)),
    *([27 * (n // 3) + 3 * (n % 3) + 9 * (p // 3) + p % 3 for p in range(9)] for n in range(9)),
)


@dataclass(frozen=True)
class Drawing:
    """Three grids of 81 digits, 0 for an empty cell."""

    clues: str
    answer: str = ""
    """Empty if there is no answer."""
    expected: str = ""
    """The only solution, or with no answer any solution; empty if it is not known, or if there is none."""
    named: Sequence[int] = ()
    """The cells that the sentence about the failure names."""

    @property
    def shows_right_digits(self) -> bool:
        """Whether the wrong cells show the right digit: not if the answer is wrong almost everywhere."""
        return bool(self.answer and self.expected) and len(self._different) <= MAX_RIGHT_DIGITS

    @property
    def wrong(self) -> list[int]:
        """The wrong cells of the answer; without an answer, the clues that clash."""
        if not self.answer:
            return _clashing(self.clues)
        if self.shows_right_digits:
            return self._different
        faulty = set(_clashing(self.answer))
        faulty.update(cell for cell in CELLS if self.answer[cell] == "0")
        faulty.update(cell for cell in CELLS if self.clues[cell] not in ("0", self.answer[cell]))
        return sorted(faulty) or self._different

    @property
    def _different(self) -> list[int]:
        return [cell for cell in CELLS if self.expected and self.answer[cell] != self.expected[cell]]

    def svg(self, language: Language) -> str:
        """The drawing, with a text for screen readers."""
        label = escape(" ".join(part.in_language(language) for part in self._label()))
        parts = "".join(self._parts())
        return (
            f'<svg class="grid drawn" viewBox="0 0 92 92" role="img" aria-label="{label}">'
            f'{parts}<use href="#frame"/></svg>'
        )

    def legend(self) -> list[Message]:
        """What the drawing shows, in the order of its sentences."""
        lines = [Message("class_report.legend_clues")]
        if not self.answer:
            lines += [Message("class_report.legend_clash")] if self.wrong else []
            lines += [Message("class_report.legend_solution")] if self.expected else []
        elif self.wrong:
            code = (
                "class_report.legend_wrong_and_right"
                if self.shows_right_digits
                else "class_report.legend_wrong"
            )
            lines.append(Message(code))
        if self.named:
            lines.append(Message("class_report.legend_named"))
        return lines

    def _label(self) -> Iterator[Message]:
        yield Message("class_report.label_clues", grid=_in_rows(self.clues))
        if self.answer:
            yield Message("class_report.label_answer", grid=_in_rows(self.answer))
        elif self.expected:
            yield Message("class_report.label_solution", grid=_in_rows(self.expected))
        wrong = self.wrong
        if wrong:
            cells = ", ".join(f"{cell // 9 + 1}-{cell % 9 + 1}" for cell in wrong[:MAX_CELLS_IN_LABEL])
            yield Message("class_report.label_wrong", number=len(wrong), cells=cells)

    def _parts(self) -> Iterator[str]:
        wrong = self.wrong
        if wrong:
            boxes = "".join(
                f"M{1.7 + 10 * (cell % 9):g} {1.7 + 10 * (cell // 9):g}h8.6v8.6h-8.6z" for cell in wrong
            )
            yield f'<path class="wrong" d="{boxes}"/>'
        shown = self.answer or self.clues
        for row in range(9):
            cells = range(9 * row, 9 * row + 9)
            clues = [
                cell
                for cell in cells
                if self.clues[cell] == shown[cell] != "0" and not self._is_small(cell, wrong)
            ]
            others = [cell for cell in cells if shown[cell] != self.clues[cell] and cell not in wrong]
            small = [cell for cell in cells if shown[cell] != "0" and self._is_small(cell, wrong)]
            y = 10 * row
            yield _text("clue", [(6 + 10 * (cell % 9), shown[cell]) for cell in clues], y + 8.6)
            yield _text("new", [(6 + 10 * (cell % 9), shown[cell]) for cell in others], y + 8.6)
            yield _text("struck", [(4.3 + 10 * (cell % 9), shown[cell]) for cell in small], y + 7)
            if self.shows_right_digits:
                due = [cell for cell in cells if cell in wrong]
                yield _text("due", [(8.4 + 10 * (cell % 9), self.expected[cell]) for cell in due], y + 9.6)
            elif self.expected and not self.answer:
                due = [cell for cell in cells if self.clues[cell] == "0"]
                yield _text("solution", [(6 + 10 * (cell % 9), self.expected[cell]) for cell in due], y + 8.6)
        crossed = [cell for cell in wrong if shown[cell] != "0" and self._is_small(cell, wrong)]
        if crossed:
            strokes = "".join(
                f"M{2.2 + 10 * (cell % 9):g} {7.8 + 10 * (cell // 9):g}l4.4 -6" for cell in crossed
            )
            yield f'<path class="stroke" d="{strokes}"/>'
        for cell in self.named:
            x, y = 6 + 10 * (cell % 9), 6 + 10 * (cell // 9)
            yield f'<circle class="named" cx="{x}" cy="{y}" r="4"/>'

    def _is_small(self, cell: int, wrong: Sequence[int]) -> bool:
        """Whether the digit leaves room for the right one: in the wrong cells of an answer."""
        return bool(self.answer) and cell in wrong


def _text(kind: str, digits: Sequence[tuple[float, str]], y: float) -> str:
    if not digits:
        return ""
    across = " ".join(f"{x:g}" for x, _ in digits)
    return f'<text class="{kind}" x="{across}" y="{y:g}">{"".join(digit for _, digit in digits)}</text>'


def _in_rows(grid: str) -> str:
    dotted = grid.replace("0", ".")
    return " / ".join(dotted[start : start + 9] for start in range(0, 81, 9))


def _clashing(grid: str) -> list[int]:
    """The cells whose digit is twice in a row, a column or a box."""
    found: set[int] = set()
    for unit in UNITS:
        digits = [grid[cell] for cell in unit]
        found.update(cell for cell in unit if grid[cell] != "0" and digits.count(grid[cell]) > 1)
    return sorted(found)
