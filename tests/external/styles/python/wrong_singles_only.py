def candidates(grid, r, c):
    used = set(grid[r]) | {row[c] for row in grid}
    used |= {grid[i][j] for i in range(9) for j in range(9) if i // 3 == r // 3 and j // 3 == c // 3}
    return set(range(1, 10)) - used


def solve(grid):
    changed = True
    while changed:
        changed = False
        for r in range(9):
            for c in range(9):
                if grid[r][c] == 0 and len(candidates(grid, r, c)) == 1:
                    grid[r][c] = candidates(grid, r, c).pop()
                    changed = True
    return grid
