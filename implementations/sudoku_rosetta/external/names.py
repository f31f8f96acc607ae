"""The names of functions and parameters that solvers usually have, in several languages."""

from __future__ import annotations

import re
from collections.abc import Iterable

SOLVES = re.compile(
    r"solv|r[eé]sou|resol|l[oö]s(e|ung)|solu|backtrack|retour|sudoku|search|cherch|recherch|explor|recurs|fill|rempl|complet|dfs|essai|arbre",
    re.I,
)
USUAL = re.compile(
    r"^_*((solve|r[eé]soudre|r[eé]soud|r[eé]sous|solver?|solution)(_?(the|le|la|un))?"
    r"(_?(sudoku|puzzle|board|grid|grille|matrix|backtrack(ing)?|recursive(ly)?|bt|dfs|it))*|sudoku_?solver?)_*$",
    re.I,
)
_FINDS_SOLUTION = re.compile(
    r"_*(get|find|trouve|calcul|compute)\w{0,8}sol(ution|ve)(_?(sudoku|grid|board|grille))?$", re.I
)
HELPER = re.compile(
    r"^_*(print|display|show|affich|draw|dessin|pretty|is|est|in|valid|v[eé]rif|check|test|possib|can|peut|find|trouv|get|gen|cr[eé]|make|"
    r"read|lire|load|charg|save|parse|convert|copy|copie|count|compt|init|to|from|write|ecri|input|saisi|empty|vide|next|allowed|candid|no|"
    r"used|row|col|box|set|update|remove|place|format|str|time|cross|peers|units|eliminate|assign|run_|unit|bench|random)",
    re.I,
)
GRID = re.compile(
    r"grid|grill|board|puzzle|sudoku|matri|table|plateau|bo$|^g$|^b$|^m$|^s$|^t$|^p$|^x$|tab|arr|cells|field|game|jeu|^l$|^a$|mat$",
    re.I,
)
POSITION = re.compile(
    r"^(r|c|row|col|column|lig|ligne|colonne|i|j|k|x|y|n|pos|position|index|idx|cell|case|start|depth|level|niveau|num|count|step|prof.*|p|l)$",
    re.I,
)
COLLECTION = re.compile(r"solution|result|res$|answer|history|out|list|moves|path", re.I)
DIGITS = re.compile(
    r"digit|chiffre|symbol|element|^ele_?|^(all_?)?(numbers|nombres|values|valeurs|chars)$", re.I
)
SIZE = re.compile(r"^(n|size|taille|dim|length|longueur)$", re.I)
BOX = re.compile(r"width|height|box|largeur|hauteur|order|ordre|base", re.I)
SETTER = re.compile(
    r"set|load|new|init|read|put|import|from|charg|lire|add|give|input|define|fill|build|parse|create|make",
    re.I,
)
RUN = re.compile(r"^_*(main|run|start|play|lancer|jouer|principal|programme|go)_*$", re.I)


def name_rank(name: str) -> int:
    """How plausible it is that a function of this name solves: 0 for a usual name, 3 for the name of a helper."""
    if USUAL.match(name):
        return 0
    if _FINDS_SOLUTION.match(name) or (SOLVES.search(name) and not HELPER.match(name)):
        return 1
    return 3 if HELPER.match(name) or name.startswith("__") else 2


def ranked(names: Iterable[str]) -> list[str]:
    """The names, most plausible first."""
    return sorted(dict.fromkeys(names), key=name_rank)


def is_grid_name(name: str) -> bool:
    """Whether a parameter or variable of this name may be the grid."""
    return bool(GRID.search(name)) and not POSITION.match(name) and not COLLECTION.search(name)


def is_name_of_solver(name: str) -> bool:
    """Whether the name of a function says that it solves."""
    return SOLVES.search(name) is not None


def is_usual_call(call: str) -> bool:
    """Whether a function or method with a usual name of a solver is called."""
    names = _names_called(call)
    return bool(names) and (USUAL.match(names[-1]) is not None or names[-1] == "sudoku")


def is_plausible_call(call: str) -> bool:
    """Whether the function or method that is called last has a name that speaks of solving."""
    names = _names_called(call)
    return bool(names) and name_rank(names[-1]) <= 1


def _names_called(call: str) -> list[str]:
    found = re.findall(r"(?<!new )\b(\w+)(?=\(| GRID)", call)
    return [name for name in found if name not in ("str", "String", "list")]


def is_call_of(call: str, function: str) -> bool:
    """Whether the call uses this function, method or class: "solve", "Solution.solve"."""
    return all(re.search(rf"\b{re.escape(part)}\b", call) for part in function.split("."))
