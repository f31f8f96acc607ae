public class SudokuSolver {
    public static String solve(String puzzle) {
        char[] c = puzzle.toCharArray();
        return go(c, 0) ? new String(c) : null;
    }
    private static boolean go(char[] c, int p) {
        if (p == 81) return true;
        if (c[p] != '.' && c[p] != '0') return go(c, p+1);
        for (char d='1'; d<='9'; d++) { boolean ok = true; for (int q=0;q<81;q++) if (c[q]==d && (q/9==p/9 || q%9==p%9 || (q/27==p/27 && q%9/3==p%9/3))) ok=false;
          if (ok) { char old=c[p]; c[p]=d; if (go(c,p+1)) return true; c[p]=old; } }
        return false;
    }
}
