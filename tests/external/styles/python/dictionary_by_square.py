ROWS, DIGITS = "ABCDEFGHI", "123456789"


def conflict(a, b):
    if a == b:
        return False
    same_box = (ord(a[0]) - 65) // 3 == (ord(b[0]) - 65) // 3 and (int(a[1]) - 1) // 3 == (int(b[1]) - 1) // 3
    return a[0] == b[0] or a[1] == b[1] or same_box


def backtracking(board):
    empty = [square for square in board if board[square] == 0]
    if not empty:
        return board
    square = empty[0]
    used = {board[other] for other in board if conflict(square, other)}
    for digit in range(1, 10):
        if digit not in used:
            board[square] = digit
            if backtracking(board):
                return board
            board[square] = 0
    return False
