class Sudoku(private val board: Array<IntArray>) {
    private fun ok(r: Int, c: Int, n: Int) = (0..8).all { board[r][it] != n && board[it][c] != n && board[r / 3 * 3 + it / 3][c / 3 * 3 + it % 3] != n }
    fun solve(): Boolean {
        for (p in 0..80) {
            val r = p / 9; val c = p % 9
            if (board[r][c] != 0) continue
            for (n in 1..9) if (ok(r, c, n)) { board[r][c] = n; if (solve()) return true; board[r][c] = 0 }
            return false
        }
        return true
    }
}
fun main(args: Array<String>) { }
