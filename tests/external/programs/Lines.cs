// Reads nine lines with dots.
using System;
class Program {
    static char[][] g = new char[9][];
    static bool Fits(int r, int c, char v) {
        for (int k = 0; k < 9; k++)
            if (g[r][k] == v || g[k][c] == v || g[r / 3 * 3 + k / 3][c / 3 * 3 + k % 3] == v) return false;
        return true;
    }
    static bool Solve() {
        for (int r = 0; r < 9; r++)
            for (int c = 0; c < 9; c++)
                if (g[r][c] == '.') {
                    for (char v = '1'; v <= '9'; v++)
                        if (Fits(r, c, v)) {
                            g[r][c] = v;
                            if (Solve()) return true;
                            g[r][c] = '.';
                        }
                    return false;
                }
        return true;
    }
    static void Main(string[] args) {
        for (int r = 0; r < 9; r++) g[r] = Console.ReadLine().ToCharArray();
        if (Solve()) foreach (var row in g) Console.WriteLine(new string(row));
        else Console.WriteLine("Not solvable");
    }
}
