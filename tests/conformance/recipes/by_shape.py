"""Grids by where their digits are: full, clashing, with empty cells in one place, turned about."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random

from conformance.grids import (
    COLUMNS,
    EMPTY,
    ROWS,
    SQUARES,
    columns_in_order,
    full_grid,
    left_to_right,
    lookalikes,
    quarter_turned,
    renamed,
    rows_in_order,
    shuffled,
    solutions,
    thinned,
    transposed,
    upside_down,
    with_digits,
    without,
)
from conformance.recipes.by_answer import BASE
from conformance.recipes.given import GRID_1
from conformance.recipes.made import BY_HAND, Made, Recipe, placements

SOLUTION_1 = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"


# --- full ---------------------------------------------------------------------------------------------

LATIN = "".join(str((row + column) % 9 + 1) for row in range(9) for column in range(9))


def _exchanged(grid: str, a: int, b: int) -> str:
    return with_digits(grid, {a: int(grid[b]), b: int(grid[a])})


FULL_RIGHT = [
    (
        "full-solution-of-document-c",
        SOLUTION_1,
        "A grid already solved has one solution, itself: "
        "a program that looks for an empty cell first says none.",
        "Une grille déjà résolue a une solution, elle-même : "
        "un programme qui cherche d'abord une case vide dit aucune.",
    ),
    (
        "full-in-counting-order",
        BASE,
        "Solved, and the smallest of all in order: "
        "a program that skips the first solution as a mere start loses it.",
        "Résolue, et la plus petite de toutes : "
        "un programme qui saute la première comme simple départ la perd.",
    ),
    (
        "full-in-reverse",
        renamed(BASE, "987654321"),
        "Solved, beginning with 987654321: "
        "a program that goes on past a full grid writes a 10 or runs off it.",
        "Résolue, commençant par 987654321 : un programme qui continue après une grille pleine en déborde.",
    ),
    (
        "full-at-random",
        full_grid(Random("full at random")),
        "Solved, with no pattern: a program that changes one digit of a full grid is seen.",
        "Résolue, sans motif : un programme qui change un chiffre d'une grille pleine se voit.",
    ),
]
FULL_WRONG = [
    (
        "full-wrong-in-two-columns",
        _exchanged(SOLUTION_1, 0, 1),
        "column",
        "Two digits of a row exchanged: rows and squares are right, and only the columns tell.",
        "Deux chiffres d'une ligne échangés : lignes et carrés sont justes, seules les colonnes le disent.",
    ),
    (
        "full-wrong-in-two-rows",
        _exchanged(SOLUTION_1, 0, 9),
        "row",
        "Two digits of a column exchanged: columns and squares are right, and only the rows tell.",
        "Deux chiffres d'une colonne échangés : colonnes et carrés sont justes, seules les lignes le disent.",
    ),
    (
        "full-wrong-in-squares-only",
        LATIN,
        "square",
        "Each row and each column is right and no square is: a program that forgets squares calls it solved.",
        "Chaque ligne et chaque colonne est juste, aucun carré : un programme qui les oublie la dit résolue.",
    ),
    (
        "full-wrong-in-columns-only",
        BASE[:27] * 3,
        "column",
        "One band three times over: each row and each square is right and no column is.",
        "Une même bande trois fois : chaque ligne et chaque carré est juste, aucune colonne.",
    ),
    (
        "full-wrong-in-rows-only",
        transposed(BASE[:27] * 3),
        "row",
        "One stack three times over: each column and each square is right and no row is.",
        "Une même pile trois fois : chaque colonne et chaque carré est juste, aucune ligne.",
    ),
    (
        "full-wrong-by-one-digit",
        with_digits(SOLUTION_1, {40: 1}),
        "several",
        "One digit wrong, in the middle: a program that believes a full grid without a look calls it solved.",
        "Un seul chiffre faux, au milieu : "
        "un programme qui croit une grille pleine sur parole la dit résolue.",
    ),
    (
        "full-wrong-by-the-last-digit",
        with_digits(SOLUTION_1, {80: 5}),
        "several last-cell",
        "The last digit is wrong: a check that stops one cell too early calls it solved.",
        "Le dernier chiffre est faux : une vérification qui s'arrête une case trop tôt la dit résolue.",
    ),
    (
        "full-of-fives",
        "5" * 81,
        "several sums",
        "All fives: each row, column and square adds up to 45, "
        "and a program that checks sums calls it solved.",
        "Que des 5 : chaque ligne, colonne et carré fait 45, "
        "et un programme qui vérifie les sommes la dit résolue.",
    ),
    (
        "full-with-right-sums-and-products",
        "".join("124445799"[(row * 3 + row // 3 + column) % 9] for row in range(9) for column in range(9)),
        "several sums",
        "Each row, column and square has the sum 45 and the product 362880, and equal digits: "
        "arithmetic is no check.",
        "Chaque ligne, colonne et carré a pour somme 45 et pour produit 362880, avec des doublons : "
        "le calcul ne vérifie rien.",
    ),
]


def full() -> Recipe:
    for name, grid, why, why_fr in FULL_RIGHT:
        yield Made(name, grid, "unique full right", why, why_fr, BY_HAND)
    for name, grid, tags, why, why_fr in FULL_WRONG:
        yield Made(name, grid, f"full wrong clash {tags}", why, why_fr, BY_HAND)


# --- clashes ------------------------------------------------------------------------------------------


def _two(digit: int, a: int, b: int) -> str:
    return with_digits(EMPTY, {a: digit, b: digit})


CLASHES = [
    (
        "clash-in-a-row-side-by-side",
        _two(4, 39, 40),
        "row adjacent",
        "Two equal digits side by side in a row, the rest empty: "
        "a program that does not check fills the grid around.",
        "Deux chiffres égaux côte à côte dans une ligne, le reste vide : "
        "un programme qui ne vérifie pas remplit autour.",
    ),
    (
        "clash-in-a-row-far-apart",
        _two(7, 9, 17),
        "row far",
        "Two equal digits at the two ends of a row: a loop that leaves out one end sees nothing.",
        "Deux chiffres égaux aux deux bouts d'une ligne : une boucle qui oublie un bout ne voit rien.",
    ),
    (
        "clash-in-the-first-row",
        _two(1, 0, 5),
        "row first-cell",
        "The clash holds the first cell, number 0: "
        "a program that takes 0 for false, or begins at 1, misses it.",
        "Le conflit touche la première case, numéro 0 : "
        "un programme qui lit 0 comme faux, ou part de 1, le manque.",
    ),
    (
        "clash-in-the-last-row",
        _two(9, 72, 80),
        "row far last-cell",
        "Two nines in the last row, one in the last cell: "
        "a loop that stops at 8, on either side, misses them.",
        "Deux 9 dans la dernière ligne, l'un dans la dernière case : une boucle qui s'arrête à 8 les manque.",
    ),
    (
        "clash-in-a-column-one-above-the-other",
        _two(6, 31, 40),
        "column adjacent",
        "Two equal digits one above the other: a program that compares along rows only sees nothing.",
        "Deux chiffres égaux l'un au-dessus de l'autre : "
        "un programme qui ne compare qu'en ligne ne voit rien.",
    ),
    (
        "clash-in-a-column-far-apart",
        _two(2, 3, 75),
        "column far",
        "Two equal digits at the two ends of a column: "
        "a step of the wrong length down the column misses one.",
        "Deux chiffres égaux aux deux bouts d'une colonne : un pas de mauvaise longueur en manque un.",
    ),
    (
        "clash-in-the-last-column",
        _two(3, 17, 71),
        "column far last-column",
        "The clash is in the last column: "
        "a program that works out the column wrong there, from 0 or from 1, misses it.",
        "Le conflit est dans la dernière colonne : "
        "un calcul de colonne faux à cet endroit, depuis 0 ou 1, le manque.",
    ),
    (
        "clash-in-the-first-column",
        _two(8, 0, 72),
        "column far first-cell",
        "The clash is in the first column, from corner to corner: "
        "a program that checks rows alone misses it.",
        "Le conflit est dans la première colonne, d'un coin à l'autre : "
        "ne vérifier que les lignes le manque.",
    ),
    (
        "clash-in-a-square-only",
        _two(5, 30, 41),
        "square adjacent",
        "Two equal digits in one square, in no common row or column: "
        "a program that forgets squares accepts them.",
        "Deux chiffres égaux dans un carré, sans ligne ni colonne commune : "
        "un programme qui oublie les carrés accepte.",
    ),
    (
        "clash-in-a-square-corner-to-corner",
        _two(5, 6, 26),
        "square far",
        "Two equal digits at opposite corners of a square: "
        "a loop over the wrong corner of the square misses one.",
        "Deux chiffres égaux aux coins opposés d'un carré : "
        "une boucle qui part du mauvais coin en manque un.",
    ),
    (
        "clash-in-the-square-numbered-the-other-way",
        _two(1, 27, 46),
        "square asymmetric",
        "In the first square of the second band: "
        "a program that numbers squares down instead of across looks elsewhere.",
        "Dans le premier carré de la deuxième bande : "
        "un programme qui numérote les carrés de haut en bas regarde ailleurs.",
    ),
    (
        "clash-in-the-last-square",
        _two(9, 62, 79),
        "square last-cell",
        "The clash is in the last square: a loop over eight squares misses it.",
        "Le conflit est dans le dernier carré : une boucle sur huit carrés le manque.",
    ),
    (
        "clash-in-a-row-and-its-square",
        _two(2, 54, 56),
        "row square several",
        "One pair clashes in its row and in its square at once: "
        "a program that flips a mark at each clash takes it back.",
        "Une paire en conflit par sa ligne et par son carré : "
        "un programme qui inverse une marque à chaque fois l'annule.",
    ),
    (
        "clash-in-a-column-and-its-square",
        _two(3, 15, 24),
        "column square several",
        "One pair clashes in its column and in its square: one look is enough to refuse it.",
        "Une paire en conflit par sa colonne et par son carré : un seul regard suffit à la refuser.",
    ),
    (
        "clash-of-three-in-a-row",
        with_digits(EMPTY, {36: 6, 40: 6, 44: 6}),
        "row several",
        "Three equal digits in a row: a program that looks for a digit exactly twice lets them pass.",
        "Trois chiffres égaux dans une ligne : "
        "un programme qui cherche un chiffre exactement deux fois les laisse passer.",
    ),
    (
        "clash-of-a-row-a-column-and-a-square",
        with_digits(EMPTY, {0: 1, 8: 1, 10: 4, 73: 4, 60: 7, 80: 7}),
        "row column square several",
        "Three clashes of three kinds: a program that leaves at the first one must still refuse the grid.",
        "Trois conflits de trois sortes : "
        "un programme qui s'arrête au premier doit tout de même refuser la grille.",
    ),
    (
        "clash-in-a-grid-that-has-a-solution-but-for-one-clue",
        with_digits(GRID_1, {80: 7}),
        "row column square several last-cell",
        "Document c's grid with one clue too many, in the last cell: "
        "a program that checks a clue against the later ones only misses it.",
        "La grille du document c avec un indice de trop dans la dernière case : "
        "le manque qui ne compare un indice qu'aux suivants.",
    ),
    (
        "clash-between-the-last-two-cells",
        _two(8, 79, 80),
        "row adjacent last-cell",
        "The last two cells are equal: "
        "a loop that compares each cell with the next must reach the last pair.",
        "Les deux dernières cases sont égales : comparer chaque case à la suivante doit aller jusqu'au bout.",
    ),
    (
        "clash-in-a-nearly-full-grid",
        without(with_digits(SOLUTION_1, {4: 1}), [40]),
        "several nearly-full",
        "One cell is empty and one clue is wrong elsewhere: "
        "a program that checks only where it writes fills the cell.",
        "Une case vide, et un indice faux ailleurs : "
        "un programme qui ne vérifie que là où il écrit remplit la case.",
    ),
    (
        "clash-that-leaves-the-empty-rows-alone",
        with_digits(EMPTY, {72: 5, 76: 5}),
        "row far",
        "Two clues clash below 72 empty cells: "
        "without a check, the search goes on for ever before it meets them.",
        "Deux indices en conflit sous 72 cases vides : "
        "sans vérification, la recherche ne les atteint jamais.",
    ),
]


def clashes() -> Recipe:
    for name, grid, tags, why, why_fr in CLASHES:
        yield Made(name, grid, f"clash {tags}", why, why_fr, BY_HAND)


# --- empty cells in one place -------------------------------------------------------------------------

BORDER = [cell for cell in range(81) if cell // 9 in (0, 8) or cell % 9 in (0, 8)]
EMPTIES: list[tuple[str, list[int], str, str, str]] = [
    (
        "empties-in-the-first-row",
        ROWS[0],
        "row",
        "Only the first row is empty: "
        "columns alone tell its digits, and a program that looks at rows first is stuck.",
        "Seule la première ligne est vide : "
        "les colonnes suffisent, un programme qui ne voit que les lignes cale.",
    ),
    (
        "empties-in-the-middle-row",
        ROWS[4],
        "row",
        "Only the fifth row is empty: a row number worked out one off reads the clues of another row.",
        "Seule la cinquième ligne est vide : un numéro de ligne faux d'un cran lit une autre ligne.",
    ),
    (
        "empties-in-the-last-row",
        ROWS[8],
        "row last-row",
        "Only the last row is empty: a program that stops at the eighth row leaves it so.",
        "Seule la dernière ligne est vide : un programme qui s'arrête à la huitième la laisse ainsi.",
    ),
    (
        "empties-in-the-first-column",
        COLUMNS[0],
        "column",
        "Only the first column is empty: a remainder taken for a quotient fills the first row instead.",
        "Seule la première colonne est vide : prendre un reste pour un quotient remplit la première ligne.",
    ),
    (
        "empties-in-the-middle-column",
        COLUMNS[4],
        "column",
        "Only the fifth column is empty: stepping by other than 9 cells leaves the column.",
        "Seule la cinquième colonne est vide : avancer d'autre chose que 9 cases quitte la colonne.",
    ),
    (
        "empties-in-the-last-column",
        COLUMNS[8],
        "column last-column",
        "Only the last column is empty: "
        "counting from 1, the remainder is 0 there, and the row comes out one too many.",
        "Seule la dernière colonne est vide : "
        "en comptant de 1, le reste y est 0, et la ligne sort une de trop.",
    ),
    (
        "empties-in-the-first-square",
        SQUARES[0],
        "square",
        "Only the first square is empty: "
        "a program that looks at its square before rows and columns has nothing to see.",
        "Seul le premier carré est vide : un programme qui ne regarde que le carré n'a rien à voir.",
    ),
    (
        "empties-in-the-square-at-the-right-of-the-middle",
        SQUARES[5],
        "square asymmetric",
        "Only the sixth square is empty: numbered down instead of across, it would be the eighth.",
        "Seul le sixième carré est vide : numéroté de haut en bas, ce serait le huitième.",
    ),
    (
        "empties-in-the-last-square",
        SQUARES[8],
        "square",
        "Only the last square is empty: a corner worked out past it reads outside the grid.",
        "Seul le dernier carré est vide : un coin calculé au-delà lit hors de la grille.",
    ),
    (
        "empties-in-the-first-band",
        list(range(27)),
        "band leading-zeros",
        "Only the first three rows are empty: "
        "a program that never returns above its first wall finds too little.",
        "Seules les trois premières lignes sont vides : "
        "un programme qui ne remonte jamais assez haut en trouve trop peu.",
    ),
    (
        "empties-in-the-middle-band",
        list(range(27, 54)),
        "band",
        "Only the middle three rows are empty, clues on both sides: "
        "stepping back must stop at the first empty cell.",
        "Seules les trois lignes du milieu sont vides : reculer doit s'arrêter à la première case vide.",
    ),
    (
        "empties-in-the-last-band",
        list(range(54, 81)),
        "band trailing-zeros",
        "Only the last three rows are empty: each solution is met at the last cell of the grid.",
        "Seules les trois dernières lignes sont vides : "
        "chaque solution se trouve à la dernière case de la grille.",
    ),
    (
        "empties-in-the-first-stack",
        [cell for cell in range(81) if cell % 9 < 3],
        "stack",
        "Only the first three columns are empty: each row goes on after a jump over six clues.",
        "Seules les trois premières colonnes sont vides : chaque ligne reprend après un saut de six indices.",
    ),
    (
        "empties-in-the-last-stack",
        [cell for cell in range(81) if cell % 9 > 5],
        "stack last-column",
        "Only the last three columns are empty: each row ends empty, and the next begins with clues.",
        "Seules les trois dernières colonnes sont vides : "
        "chaque ligne finit vide, la suivante commence par des indices.",
    ),
    (
        "empties-along-the-diagonal",
        list(range(0, 81, 10)),
        "diagonal",
        "Only the diagonal is empty: rows and columns exchanged make no difference here, a wrong digit does.",
        "Seule la diagonale est vide : échanger lignes et colonnes n'y change rien, un chiffre faux si.",
    ),
    (
        "empties-along-the-other-diagonal",
        list(range(8, 73, 8)),
        "diagonal asymmetric",
        "Only the rising diagonal is empty: rows and columns exchanged end up on clues.",
        "Seule la diagonale montante est vide : lignes et colonnes échangées tombent sur des indices.",
    ),
    (
        "empties-around-the-border",
        BORDER,
        "border",
        "Only the border is empty: every mistake about the first and the last row or column shows.",
        "Seul le bord est vide : toute erreur sur la première ou la dernière ligne ou colonne se voit.",
    ),
    (
        "empties-in-the-four-corners",
        [0, 8, 72, 80],
        "corners",
        "Only the four corners are empty: the first and the last cell are both to be filled.",
        "Seuls les quatre coins sont vides : la première et la dernière case sont toutes deux à remplir.",
    ),
    (
        "empties-in-every-other-cell",
        list(range(0, 81, 2)),
        "checkerboard",
        "Every other cell is empty, with a clue on each side: "
        "a program that writes one cell too far spoils a clue.",
        "Une case sur deux est vide, entre deux indices : "
        "un programme qui écrit une case trop loin abîme un indice.",
    ),
    (
        "empties-in-a-row-and-a-column",
        sorted({*ROWS[2], *COLUMNS[6]}),
        "row column asymmetric",
        "The third row and the seventh column are empty: exchanging rows and columns reads the wrong cross.",
        "La troisième ligne et la septième colonne sont vides : échanger les deux lit une autre croix.",
    ),
]


def empties() -> Recipe:
    for name, cells, tags, why, why_fr in EMPTIES:
        yield Made(name, without(full_grid(Random(name)), cells), f"empties {tags}", why, why_fr)


# --- every cell as the last to be filled --------------------------------------------------------------


def _last_to_fill(cell: int) -> str:
    """One solution, nothing but clues after that cell, empty cells before it, and each digit in its turn."""
    best = ""
    for seed in range(9):
        rng = Random(f"last cell {cell} {seed}")
        grid = without(full_grid(rng), [cell])
        grid = thinned(grid, shuffled(rng, range(cell)), 40 - seed)
        if grid.count("0") > best.count("0") and placements(grid) <= 1500:
            best = grid
    digit, wanted = solutions(best, 1)[0][cell], str(cell % 9 + 1)
    return best.translate(str.maketrans(digit + wanted, wanted + digit))


def last_cell() -> Recipe:
    for cell in range(81):
        row, column = cell // 9 + 1, cell % 9 + 1
        square = 3 * (cell // 27) + cell % 9 // 3 + 1
        yield Made(
            f"last-cell-row-{row}-column-{column}",
            _last_to_fill(cell),
            "unique last-cell every-last-cell",
            f"The last empty cell is in row {row}, column {column}, square {square}: a program that mistakes "
            "one of the three there, or looks for an empty cell after it, goes wrong.",
            f"La dernière case vide est ligne {row}, colonne {column}, carré {square} : un programme qui s'y "
            "trompe de l'un des trois, ou cherche une case vide plus loin, a faux.",
        )


# --- turned about -------------------------------------------------------------------------------------


def _base(name: str, number: int) -> str:
    """Few symmetries, few placements however it is turned, so many solutions."""
    for seed in range(10_000):
        rng = Random(f"{name} {seed}")
        grid = full_grid(rng)
        if number == 1:
            grid = thinned(grid, shuffled(rng, range(81)), 46)
        else:
            grid = without(grid, rng.sample(range(81), 50))
        if len(solutions(grid, number + 1)) == number and _always_short(grid):
            return grid
    raise AssertionError


def _always_short(grid: str) -> bool:
    turned = grid
    for _ in range(4):
        if max(placements(turned), placements(transposed(turned))) > 4000:
            return False
        turned = quarter_turned(turned)
    return True


TURNS: list[tuple[str, Callable[[str], str], str, str]] = [
    (
        "as-made",
        lambda grid: grid,
        "The grid that the others of this family come from: "
        "what fails on them and not here is a swapped index.",
        "La grille dont viennent les autres de la famille : "
        "échouer sur elles et pas ici, c'est un indice échangé.",
    ),
    (
        "transposed",
        transposed,
        "Rows become columns: "
        "a program that reads one way and writes the other gives the solution transposed.",
        "Les lignes deviennent colonnes : "
        "un programme qui lit dans un sens et écrit dans l'autre rend la transposée.",
    ),
    (
        "turned-right",
        quarter_turned,
        "A quarter turn: a program that tells rows from columns by the clues it knows is lost.",
        "Un quart de tour : un programme qui confond lignes et colonnes s'y perd autrement.",
    ),
    (
        "turned-half",
        lambda grid: grid[::-1],
        "Read from the end: what came last comes first, and a program that only goes one way shows it.",
        "Lue par la fin : ce qui venait en dernier vient en premier, et un parcours à sens unique se voit.",
    ),
    (
        "turned-left",
        lambda grid: quarter_turned(grid)[::-1],
        "Three quarter turns: an index counted from the wrong side fits the others by luck, not this one.",
        "Trois quarts de tour : un indice compté du mauvais côté tombe juste ailleurs par chance, pas ici.",
    ),
    (
        "upside-down",
        upside_down,
        "The last row comes first: a program that numbers rows from below reads it as another grid.",
        "La dernière ligne vient en premier : "
        "un programme qui numérote les lignes d'en bas lit une autre grille.",
    ),
    (
        "left-to-right",
        left_to_right,
        "Each row is reversed: a program that takes column 9 for column 1 reads it as another grid.",
        "Chaque ligne est inversée : "
        "un programme qui prend la colonne 9 pour la colonne 1 lit une autre grille.",
    ),
    (
        "across-the-other-diagonal",
        lambda grid: transposed(grid)[::-1],
        "Transposed across the rising diagonal: "
        "two wrongs that cancel in the transposed grid do not cancel here.",
        "Transposée par l'autre diagonale : "
        "deux erreurs qui se compensent dans la transposée ne se compensent pas ici.",
    ),
    (
        "digits-reversed",
        lambda grid: renamed(grid, "987654321"),
        "1 becomes 9, 2 becomes 8: a loop that ends before 9, or begins after 1, fails on one of the two.",
        "1 devient 9, 2 devient 8 : "
        "une boucle qui finit avant 9, ou commence après 1, échoue sur l'une des deux.",
    ),
    (
        "digits-one-further",
        lambda grid: renamed(grid, "234567891"),
        "Each digit becomes the next: a digit used as an index without its minus one reads its neighbour.",
        "Chaque chiffre devient le suivant : un chiffre pris comme indice sans son moins un lit son voisin.",
    ),
    (
        "digits-at-random",
        lambda grid: renamed(grid, "483921675"),
        "Other digits, same places: a program that treats a digit in a way of its own is seen.",
        "D'autres chiffres aux mêmes places : un programme qui traite un chiffre à part se voit.",
    ),
    (
        "rows-exchanged-in-the-first-band",
        lambda grid: rows_in_order(grid, [2, 0, 1, 3, 4, 5, 6, 7, 8]),
        "Rows of one band in another order: a row taken for its neighbour in the same square shows.",
        "Les lignes d'une bande dans un autre ordre : une ligne prise pour sa voisine du même carré se voit.",
    ),
    (
        "rows-exchanged-in-the-last-band",
        lambda grid: rows_in_order(grid, [0, 1, 2, 3, 4, 5, 8, 7, 6]),
        "The last band's rows reversed: a corner of the last squares taken from the wrong row shows.",
        "Les lignes de la dernière bande inversées : "
        "un coin des derniers carrés pris à la mauvaise ligne se voit.",
    ),
    (
        "bands-exchanged",
        lambda grid: rows_in_order(grid, [6, 7, 8, 0, 1, 2, 3, 4, 5]),
        "Whole bands in another order: a square's row worked out by a wrong division lands in another band.",
        "Les bandes dans un autre ordre : la ligne d'un carré mal divisée tombe dans une autre bande.",
    ),
    (
        "columns-exchanged-in-the-middle-stack",
        lambda grid: columns_in_order(grid, [0, 1, 2, 5, 3, 4, 6, 7, 8]),
        "Columns of one stack in another order: a column taken for its neighbour in the same square shows.",
        "Les colonnes d'une pile dans un autre ordre : "
        "une colonne prise pour sa voisine du même carré se voit.",
    ),
    (
        "stacks-exchanged",
        lambda grid: columns_in_order(grid, [3, 4, 5, 6, 7, 8, 0, 1, 2]),
        "Whole stacks in another order: a square's column worked out from the row lands in another stack.",
        "Les piles dans un autre ordre : la colonne d'un carré tirée de la ligne tombe dans une autre pile.",
    ),
    (
        "all-at-once",
        lambda grid: next(islice(lookalikes(grid, Random("all at once")), 3, None)),
        "Rows, columns, digits and sides exchanged: "
        "the same puzzle to a right program, another one to any other.",
        "Lignes, colonnes, chiffres et côtés échangés : "
        "le même problème pour un programme juste, un autre sinon.",
    ),
]


def symmetries() -> Recipe:
    for family, number, kept in (("one", 1, range(17)), ("three", 3, (0, 1, 3, 4, 7, 8, 13, 16))):
        base = _base(f"symmetries {family}", number)
        for turn in kept:
            name, turned, why, why_fr = TURNS[turn]
            tags = f"symmetry asymmetric {'unique' if number == 1 else 'few'}"
            yield Made(f"{family}-solution{'s' * (number > 1)}-{name}", turned(base), tags, why, why_fr)
