import java.util.*;
class Solver {
    enum State { A, B }
    static class Cell { int r, c; }
    public List<List<Integer>> solve(List<List<Integer>> grid) throws IllegalStateException {
        if (!go(grid)) throw new IllegalStateException("Impossible: \"none\"");
        return grid;
    }
    boolean go(List<List<Integer>> g) {
        for (int r=0;r<9;r++) for (int c=0;c<9;c++) if (g.get(r).get(c)==0) {
          for (int n=1;n<=9;n++) { boolean ok=true; for (int i=0;i<9;i++) if (g.get(r).get(i)==n||g.get(i).get(c)==n||g.get(r/3*3+i/3).get(c/3*3+i%3)==n) ok=false;
            if (ok) { g.get(r).set(c,n); if (go(g)) return true; g.get(r).set(c,0);} }
          return false; }
        return true;
    }
}
