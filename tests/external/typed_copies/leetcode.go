func solveSudoku(board [][]byte)  {
    solve(board)
}

func solve(board [][]byte) bool {
    for i := 0; i < 9; i++ {
        for j := 0; j < 9; j++ {
            if board[i][j] != '.' { continue }
            for c := byte('1'); c <= '9'; c++ {
                if valid(board, i, j, c) {
                    board[i][j] = c
                    if solve(board) { return true }
                    board[i][j] = '.'
                }
            }
            return false
        }
    }
    return true
}
func valid(board [][]byte, r, c int, d byte) bool {
    for i := 0; i < 9; i++ {
        if board[r][i] == d || board[i][c] == d || board[r/3*3+i/3][c/3*3+i%3] == d { return false }
    }
    return true
}
