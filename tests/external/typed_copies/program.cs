using System;
namespace Sudoku.Solver
{
    class Program
    {
        enum Level { Easy, Hard }
        class Node { public int X; }
        static readonly int[,] grid = new int[9, 9] { {0,0,0,0,0,0,0,0,0},{0,0,0,0,0,0,0,0,0},{0,0,0,0,0,0,0,0,0},{0,0,0,0,0,0,0,0,0},{0,0,0,0,0,0,0,0,0},{0,0,0,0,0,0,0,0,0},{0,0,0,0,0,0,0,0,0},{0,0,0,0,0,0,0,0,0},{0,0,0,0,0,0,0,0,0} };
        public int Size { get; private set; }
        static void Use(Node n) => Console.WriteLine(n.X);
        static bool Possible(int[,] g, int row, int col, int n)
        {
            for (int i = 0; i < 9; i++) if (g[row, i] == n || g[i, col] == n || g[row / 3 * 3 + i / 3, col / 3 * 3 + i % 3] == n) return false;
            return true;
        }
        static bool Solve(int[,] g, int row, int col)
        {
            if (row == 9) return true;
            if (col == 9) return Solve(g, row + 1, 0);
            if (g[row, col] != 0) return Solve(g, row, col + 1);
            for (int n = 1; n <= 9; n++) if (Possible(g, row, col, n)) { g[row, col] = n; if (Solve(g, row, col + 1)) return true; g[row, col] = 0; }
            return false;
        }
        static void Main(string[] args)
        {
            if (Solve(grid, 0, 0)) Console.WriteLine($"done {grid[0, 0]}");
            Console.ReadKey();
        }
    }
}
