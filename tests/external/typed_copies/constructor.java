public class Sudoku {
    private int[][] board; // the board
    public static final int EMPTY = 0;
    public Sudoku(int[][] board) { this.board = new int[9][9]; for (int i=0;i<9;i++) for (int j=0;j<9;j++) this.board[i][j]=board[i][j]; }
    private boolean ok(int row, int col, int n) { for (int i=0;i<9;i++) if (board[i][col]==n || board[row][i]==n || board[row/3*3+i/3][col/3*3+i%3]==n) return false; return true; }
    public boolean solve() {
        for (int r=0;r<9;r++) for (int c=0;c<9;c++) if (board[r][c]==EMPTY) {
            for (int n=1;n<=9;n++) if (ok(r,c,n)) { board[r][c]=n; if (solve()) return true; board[r][c]=EMPTY; }
            return false; }
        return true;
    }
    public void display() { System.out.println("x"); }
    public static void main(String[] args) { new Sudoku(new int[9][9]).solve(); }
}
