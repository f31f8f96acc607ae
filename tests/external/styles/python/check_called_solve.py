def solve(grid, row, col, num):
    for k in range(9):
        if grid[row][k] == num or grid[k][col] == num:
            return False
        if grid[row // 3 * 3 + k // 3][col // 3 * 3 + k % 3] == num:
            return False
    return True


def Suduko(grid, row, col):
    if row == 8 and col == 9:
        return True
    if col == 9:
        row, col = row + 1, 0
    if grid[row][col] > 0:
        return Suduko(grid, row, col + 1)
    for num in range(1, 10):
        if solve(grid, row, col, num):
            grid[row][col] = num
            if Suduko(grid, row, col + 1):
                return True
        grid[row][col] = 0
    return False
