using System.Collections.Generic;
public class Sudoku
{
    private readonly int[,] _board;
    public int[,] Board => _board;
    public Sudoku(int[,] board) { _board = (int[,])board.Clone(); }
    private bool Ok(int row, int col, int n) { for (int i = 0; i < 9; i++) if (_board[row, i] == n || _board[i, col] == n || _board[row / 3 * 3 + i / 3, col / 3 * 3 + i % 3] == n) return false; return true; }
    public bool Solve() {
        for (int p = 0; p < 81; p++) { int r = p / 9, c = p % 9; if (_board[r, c] != 0) continue;
            for (int n = 1; n <= 9; n++) if (Ok(r, c, n)) { _board[r, c] = n; if (Solve()) return true; _board[r, c] = 0; }
            return false; }
        return true;
    }
}
