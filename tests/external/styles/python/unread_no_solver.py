def is_valid_line(digits):
    seen = [digit for digit in digits if digit]
    return len(seen) == len(set(seen))


def count_clues(grid):
    return sum(1 for row in grid for digit in row if digit)
