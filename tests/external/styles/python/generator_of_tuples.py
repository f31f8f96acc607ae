def solve_gen(grid):
    empty = [(r, c) for r in range(9) for c in range(9) if not grid[r][c]]
    if not empty:
        yield tuple(tuple(row) for row in grid)
        return
    r, c = min(empty, key=lambda cell: len(candidates(grid, *cell)))
    for digit in candidates(grid, r, c):
        changed = [list(row) for row in grid]
        changed[r][c] = digit
        yield from solve_gen(changed)


def candidates(grid, r, c):
    used = set(grid[r]) | {row[c] for row in grid}
    used |= {grid[i][j] for i in range(9) for j in range(9) if i // 3 == r // 3 and j // 3 == c // 3}
    return [digit for digit in range(1, 10) if digit not in used]
