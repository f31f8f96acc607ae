"""The grids that others made: those of the documents, and those that were published under a name."""

from __future__ import annotations

from conformance.recipes.made import Made, Recipe

GRID_1 = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
GRID_1_LESS_ONE = "100007090030020008009600500005300900010080002600004000300000010040000007007000000"
GRID_2 = "080107060004000100050609020013000240200000006075000310090805000001000700030402090"
GRID_OF_002 = "103050089006089000000120000000000091060001034890234000040078012008900300002300070"


def documents() -> Recipe:
    yield Made(
        "document-c-grid",
        GRID_1,
        "document unique published guess hard",
        "The grid that two of the documents share, known elsewhere as AI Escargot: "
        "a program that only applies rules stops before its end.",
        "La grille commune à deux des documents, connue ailleurs sous le nom d'AI Escargot : "
        "un programme qui n'applique que des règles s'arrête avant la fin.",
        'documents "c" and "pseudocode" (grid 1); Arto Inkala, AI Escargot, 2006',
    )
    yield Made(
        "document-c-grid-less-one-clue",
        GRID_1_LESS_ONE,
        "document few guess",
        "One clue less makes 90 solutions of one: "
        "a program that stops at its first solution, or repeats some, shows.",
        "Un indice de moins, et une solution devient 90 : "
        "un programme qui s'arrête à la première, ou en répète, se trahit.",
        'document "c": its experiment without the clue of cell 78',
    )
    yield Made(
        "document-pseudocode-grid-2",
        GRID_2,
        "document unique guess",
        "Its first and last cells are empty, and the first one ends up with a 3: "
        "a program that never goes back to the first cell keeps its first try.",
        "Sa première et sa dernière case sont vides, et la première finit par recevoir un 3 : "
        "un programme qui ne revient jamais à la première case garde son premier essai.",
        'document "pseudocode", grid 2',
    )
    yield Made(
        "document-scilab-grid",
        GRID_OF_002,
        "document few guess asymmetric",
        "Not symmetric, with 13 solutions: "
        "a program that takes rows for columns, as the printed Scilab does, is lost.",
        "Sans symétrie, avec 13 solutions : "
        "un programme qui prend les lignes pour les colonnes, comme le Scilab imprimé, se perd.",
        'document "scilab"',
    )


PUBLISHED = [
    (
        "golden-nugget",
        "000000039000001005003050800008090006070002000100400000009080050020000600400700000",
        "hard",
        "No digit follows from the clues by the two rules: "
        "a program that does not go on to guess stops with holes in the grid.",
        "Aucun chiffre ne découle des indices par les deux règles : "
        "un programme qui n'essaie pas rend une grille trouée.",
        "Golden Nugget, a name of the hard-puzzle lists",
    ),
    (
        "easter-monster",
        "100000002090400050006000700050903000000070000000850040700000600030009080002000001",
        "hard",
        "Guesses fail many floors below the wrong one: "
        "a program that undoes only its last guess finds nothing.",
        "Un mauvais essai n'échoue que bien plus bas : "
        "un programme qui ne défait que le dernier ne trouve rien.",
        "Easter Monster, a name of the hard-puzzle lists",
    ),
    (
        "platinum-blonde",
        "000000012000000003002300400001800005060070800000009000008500000900040500470006000",
        "hard",
        "Nearly two rows of empty cells come first: a program with a floor too few for its tries overflows.",
        "Près de deux lignes vides d'entrée : "
        "un programme qui prévoit trop peu d'étages pour ses essais déborde.",
        "Platinum Blonde, a name of the hard-puzzle lists",
    ),
    (
        "cheese",
        "020050700400100006800003000200008003040020500000600010002090000090000005704000900",
        "hard",
        "Each unit has few clues: a program that guesses among wrong candidates, "
        "computed once and for all, goes wrong.",
        "Chaque zone a peu d'indices : "
        "un programme qui essaie des candidats calculés une fois pour toutes se trompe.",
        "Cheese, a name of the hard-puzzle lists",
    ),
    (
        "red-dwarf",
        "120300004350000100004000000005400200600070000000008090003100500000009070000060008",
        "hard",
        "Its clues crowd into one square: a program that checks squares by a wrong corner accepts too much.",
        "Ses indices se serrent dans un carré : un programme qui se trompe de coin de carré accepte trop.",
        "Red Dwarf, a name of the hard-puzzle lists",
    ),
    (
        "fata-morgana",
        "000000003001005600090040070000009050700000008050402000080020090003500100600000000",
        "hard",
        "Thousands of guesses, nearly all wrong: "
        "a program that leaves one trace of each soon has no candidate left.",
        "Des milliers d'essais, presque tous faux : "
        "un programme qui en garde une trace n'a bientôt plus de candidat.",
        "Fata Morgana, a name of the hard-puzzle lists",
    ),
    (
        "inkala-2006",
        "850002400720000009004000000000107002305000900040000000000080070017000000000036040",
        "hard",
        "Told as the hardest of its year: "
        "rules and guesses must alternate, and not one after the other once.",
        "Donnée pour la plus difficile de son année : "
        "règles et essais doivent alterner, pas se succéder une fois.",
        "Arto Inkala, 2006, in Peter Norvig's Solving Every Sudoku Puzzle",
    ),
    (
        "inkala-2010",
        "005300000800000020070010500400005300010070006003200080060500009004000030000009700",
        "hard",
        "Wrong guesses fill many cells before they fail: "
        "a program that keeps some of those digits gives a clash.",
        "Un essai faux remplit bien des cases avant d'échouer : "
        "un programme qui en garde rend deux chiffres égaux.",
        "Arto Inkala, 2010, in Peter Norvig's Solving Every Sudoku Puzzle",
    ),
    (
        "inkala-2012",
        "800000000003600000070090200050007000000045700000100030001000068008500010090000400",
        "hard",
        "No digit is forced at the start and the first row has one clue: "
        "a program that needs an easy start never begins.",
        "Aucun chiffre forcé au départ, un seul indice en première ligne : "
        "un programme qui veut un début facile cale.",
        "Arto Inkala, Everest, 2012",
    ),
    (
        "wikipedia-example",
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
        "easy",
        "The grid that everyone tries first: a program that fails here fails from the start.",
        "La grille que tout le monde essaie d'abord : un programme qui échoue ici échoue d'emblée.",
        "Wikipedia, Sudoku",
    ),
    (
        "project-euler-96-first",
        "003020600900305001001806400008102900700000008006708200002609500800203009005010300",
        "easy",
        "Its clues keep their places when it is turned upside down, not their digits: "
        "reading from the end is wrong.",
        "Retournée, elle garde les places de ses indices, pas leurs chiffres : "
        "la lire par la fin est une erreur.",
        "Project Euler, problem 96, grid 01",
    ),
    (
        "norvig-top95-first",
        "400000805030000000000700000020000060000080400000010000000603070500200000104000000",
        "hard long-row-major",
        "Only 17 clues, and guesses without end in reading order: "
        "a slow program is to be stopped, not believed hung.",
        "17 indices seulement, et des essais sans fin dans l'ordre de lecture : "
        "un programme lent est à arrêter, pas à croire planté.",
        "Peter Norvig, Solving Every Sudoku Puzzle, first of top95",
    ),
    (
        "norvig-impossible",
        "000005080000601043000000000010500000000106000300000005530000061000000004000000000",
        "none hard long-row-major",
        "No digit clashes and there is no solution, which takes billions of placements to see in reading order: "
        "a program with no bound never answers.",
        "Ni conflit ni solution, ce que l'ordre de lecture ne voit qu'après des milliards de placements : "
        "un programme sans borne ne répond jamais.",
        "Peter Norvig, Solving Every Sudoku Puzzle: the grid that took 1439 seconds",
    ),
    (
        "brute-force-resistant",
        "000000000000003085001020000000507000004000100090000000500000073002010000000040009",
        "hard long-row-major",
        "An empty first row whose solution is 987654321: trying digits in order meets it last.",
        "Une première ligne vide dont la solution est 987654321 : "
        "essayer les chiffres en ordre la trouve en dernier.",
        "Wikipedia, Sudoku solving algorithms: the grid that resists brute force",
    ),
    (
        "seventeen-clues-one",
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
        "seventeen no-guess short-rules long-row-major",
        "17 clues, the fewest that one solution allows: "
        "a program that asks for more clues refuses a right grid.",
        "17 indices, le minimum pour une solution unique : "
        "un programme qui en exige plus refuse une grille juste.",
        "Gordon Royle's collection of 17-clue grids",
    ),
    (
        "seventeen-clues-two",
        "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
        "seventeen no-guess short-rules long-row-major",
        "17 clues, one of the digits never given: "
        "a program that learns its digits from the clues misses the 9.",
        "17 indices, et un chiffre jamais donné : "
        "un programme qui tire ses chiffres des indices ignore le 9.",
        "Gordon Royle's collection of 17-clue grids",
    ),
    (
        "seventeen-clues-three",
        "000000012003600000000007000410020000000500300700000600280000040000300500000000000",
        "seventeen no-guess",
        "17 clues and an empty last row: a program that stops at the last clue leaves the row empty.",
        "17 indices et une dernière ligne vide : un programme qui s'arrête au dernier indice la laisse vide.",
        "Gordon Royle's collection of 17-clue grids",
    ),
]


def published() -> Recipe:
    for name, grid, tags, why, why_fr, source in PUBLISHED:
        number = "" if "none" in tags else "unique "
        yield Made(name, grid, f"published {number}{tags}", why, why_fr, source)
