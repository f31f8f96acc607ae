def valide(grid, row, column, digit):
    for k in range(9):
        if grid[row][k] == digit or grid[k][column] == digit:
            return False
        if grid[row // 3 * 3 + k // 3][column // 3 * 3 + k % 3] == digit:
            return False
    return True


def solve(grid, row, column):
    while row < 9 and grid[row][column] != 0:
        column += 1
        if column == 9:
            row, column = row + 1, 0
    if row == 9:
        return True
    for digit in range(1, 10):
        if valide(grid, row, column, digit):
            grid[row][column] = digit
            if solve(grid, row, column):
                return True
            grid[row][column] = 0
    return False


def resoudre(g):
    copie = [ligne[:] for ligne in g]
    return copie if solve(copie, 0, 0) else None
