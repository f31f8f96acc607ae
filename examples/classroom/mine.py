"""My Sudoku solver: solve(board) fills nine lists of nine numbers; 0 is an empty cell."""


def allowed(board, row, col, digit):
    if digit in board[row] or digit in [line[col] for line in board]:
        return False
    top, left = row - row % 3, col - col % 3
    return all(digit not in line[left : left + 3] for line in board[top : top + 3])


def clues_clash(board):
    for row in range(9):
        for col in range(9):
            digit, board[row][col] = board[row][col], 0
            free = digit == 0 or allowed(board, row, col, digit)
            board[row][col] = digit
            if not free:
                return True
    return False


def search(board):
    for row in range(9):
        for col in range(9):
            if board[row][col] == 0:
                for digit in range(1, 10):
                    if allowed(board, row, col, digit):
                        board[row][col] = digit
                        if search(board):
                            return True
                board[row][col] = 0
                return False
    return True


def solve(board):
    return not clues_clash(board) and search(board)
