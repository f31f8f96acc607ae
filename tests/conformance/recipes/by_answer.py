"""Grids by their number of solutions: none, one, a few, many, too many to count."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random

from conformance.grids import (
    COLUMNS,
    EMPTY,
    ROWS,
    SQUARES,
    clash,
    full_grid,
    shuffled,
    solutions,
    thinned,
    transposed,
    with_digits,
    without,
)
from conformance.recipes.made import (
    BY_HAND,
    Made,
    Recipe,
    candidates,
    placements,
    rules,
    stuck_cells,
    stuck_units,
)

BASE = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
SUDOPEDIA = "Sudopedia, Invalid Test Cases"


# --- none ---------------------------------------------------------------------------------------------


def _spoiled(name: str, wanted: Callable[[str], bool], empty: range) -> str:
    """A grid without clash nor solution, of a right one: clues taken away, and one of the others changed."""
    for seed in count():
        rng = Random(f"{name} {seed}")
        cells = shuffled(rng, range(81))
        grid = without(full_grid(rng), cells[: rng.choice(empty)])
        changed = with_digits(grid, {cells[-1]: rng.randint(1, 9)})
        if clash(changed) or solutions(changed, 1):
            continue
        if wanted(changed) and placements(changed) <= 3000:
            return changed
    raise AssertionError


def _first(grid: str) -> int:
    return grid.index("0")


def _only_stuck_in(kind: str) -> Callable[[str], bool]:
    return lambda grid: not stuck_cells(grid) and stuck_units(grid) == {kind}


def _seems_fine(grid: str) -> bool:
    return not stuck_cells(grid) and not stuck_units(grid)


NONE: list[tuple[str, Callable[[str], bool], range, str, str, str]] = [
    (
        "none-first-empty-cell-has-no-digit",
        lambda grid: stuck_cells(grid) == [_first(grid)],
        range(40, 50),
        "first-cell",
        "No digit fits the first empty cell: a program that steps back from there runs off the start.",
        "Aucun chiffre ne va dans la première case vide : un programme qui recule de là sort de la grille.",
    ),
    (
        "none-last-empty-cell-has-no-digit",
        lambda grid: stuck_cells(grid) == [grid.rindex("0")],
        range(40, 48),
        "last-cell",
        "No digit fits the last empty cell: a program that calls its end a success without looking is wrong.",
        "Aucun chiffre ne va dans la dernière case vide : "
        "un programme qui crie victoire sans la regarder a faux.",
    ),
    (
        "none-digit-without-a-place-in-a-row",
        _only_stuck_in("row"),
        range(40, 52),
        "row",
        "Each cell has a candidate, but a digit has no place left in a row: "
        "looking at cells alone sees nothing.",
        "Chaque case a un candidat, mais un chiffre n'a plus de place dans une ligne : "
        "regarder les cases une à une ne montre rien.",
    ),
    (
        "none-digit-without-a-place-in-a-column",
        _only_stuck_in("column"),
        range(40, 52),
        "column",
        "Each cell has a candidate, but a digit has no place left in a column: "
        "a program that forgets columns goes on.",
        "Chaque case a un candidat, mais un chiffre n'a plus de place dans une colonne : "
        "un programme qui oublie les colonnes continue.",
    ),
    (
        "none-digit-without-a-place-in-a-square",
        _only_stuck_in("square"),
        range(40, 52),
        "square",
        "Each cell has a candidate, but a digit has no place left in a square: "
        "a program that forgets squares goes on.",
        "Chaque case a un candidat, mais un chiffre n'a plus de place dans un carré : "
        "un programme qui oublie les carrés continue.",
    ),
    (
        "none-that-rules-alone-show",
        lambda grid: _seems_fine(grid) and rules(grid)["guesses"] == 0,
        range(44, 54),
        "no-guess",
        "All looks well at first and forced digits run into a wall: "
        "a program that never looks again fills it wrong.",
        "Tout paraît juste, puis les chiffres forcés mènent à une impasse : "
        "un programme qui ne revérifie pas remplit de travers.",
    ),
    (
        "none-that-only-guesses-show",
        lambda grid: _seems_fine(grid) and rules(grid)["guesses"] >= 6,
        range(46, 56),
        "guess",
        "Every guess fails: a program that keeps the last of them for want of another gives a wrong grid.",
        "Tous les essais échouent : un programme qui garde le dernier faute de mieux rend une grille fausse.",
    ),
    (
        "none-first-cell-never-holds-nine",
        lambda grid: _seems_fine(grid) and 9 not in candidates(grid, _first(grid)),
        range(44, 54),
        "first-cell",
        "The first empty cell never holds a 9: "
        "a program that gives up only on a 9 there, as printed, runs off the start.",
        "La première case vide ne reçoit jamais de 9 : "
        "un programme qui n'abandonne que sur un 9, comme l'imprimé, sort de la grille.",
    ),
    (
        "none-first-cell-goes-up-to-nine",
        lambda grid: _seems_fine(grid) and candidates(grid, _first(grid))[-1:] == [9],
        range(44, 54),
        "first-cell",
        "The first empty cell tries all up to 9 in vain: "
        "a program that then tries a 10, or begins again at 1, goes on.",
        "La première case vide essaie tout jusqu'à 9 en vain : "
        "un programme qui passe à 10, ou reprend à 1, continue.",
    ),
    (
        "none-with-few-empty-cells",
        lambda grid: True,
        range(4, 9),
        "nearly-full",
        "A handful of empty cells, and nothing fits: "
        "a program that completes rows without a look at columns is wrong.",
        "Une poignée de cases vides, et rien ne va : "
        "un programme qui complète les lignes sans voir les colonnes a faux.",
    ),
    (
        "none-because-of-the-last-row",
        lambda grid: _seems_fine(grid) and len(solutions(without(grid, ROWS[8]), 2)) > 0,
        range(44, 54),
        "last-row",
        "Only the clues of the last row forbid a solution: "
        "a program that never checks the last row finds one.",
        "Seuls les indices de la dernière ligne interdisent toute solution : "
        "un programme qui ne la vérifie pas en trouve une.",
    ),
    (
        "none-because-of-the-last-column",
        lambda grid: _seems_fine(grid) and len(solutions(without(grid, COLUMNS[8]), 2)) > 0,
        range(44, 54),
        "last-column",
        "Only the clues of the last column forbid a solution: "
        "a loop that stops at the eighth column finds one.",
        "Seuls les indices de la dernière colonne interdisent toute solution : "
        "une boucle qui s'arrête à la huitième en trouve une.",
    ),
]

UNSOLVABLE = [
    (
        "square",
        "009028700806004005003000004600000000020713450000000002300000500900400807001250300",
        "No place for a digit in one square: ",
        "Pas de place pour un chiffre dans un carré : ",
    ),
    (
        "cell",
        "090300001000080046000000800405060030003275600060010904001000000580020000200007060",
        "One cell has no candidate, far from the first: ",
        "Une case n'a aucun candidat, loin de la première : ",
    ),
    (
        "column",
        "000041000060000020002000000320600000000050041700000002000000230048000000501002000",
        "No place for a digit in one column: ",
        "Pas de place pour un chiffre dans une colonne : ",
    ),
    (
        "row",
        "900100004014030800003000090000708001800003000000000030021000070009040500500016003",
        "No place for a digit in one row: ",
        "Pas de place pour un chiffre dans une ligne : ",
    ),
]


def none() -> Recipe:
    for name, wanted, empty, tag, why, why_fr in NONE:
        yield Made(name, _spoiled(name, wanted, empty), f"none {tag}", why, why_fr)
    for kind, grid, why, why_fr in UNSOLVABLE:
        yield Made(
            f"sudopedia-unsolvable-{kind}",
            grid,
            f"none published {kind}",
            why + "a program that gives the grid back as it got it, or half filled, must fail here.",
            why_fr + "un programme qui rend la grille telle quelle, ou à moitié remplie, doit échouer ici.",
            SUDOPEDIA,
        )


# --- one ----------------------------------------------------------------------------------------------


def _unique(name: str, wanted: Callable[[str], bool], gone: list[int], empty: int, cap: int = 3000) -> str:
    """A grid with one solution, so many empty cells, those of `gone` among them."""
    for seed in count():
        rng = Random(f"{name} {seed}")
        grid = without(full_grid(rng), gone)
        if len(solutions(grid, 2)) != 1:
            continue
        grid = thinned(grid, shuffled(rng, (cell for cell in range(81) if cell not in gone)), empty)
        if grid.count("0") == empty and wanted(grid) and placements(grid) <= cap:
            return grid
    raise AssertionError


def _always(grid: str) -> bool:
    return True


def _solution_starts_with(digit: str) -> Callable[[str], bool]:
    return lambda grid: grid[0] == "0" and solutions(grid, 1)[0][0] == digit


ONE: list[tuple[str, Callable[[str], bool], list[int], int, str, str, str]] = [
    (
        "one-with-36-clues",
        _always,
        [],
        45,
        "easy",
        "An ordinary easy grid: what fails here fails everywhere.",
        "Une grille facile ordinaire : ce qui échoue ici échoue partout.",
    ),
    (
        "one-with-30-clues",
        _always,
        [],
        51,
        "ordinary",
        "An ordinary grid of a newspaper: a program with one check missing gives another grid.",
        "Une grille ordinaire de journal : un programme à qui manque une vérification en rend une autre.",
    ),
    (
        "one-with-25-clues",
        _always,
        [],
        56,
        "ordinary",
        "Few clues, and each of them counts: a program that loses one has several solutions.",
        "Peu d'indices, et tous comptent : un programme qui en perd un a plusieurs solutions.",
    ),
    (
        "one-first-cell-is-nine",
        _solution_starts_with("9"),
        [],
        48,
        "first-cell",
        "The first cell is empty and holds a 9 in the end: "
        "a program that takes a 9 there for a failure gives up.",
        "La première case est vide et finit par un 9 : un programme qui y voit un échec abandonne.",
    ),
    (
        "one-first-cell-is-one",
        _solution_starts_with("1"),
        [],
        48,
        "first-cell",
        "The first cell is empty and holds a 1: "
        "a loop that begins at 2, or steps before it tries, misses it.",
        "La première case est vide et contient un 1 : une boucle qui commence à 2 le manque.",
    ),
    (
        "one-with-an-empty-first-row",
        _always,
        ROWS[0],
        50,
        "leading-zeros row",
        "The line begins with nine zeros: a program that reads it as a number loses them.",
        "La ligne commence par neuf zéros : un programme qui la lit comme un nombre les perd.",
    ),
    (
        "one-with-an-empty-last-row",
        _always,
        ROWS[8],
        50,
        "trailing-zeros row",
        "The line ends with nine zeros: a program that trims them has only 72 cells.",
        "La ligne finit par neuf zéros : un programme qui les rogne n'a plus que 72 cases.",
    ),
    (
        "one-with-an-empty-column",
        _always,
        COLUMNS[4],
        50,
        "column",
        "The middle column has no clue: a program that counts on one clue a column starts from nothing.",
        "La colonne du milieu n'a aucun indice : un programme qui en attend un par colonne part de rien.",
    ),
    (
        "one-with-an-empty-square",
        _always,
        SQUARES[5],
        50,
        "square",
        "A square on the right has no clue: "
        "a program that numbers squares down instead of across looks elsewhere.",
        "Un carré de droite n'a aucun indice : "
        "un programme qui numérote les carrés de haut en bas regarde ailleurs.",
    ),
    (
        "one-with-three-empty-squares",
        _always,
        SQUARES[0] + SQUARES[4] + SQUARES[8],
        54,
        "square",
        "Three squares on a diagonal have no clue: only rows and columns can tell, and both are needed.",
        "Trois carrés en diagonale n'ont aucun indice : il faut les lignes et les colonnes, les deux.",
    ),
    (
        "one-where-eight-digits-are-given",
        lambda grid: len(set(grid)) == 9,
        [],
        53,
        "missing-digit",
        "One digit is nowhere among the clues: "
        "a program that takes its digits from the clues never writes it.",
        "Un chiffre n'est nulle part dans les indices : "
        "un programme qui n'utilise que ceux-là ne l'écrit jamais.",
    ),
    (
        "one-with-one-empty-cell-in-each-square",
        _always,
        [SQUARES[n][(4 * n + 2) % 9] for n in range(9)],
        9,
        "nearly-full",
        "One empty cell in each square: "
        "a program that fills a square with any missing digit of its row is told apart.",
        "Une case vide par carré : un programme qui se trompe d'un seul carré sur neuf se trahit.",
    ),
]


def one() -> Recipe:
    for name, wanted, gone, empty, tags, why, why_fr in ONE:
        yield Made(name, _unique(name, wanted, gone, empty), f"unique {tags}", why, why_fr)


# --- few and many -------------------------------------------------------------------------------------


def _by_number(seed: str, number: range, among: range, kept: int, cap: int) -> str:
    """A grid whose number of solutions is in the range: a right grid whose clues among those cells are taken
    away, one after the other, so many of them being kept to begin with."""
    rng = Random(seed)
    cells = shuffled(rng, among)
    grid = without(full_grid(rng), cells[kept:])
    for cell in cells[:kept]:
        grid = without(grid, [cell])
        if len(solutions(grid, number.stop)) in number and placements(grid) <= cap:
            return grid
    raise ValueError(f"the seed {seed} does not give a number of solutions in {number}")


# The seeds are those that gave such a grid, the numbers being tried from 0.
FEW = [
    (
        2,
        2,
        "A program that stops at its first solution calls this grid unique.",
        "Un programme qui s'arrête à sa première solution croit cette grille unique.",
    ),
    (
        3,
        6,
        "A program that looks for a second solution only to say that there is one never sees the third.",
        "Un programme qui ne cherche la deuxième solution que pour la signaler ne voit pas la troisième.",
    ),
    (
        4,
        9,
        "A program that does not empty the cells as it steps "
        "back from a solution loses the branches after it.",
        "Un programme qui ne vide pas les cases en quittant une solution perd les branches suivantes.",
    ),
    (
        5,
        0,
        "A program that goes on from a solution with its last cell only misses the forks higher up.",
        "Un programme qui ne repart d'une solution que par sa dernière case manque les fourches du dessus.",
    ),
    (
        6,
        3,
        "A program that adds up the solutions of the last branch only, instead of all, counts too few.",
        "Un programme qui n'additionne que la dernière branche, au lieu de toutes, en compte trop peu.",
    ),
    (
        7,
        4,
        "An odd number: a program that gives each solution twice, "
        "or believes that they go by pairs, is seen.",
        "Un nombre impair : un programme qui donne chaque solution deux fois, ou par paires, se voit.",
    ),
    (
        8,
        7,
        "A program that keeps one grid in its list, again and again, gives eight times the same.",
        "Un programme qui garde dans sa liste toujours la même grille donne huit fois la même.",
    ),
    (
        10,
        3,
        "A program with room for nine solutions loses the tenth.",
        "Un programme qui a de la place pour neuf solutions perd la dixième.",
    ),
    (
        12,
        24,
        "A program that tries its digits downwards, "
        "or the cells in another order, gives them in another order.",
        "Un programme qui essaie les chiffres en descendant, ou les cases autrement, change l'ordre.",
    ),
    (
        16,
        7,
        "A program that cuts a branch as soon as one solution is found under it gives a part of them.",
        "Un programme qui coupe une branche dès qu'il y trouve une solution n'en donne qu'une partie.",
    ),
    (
        24,
        96,
        "A program that forgets a solution for each wall that it meets after it counts too few.",
        "Un programme qui oublie une solution à chaque impasse qui la suit en compte trop peu.",
    ),
    (
        36,
        47,
        "A program that takes two solutions for one because they share their first rows counts too few.",
        "Un programme qui confond deux solutions de mêmes premières lignes en compte trop peu.",
    ),
    (
        50,
        395,
        "A program that carries the digits of one solution into the next finds fewer and fewer.",
        "Un programme qui traîne les chiffres d'une solution dans la suivante en trouve de moins en moins.",
    ),
    (
        75,
        55,
        "A program that returns through an exception at some depth stops in the middle of them.",
        "Un programme qui revient par une exception à une certaine profondeur s'arrête au milieu.",
    ),
    (
        100,
        316,
        "Exactly a hundred: a limit of a hundred that stops one too early, "
        "or says that more are left, is wrong.",
        "Exactement cent : une limite de cent qui s'arrête une de moins, ou qui dit qu'il en reste, a faux.",
    ),
]
SUDOPEDIA_FEW = [
    (2, "039000120000907000800401006042000790000000000091000540500109003000805000014000870"),
    (3, "003000006000980020942600700450006000000000000109050470000025040600078500000000000"),
    (4, "000090000600407008040812030700000005004000900500371004050060040201708509000000000"),
    (10, "590000048608000307000201000000040000075306980000090000000803000206000709340000065"),
]


def _rectangle(name: str, rows: tuple[int, int]) -> str:
    """A full grid without the four cells, in these rows, whose two digits can be exchanged."""
    for seed in count():
        grid = full_grid(Random(f"{name} {seed}"))
        for a in range(9):
            for b in range(a + 1, 9):
                top, low = 9 * rows[0], 9 * rows[1]
                if a // 3 != b // 3 and grid[top + a] == grid[low + b] and grid[top + b] == grid[low + a]:
                    return without(grid, [top + a, top + b, low + a, low + b])
    raise AssertionError


def few() -> Recipe:
    for number, seed, why, why_fr in FEW:
        grid = _by_number(f"few {seed}", range(number, number + 1), range(81), kept=37, cap=10_000)
        yield Made(f"few-{number}-solutions", grid, "few", why, why_fr)
    yield Made(
        "few-two-that-differ-in-four-cells-at-the-top",
        _rectangle("top", (0, 1)),
        "few nearly-full first-cell",
        "The two solutions part at the very first empty cell: "
        "a program that never goes back to it gives one.",
        "Les deux solutions se séparent dès la première case vide : "
        "un programme qui n'y revient jamais en donne une.",
    )
    yield Made(
        "few-two-that-differ-in-four-cells-at-the-bottom",
        _rectangle("bottom", (7, 8)),
        "few nearly-full last-row",
        "The two solutions differ in the last two rows only: "
        "a program that compares the first rows takes them for one.",
        "Les deux solutions ne diffèrent que par les deux dernières lignes : "
        "un programme qui compare les premières les confond.",
    )
    for number, grid in SUDOPEDIA_FEW:
        yield Made(
            f"sudopedia-{number}-solutions",
            grid,
            "few published",
            "Published as a grid to be refused: "
            f"a program that calls it unique has not looked for the other {number - 1}.",
            "Publiée comme une grille à refuser : "
            f"un programme qui la croit unique n'a pas cherché plus loin que 1 sur {number}.",
            SUDOPEDIA,
        )


MANY = [
    (
        range(101, 111),
        7,
        "A program that stops at a hundred solutions is just short of the end.",
        "Un programme qui s'arrête à cent solutions est tout près de la fin, mais avant.",
    ),
    (
        range(256, 270),
        19,
        "A few more than a byte can count: a counter of eight bits begins again at zero.",
        "Un peu plus que ce qu'un octet peut compter : un compteur de huit bits repart de zéro.",
    ),
    (
        range(480, 520),
        16,
        "A program that keeps each solution in a set by too short a key loses some.",
        "Un programme qui range les solutions sous une clé trop courte en perd.",
    ),
    (
        range(999, 1030),
        31,
        "About a thousand: a program that recurses once more for each solution reaches Python's limit.",
        "Autour de mille : un programme qui descend d'un appel par solution atteint la limite de Python.",
    ),
    (
        range(2000, 2600),
        4,
        "A program that copies all its solutions each time that it adds one slows to a crawl.",
        "Un programme qui recopie toutes ses solutions à chaque ajout se traîne.",
    ),
    (
        range(5000, 6500),
        3,
        "A program that writes without reading what stops it, "
        "or holds its output to the end, may lose the last ones.",
        "Un programme qui retient sa sortie jusqu'à la fin, puis est interrompu, perd les dernières.",
    ),
    (
        range(10000, 14000),
        161,
        "More than ten thousand: comparing each solution with all those before it takes for ever.",
        "Plus de dix mille : comparer chaque solution à toutes les précédentes n'en finit pas.",
    ),
]


def many() -> Recipe:
    for wanted, seed, why, why_fr in MANY:
        grid = _by_number(f"many {seed}", wanted, range(30, 81), kept=12, cap=400_000)
        number = len(solutions(grid, wanted.stop))
        yield Made(f"many-{number}-solutions", grid, "many", why, why_fr)
    yield Made(
        "many-last-band-empty",
        without(BASE, range(54, 81)),
        "many trailing-zeros",
        "The last three rows are empty: "
        "the tree forks only at its end, and every solution has the same beginning.",
        "Les trois dernières lignes sont vides : l'arbre ne fourche qu'à la fin, "
        "et toutes les solutions commencent pareil.",
        BY_HAND,
    )
    yield Made(
        "many-first-band-empty",
        without(BASE, range(27)),
        "many leading-zeros",
        "The first three rows are empty: "
        "the tree forks only at its beginning, and every solution ends alike.",
        "Les trois premières lignes sont vides : l'arbre ne fourche qu'au début, "
        "et toutes les solutions finissent pareil.",
        BY_HAND,
    )
    yield Made(
        "sudopedia-125-solutions",
        "000316500800500100010897240901085020000901000040263001050000010100409002006108000",
        "many published",
        "Published as a grid to be refused: counting stops at a hundred in many programs.",
        "Publiée comme une grille à refuser : bien des programmes cessent de compter à cent.",
        SUDOPEDIA,
    )


# --- too many to count --------------------------------------------------------------------------------

BACKWARDS = "987654321" + "0" * 72
DIAGONAL = with_digits(EMPTY, {cell: digit for digit, cell in enumerate(range(0, 81, 10), 1)})
ONE_DIGIT = "".join(digit if digit == "5" else "0" for digit in BASE)
LIMITS = [
    (
        "limit-empty-grid-first",
        EMPTY,
        1,
        "empty-grid",
        "No clue at all: a program that needs one to begin, or calls the grid wrong, gives nothing.",
        "Aucun indice : un programme à qui il en faut un pour commencer, "
        "ou qui refuse la grille, ne donne rien.",
    ),
    (
        "limit-empty-grid-two",
        EMPTY,
        2,
        "empty-grid",
        "Two solutions of an endless number: "
        "a program that lists them all before it gives the first never answers.",
        "Deux solutions d'un nombre immense : "
        "un programme qui les cherche toutes avant de donner la première se tait.",
    ),
    (
        "limit-empty-grid-hundred",
        EMPTY,
        100,
        "empty-grid",
        "A hundred solutions of an endless number: a program that draws at random repeats some.",
        "Cent solutions d'un nombre immense : un programme qui tire au sort en répète.",
    ),
    (
        "limit-empty-grid-thousand",
        EMPTY,
        1000,
        "empty-grid",
        "A thousand solutions, and then it must stop: "
        "a program that looks at the limit only now and then gives more.",
        "Mille solutions, puis il faut s'arrêter : "
        "un programme qui ne regarde la limite que parfois en donne plus.",
    ),
    (
        "limit-one-clue-in-the-last-cell",
        "0" * 80 + "1",
        50,
        "last-cell",
        "The only clue is in the last cell: "
        "a program that overwrites clues, or walks past them, is wrong at once.",
        "Le seul indice est dans la dernière case : "
        "un programme qui écrase les indices, ou les saute, se trompe.",
    ),
    (
        "limit-one-clue-in-the-first-cell",
        "9" + "0" * 80,
        50,
        "first-cell",
        "The only clue is a 9 in the first cell: a program that steps back into it changes it, or gives up.",
        "Le seul indice est un 9 dans la première case : "
        "un programme qui recule dessus le change, ou abandonne.",
    ),
    (
        "limit-first-row-backwards",
        BACKWARDS,
        50,
        "row",
        "The first row is given from 9 down to 1: "
        "a program that supposes it to be in order gives other grids.",
        "La première ligne est donnée de 9 à 1 : un programme qui la suppose en ordre rend d'autres grilles.",
    ),
    (
        "limit-first-column-backwards",
        transposed(BACKWARDS),
        50,
        "column asymmetric",
        "The first column is given from 9 down to 1: "
        "a program that takes it for the first row gives other grids.",
        "La première colonne est donnée de 9 à 1 : "
        "un programme qui la prend pour la première ligne se trompe.",
    ),
    (
        "limit-diagonal-given",
        DIAGONAL,
        50,
        "diagonal",
        "Nine digits along the diagonal, one in each row and column: each step meets a clue somewhere else.",
        "Neuf chiffres sur la diagonale, un par ligne et par colonne : "
        "chaque pas rencontre un indice ailleurs.",
    ),
    (
        "limit-all-nine-of-one-digit",
        ONE_DIGIT,
        50,
        "near-clash",
        "All the fives are given, none in reach of another: "
        "a program that sees a clash there refuses a right grid.",
        "Tous les 5 sont donnés, aucun n'en gêne un autre : "
        "un programme qui y voit un conflit refuse une bonne grille.",
    ),
    (
        "limit-equal-digits-side-by-side-that-do-not-clash",
        with_digits(EMPTY, {20: 7, 30: 7, 50: 3, 60: 3}),
        50,
        "near-clash",
        "Equal digits touch at the corners of squares, lawfully: "
        "a program that compares neighbours refuses them.",
        "Des chiffres égaux se touchent aux coins des carrés, à bon droit : "
        "un programme qui compare les voisins les refuse.",
    ),
    (
        "limit-last-row-only",
        "0" * 72 + "314682597",
        20,
        "row trailing",
        "Only the last row is given: "
        "a program that looks for conflicts above the cell alone finds out too late.",
        "Seule la dernière ligne est donnée : "
        "un programme qui ne cherche de conflit qu'au-dessus s'en aperçoit trop tard.",
    ),
]


def limits() -> Recipe:
    for name, grid, limit, tags, why, why_fr in LIMITS:
        yield Made(name, grid, f"limit {tags}", why, why_fr, BY_HAND, limit)
