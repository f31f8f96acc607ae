package com.dupont;
import java.util.Scanner;
// a "program" { with braces
public class SudokuSolver {
    private static final int[][] GRID_TO_SOLVE = {
      {5,3,0,0,7,0,0,0,0},{6,0,0,1,9,5,0,0,0},{0,9,8,0,0,0,0,6,0},{8,0,0,0,6,0,0,0,3},{4,0,0,8,0,3,0,0,1},{7,0,0,0,2,0,0,0,6},{0,6,0,0,0,0,2,8,0},{0,0,0,4,1,9,0,0,5},{0,0,0,0,8,0,0,7,9}};
    private static final int N = 9;
    private static boolean isNumberInRow(int[][] board, int number, int row) { for (int i=0;i<N;i++) if (board[row][i]==number) return true; return false; }
    private static boolean isOk(int[][] b, int n, int r, int c) {
      for (int i=0;i<9;i++) if (b[i][c]==n || b[r][i]==n || b[r/3*3+i/3][c/3*3+i%3]==n) return false; return true; }
    static boolean solveBoard(int[][] board, int row, int col) throws Exception {
        if (row == N) return true;
        int nr = col == 8 ? row+1 : row, nc = (col+1)%9;
        if (board[row][col] != 0) return solveBoard(board, nr, nc);
        for (int n=1;n<=9;n++) if (isOk(board,n,row,col)) { board[row][col]=n; if (solveBoard(board,nr,nc)) return true; board[row][col]=0; }
        return false;
    }
    public static void main(String[] args) throws Exception {
        Scanner in = new Scanner(System.in);
        String line = in.nextLine();
        int[][] b = new int[9][9];
        for (int i=0;i<81;i++) b[i/9][i%9] = line.charAt(i)-'0';
        if (!solveBoard(b,0,0)) { System.out.println("no"); System.exit(3); }
        for (int[] r : b) { for (int x : r) System.out.print(x); }
        System.out.println();
        System.exit(0);
    }
}
