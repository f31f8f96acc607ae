impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        Self::solve(board);
    }
    fn solve(board: &mut Vec<Vec<char>>) -> bool {
        for r in 0..9 { for c in 0..9 {
            if board[r][c] == '.' {
                for d in b'1'..=b'9' {
                    let d = d as char;
                    if Self::ok(board, r, c, d) {
                        board[r][c] = d;
                        if Self::solve(board) { return true; }
                        board[r][c] = '.';
                    }
                }
                return false;
            }
        } }
        true
    }
    fn ok(b: &Vec<Vec<char>>, r: usize, c: usize, d: char) -> bool {
        (0..9).all(|i| b[r][i] != d && b[i][c] != d && b[r/3*3+i/3][c/3*3+i%3] != d)
    }
}
