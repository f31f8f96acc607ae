from itertools import product


def solve_sudoku(size, grid):
    """Exact cover: each choice (row, column, digit) meets four demands."""
    R, C = size
    N = R * C
    choices = {}
    for r, c, n in product(range(N), range(N), range(1, N + 1)):
        box = r // R * R + c // C
        choices[r, c, n] = [("cell", r, c), ("row", r, n), ("column", c, n), ("box", box, n)]
    open_demands = {}
    for choice, demands in choices.items():
        for demand in demands:
            open_demands.setdefault(demand, set()).add(choice)
    for r, c in product(range(N), range(N)):
        if grid[r][c]:
            choice = r, c, grid[r][c]
            if any(demand not in open_demands for demand in choices[choice]):
                return
            select(open_demands, choices, choice)
    for chosen in cover(open_demands, choices, []):
        result = [list(row) for row in grid]
        for r, c, n in chosen:
            result[r][c] = n
        yield result


def select(open_demands, choices, choice):
    removed = []
    for demand in choices[choice]:
        for other in open_demands[demand]:
            for third in choices[other]:
                if third != demand:
                    open_demands[third].discard(other)
        removed.append(open_demands.pop(demand))
    return removed


def unselect(open_demands, choices, choice, removed):
    for demand in reversed(choices[choice]):
        open_demands[demand] = removed.pop()
        for other in open_demands[demand]:
            for third in choices[other]:
                if third != demand:
                    open_demands[third].add(other)


def cover(open_demands, choices, chosen):
    if not open_demands:
        yield list(chosen)
        return
    demand = min(open_demands, key=lambda d: len(open_demands[d]))
    for choice in list(open_demands[demand]):
        removed = select(open_demands, choices, choice)
        yield from cover(open_demands, choices, [*chosen, choice])
        unselect(open_demands, choices, choice, removed)
