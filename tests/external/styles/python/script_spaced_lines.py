import sys

board = [list(map(int, sys.stdin.readline().split())) for _ in range(9)]
blank = [(i, j) for i in range(9) for j in range(9) if board[i][j] == 0]


def usable(x, y, n):
    for k in range(9):
        if board[x][k] == n or board[k][y] == n:
            return False
    for i in range(3):
        for j in range(3):
            if board[x // 3 * 3 + i][y // 3 * 3 + j] == n:
                return False
    return True


def dfs(depth):
    if depth == len(blank):
        for row in board:
            print(*row)
        exit(0)
    x, y = blank[depth]
    for n in range(1, 10):
        if usable(x, y, n):
            board[x][y] = n
            dfs(depth + 1)
            board[x][y] = 0


dfs(0)
