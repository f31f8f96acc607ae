"""Document "deduction": rules first, then guesses, in one recursive algorithm of numbered steps.

Parts of the document: the two ideas, the candidates that are always kept up to date, the steps 0 to 8.
It has no program and no names; the names below are words of its steps.

Differs from the document in:
- the corrections and choices marked [D..], listed in errata.toml
- the document has no grid; this is the grid of documents c and pseudocode
- rows, columns and cells are numbered from 0

Glossary:
    grille         the digits by number of cell, 0 to 80; 0 for an empty cell
    possibles      the candidates of each empty cell, ascending; none for a filled cell
    case, chiffre  a cell, a digit                 liees        the peers of each cell
    UNITES         the rows, then the columns, then the boxes
    ECHEC, REUSSITE    the two results of a call
"""

ECHEC = False
REUSSITE = True

LIGNES = [[9*l+c for c in range(9)] for l in range(9)]
COLONNES = [[9*l+c for l in range(9)] for c in range(9)]
CARRES = [[27*(n//3)+3*(n%3)+9*(p//3)+p%3 for p in range(9)] for n in range(9)]
UNITES = LIGNES + COLONNES + CARRES             # [D3] this order
liees = [sorted({autre for unite in UNITES if case in unite for autre in unite} - {case}) for case in range(81)]

grille = [0]*81
possibles = [[] for case in range(81)]

# [section: grid]
enonce = [
    1, 0, 0, 0, 0, 7, 0, 9, 0,
    0, 3, 0, 0, 2, 0, 0, 0, 8,
    0, 0, 9, 6, 0, 0, 5, 0, 0,
    0, 0, 5, 3, 0, 0, 9, 0, 0,
    0, 1, 0, 0, 8, 0, 0, 0, 2,
    6, 0, 0, 0, 0, 4, 0, 0, 0,
    3, 0, 0, 0, 0, 0, 0, 1, 0,
    0, 4, 0, 0, 0, 0, 0, 0, 7,
    0, 0, 7, 0, 0, 0, 3, 0, 0,
]


def commencer(enonce):
    for case in range(81):
        grille[case] = 0
        possibles[case] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    for case in range(81):
        if enonce[case] != 0: placer(case, enonce[case])
# [end section]


# [section: possible]
def placer(case, chiffre):
    grille[case] = chiffre
    possibles[case] = []
    for autre in liees[case]:                   # les possibilités dans les cases liées
        if chiffre in possibles[autre]: possibles[autre].remove(chiffre)
# [end section]


def algorithme():
    # 0. Chercher les cases pour lesquelles il n'y a pas de solution   [D1]
    if case_sans_solution() is not None:
        return ECHEC

    # 1. 2. Les cases pour lesquelles il n'y a qu'une seule solution
    trouve = case_a_un_seul_chiffre()
    if trouve is not None:
        case, chiffre = trouve
        placer(case, chiffre)
        return algorithme()

    # 3. 4. Les chiffres qui n'ont qu'une seule case dans une unité
    trouve = chiffre_a_une_seule_case()
    if trouve is not None:
        case, chiffre = trouve
        placer(case, chiffre)
        return algorithme()

    # 5. Trouver la première case encore vide
    # [section: next]
    case = premiere_case_vide()
    # [end section]
    # 6. S'il n'y en a plus, terminer sur une réussite
    # [section: end]
    if case is None:
        return REUSSITE
    # [end section]

    # 7. Pour chacun des chiffres possibles dans la case
    # [section: try]
    for chiffre in list(possibles[case]):
        garde = retenir()                       # [D2]
        placer(case, chiffre)                   # 7.1
        if algorithme() == REUSSITE:            # 7.2
            return REUSSITE
        reprendre(garde)                        # 7.3 [D2]
    # [end section]
    # 8. Tous les chiffres ont été testés sans succès
    return ECHEC


def case_sans_solution():
    for case in range(81):
        if grille[case] == 0 and len(possibles[case]) == 0: return case
    return None


def case_a_un_seul_chiffre():
    for case in range(81):
        if len(possibles[case]) == 1: return case, possibles[case][0]
    return None


def chiffre_a_une_seule_case():
    for unite in UNITES:
        for chiffre in range(1, 9+1):
            cases = [case for case in unite if chiffre in possibles[case]]
            if len(cases) == 1: return cases[0], chiffre
    return None


def premiere_case_vide():
    for case in range(81):
        if grille[case] == 0: return case
    return None


# [section: back]
def retenir():
    return list(grille), [list(chiffres) for chiffres in possibles]


def reprendre(garde):
    grille[:], possibles[:] = list(garde[0]), [list(chiffres) for chiffres in garde[1]]
# [end section]


def afficher():
    for l in range(9):
        print(" ".join(str(grille[9*l+c]) if grille[9*l+c] else "." for c in range(9)))


def resoudre(enonce):
    commencer(enonce)
    afficher()
    print()
    if algorithme() == REUSSITE:
        afficher()
        print("\nRéussite")
    else:
        print("Échec")


if __name__ == "__main__":
    resoudre(enonce)
