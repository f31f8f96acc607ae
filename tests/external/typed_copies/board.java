import java.util.*;
public class Main {
    static int[][] grille = new int[9][9];
    static boolean possible(int row, int col, int n) { for (int i=0;i<9;i++) if (grille[i][col]==n || grille[row][i]==n || grille[row/3*3+i/3][col/3*3+i%3]==n) return false; return true; }
    static boolean resoudre(int pos) {
        if (pos == 81) return true;
        int r = pos/9, c = pos%9;
        if (grille[r][c] != 0) return resoudre(pos+1);
        for (int n=1;n<=9;n++) if (possible(r,c,n)) { grille[r][c]=n; if (resoudre(pos+1)) return true; grille[r][c]=0; }
        return false;
    }
    public static void main(String[] args) { resoudre(0); }
}
