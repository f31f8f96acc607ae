def fits(grid, row, column, digit):
    for k in range(9):
        if grid[row][k] == digit or grid[k][column] == digit:
            return False
        if grid[row // 3 * 3 + k // 3][column // 3 * 3 + k % 3] == digit:
            return False
    return True


def first_empty(grid):
    for row in range(9):
        for column in range(9):
            if grid[row][column] == 0:
                return row, column
    return None


def place_digits(grid):
    cell = first_empty(grid)
    if cell is None:
        return True
    row, column = cell
    for digit in range(1, 10):
        if fits(grid, row, column, digit):
            grid[row][column] = digit
            if place_digits(grid):
                return True
            grid[row][column] = 0
    return False


def draw(grid):
    for r in range(9):
        if r % 3 == 0:
            print("+-------+-------+-------+")
        cells = [str(digit) if digit else "." for digit in grid[r]]
        print("|", " ".join(cells[:3]), "|", " ".join(cells[3:6]), "|", " ".join(cells[6:]), "|")
    print("+-------+-------+-------+")


def main(grid):
    print("Puzzle:")
    draw(grid)
    print()
    work = [row[:] for row in grid]
    if place_digits(work):
        print("Solution:")
        draw(work)
    else:
        print("impossible")


if __name__ == "__main__":
    main([
        [5, 3, 0, 0, 7, 0, 0, 0, 0],
        [6, 0, 0, 1, 9, 5, 0, 0, 0],
        [0, 9, 8, 0, 0, 0, 0, 6, 0],
        [8, 0, 0, 0, 6, 0, 0, 0, 3],
        [4, 0, 0, 8, 0, 3, 0, 0, 1],
        [7, 0, 0, 0, 2, 0, 0, 0, 6],
        [0, 6, 0, 0, 0, 0, 2, 8, 0],
        [0, 0, 0, 4, 1, 9, 0, 0, 5],
        [0, 0, 0, 0, 8, 0, 0, 7, 9],
    ])
