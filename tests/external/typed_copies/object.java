class Board {
    private final int[][] cells;

    Board(int[][] cells) {
        this.cells = cells;
    }

    int get(int row, int column) {
        return cells[row][column];
    }

    void put(int row, int column, int digit) {
        cells[row][column] = digit;
    }
}

public class Solver {
    private Board board;

    public Solver(Board board) {
        this.board = board;
    }

    private boolean isPossible(int r, int c, int n) {
        for (int i = 0; i < 9; i++) {
            if (board.get(r, i) == n || board.get(i, c) == n || board.get(r / 3 * 3 + i / 3, c / 3 * 3 + i % 3) == n) {
                return false;
            }
        }
        return true;
    }

    public boolean solve() {
        for (int place = 0; place < 81; place++) {
            int r = place / 9, c = place % 9;
            if (board.get(r, c) != 0) {
                continue;
            }
            for (int n = 1; n <= 9; n++) {
                if (isPossible(r, c, n)) {
                    board.put(r, c, n);
                    if (solve()) {
                        return true;
                    }
                    board.put(r, c, 0);
                }
            }
            return false;
        }
        return true;
    }
}
