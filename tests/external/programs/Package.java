package fr.ecole.sudoku;

import java.util.Scanner;

/* A package, and a public class with another name than the file. */
class Checker {
    static boolean fits(int[][] g, int r, int c, int v) {
        for (int k = 0; k < 9; k++)
            if (g[r][k] == v || g[k][c] == v || g[r / 3 * 3 + k / 3][c / 3 * 3 + k % 3] == v) return false;
        return true;
    }
}

public class Resolution {
    private final int[][] g = new int[9][9];

    boolean solve(int n) {
        if (n == 81) return true;
        int r = n / 9, c = n % 9;
        if (g[r][c] != 0) return solve(n + 1);
        for (int v = 1; v <= 9; v++)
            if (Checker.fits(g, r, c, v)) {
                g[r][c] = v;
                if (solve(n + 1)) return true;
                g[r][c] = 0;
            }
        return false;
    }

    public static void main(String[] args) {
        Resolution s = new Resolution();
        Scanner in = new Scanner(System.in);
        for (int r = 0; r < 9; r++) {
            System.out.print("Ligne " + (r + 1) + " : ");
            for (int c = 0; c < 9; c++) s.g[r][c] = in.nextInt();
        }
        if (!s.solve(0)) System.out.println("Pas de solution !");
        else for (int[] row : s.g) {
            StringBuilder line = new StringBuilder();
            for (int v : row) line.append(v).append(' ');
            System.out.println(line);
        }
    }
}
