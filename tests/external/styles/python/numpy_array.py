import numpy as np


def solve(grid):
    empty = np.argwhere(grid == 0)
    if len(empty) == 0:
        return grid
    r, c = empty[0]
    box = grid[r // 3 * 3 : r // 3 * 3 + 3, c // 3 * 3 : c // 3 * 3 + 3]
    used = np.union1d(np.union1d(grid[r, :], grid[:, c]), box.ravel())
    for digit in range(1, 10):
        if digit not in used:
            changed = grid.copy()
            changed[r, c] = digit
            found = solve(changed)
            if found is not None:
                return found
    return None
