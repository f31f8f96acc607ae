class Sudoku:
    def __init__(self, board):
        self.board = [list(row) for row in board]

    def possible(self, row, column, digit):
        for k in range(9):
            if self.board[row][k] == digit or self.board[k][column] == digit:
                return False
            if self.board[row // 3 * 3 + k // 3][column // 3 * 3 + k % 3] == digit:
                return False
        return True

    def solve(self):
        for row in range(9):
            for column in range(9):
                if self.board[row][column] == 0:
                    for digit in range(1, 10):
                        if self.possible(row, column, digit):
                            self.board[row][column] = digit
                            if self.solve():
                                return True
                            self.board[row][column] = 0
                    return False
        return True
