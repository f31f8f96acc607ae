"""What the checks say, in plain words, in English and in French; and what is wrong with one line of an answer."""

from __future__ import annotations

from collections.abc import Iterator

from .outcome import Language, Reason

_UNITS: list[tuple[str, str, list[int]]] = [
    *((f"row {n + 1}", f"la ligne {n + 1}", list(range(9 * n, 9 * n + 9))) for n in range(9)),
    *((f"column {n + 1}", f"la colonne {n + 1}", list(range(n, 81, 9))) for n in range(9)),
    *(
        (
            f"square {n + 1}",
            f"le carré {n + 1}",
            [27 * (n // 3) + 3 * (n % 3) + 9 * (p // 3) + p % 3 for p in range(9)],
        )
        for n in range(9)
    ),
]


def how_many(number: int) -> Reason:
    """1 solution, 2 solutions, no solution."""
    if number == 0:
        return Reason("no solution", "aucune solution")
    plural = "" if number == 1 else "s"
    return Reason(f"{number} solution{plural}", f"{number} solution{plural}")


def there_are(number: int) -> Reason:
    """There is none, there is 1, there are 2."""
    if number == 0:
        return Reason("there is none", "il n'y en a pas")
    return Reason(f"there {'is' if number == 1 else 'are'} {number}", f"il y en a {number}")


def ordinal(number: int) -> Reason:
    """1st, 2nd, 3rd, 11th; 1re, 2e."""
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return Reason(f"{number}{ending}", f"{number}{'re' if number == 1 else 'e'}")


def drawn(grid: str) -> str:
    """Nine rows of a grid, legal or not.

    >>> print(drawn("1" + "0" * 80).splitlines()[0])
    1 . .  . . .  . . .
    """
    lines = []
    for start in range(0, 81, 9):
        row = grid[start : start + 9].replace("0", ".")
        lines.append("  ".join(" ".join(row[first : first + 3]) for first in (0, 3, 6)))
        if start in (18, 45):
            lines.append("")
    return "\n".join(lines)


def both(english: str, french: str, **words: Reason | str | int) -> Reason:
    """One sentence in both languages, each word in the language of the sentence."""

    def filled(sentence: str, language: Language) -> str:
        return sentence.format(
            **{
                key: word.in_language(language) if isinstance(word, Reason) else word
                for key, word in words.items()
            }
        )

    return Reason(filled(english, "en"), filled(french, "fr"))


# --- one line of an answer ----------------------------------------------------------------------------


def unreadable(line: str) -> Reason | None:
    """Why it cannot be read as a solution at all, or None."""
    if len(line) == 81 and line.isascii() and line.isdigit():
        return None
    shown = line if len(line) <= 90 else line[:87] + "..."
    return both(
        "a solution is 81 digits on one line; your program gives {line!r}",
        "une solution est faite de 81 chiffres sur une ligne ; votre programme donne {line!r}",
        line=shown,
    )


def wrong_with(line: str, grid: str) -> Reason | None:
    """Why these 81 digits are no solution of the grid, or None where they are one."""
    return next(_faults(line, grid), None)


def _faults(line: str, grid: str) -> Iterator[Reason]:
    if line == grid and "0" in grid:
        yield Reason(
            "your program gives the grid back as it was, its empty cells still empty",
            "votre programme rend la grille telle quelle, ses cases vides encore vides",
        )
    for cell, (mine, clue) in enumerate(zip(line, grid, strict=True)):
        if clue not in ("0", mine):
            yield both(
                "your program changes a clue: row {row}, column {column} held {clue}, its answer has {mine}: "
                "{line}",
                "votre programme change un chiffre donné : ligne {row}, colonne {column} il y avait {clue}, sa "
                "réponse a {mine} : {line}",
                row=cell // 9 + 1,
                column=cell % 9 + 1,
                clue=clue,
                mine=mine,
                line=line,
            )
    if "0" in line:
        yield both(
            "your program leaves {number} cell(s) empty, the first in row {row}, column {column}: {line}",
            "votre programme laisse {number} case(s) vide(s), la première ligne {row}, colonne {column} : {line}",
            number=line.count("0"),
            row=line.index("0") // 9 + 1,
            column=line.index("0") % 9 + 1,
            line=line,
        )
    for english, french, cells in _UNITS:
        digits = [line[cell] for cell in cells]
        twice = next((digit for digit in digits if digit != "0" and digits.count(digit) > 1), None)
        if twice is not None:
            yield both(
                "your program's answer has {digit} twice in {unit}: {line}",
                "la réponse de votre programme a deux fois {digit} dans {unit} : {line}",
                digit=twice,
                unit=Reason(english, french),
                line=line,
            )
