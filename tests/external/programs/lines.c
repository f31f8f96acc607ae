/* Reads nine lines with scanf, prints the grid in boxes. */
#include <math.h>
#include <stdio.h>
int g[9][9];
int allowed(int r, int c, int v)
{
    for (int k = 0; k < 9; k++)
        if (g[r][k] == v || g[k][c] == v || g[r / 3 * 3 + k / 3][c / 3 * 3 + k % 3] == v) return 0;
    return 1;
}
int solve(int n)
{
    if (n == 81) return 1;
    int r = n / 9, c = n % 9;
    if (g[r][c]) return solve(n + 1);
    for (int v = 1; v <= 9; v++)
        if (allowed(r, c, v)) {
            g[r][c] = v;
            if (solve(n + 1)) return 1;
            g[r][c] = 0;
        }
    return 0;
}
int main(void)
{
    printf("Enter the grid, nine lines with 0 for empty cells:\n");
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++)
            scanf("%1d", &g[r][c]);
    if (!solve(0)) {
        printf("There is no solution (%.1f)\n", sqrt(4));
        return 0;
    }
    for (int r = 0; r < 9; r++) {
        if (r % 3 == 0) printf("+-------+-------+-------+\n");
        for (int c = 0; c < 9; c++)
            printf("%s%d ", c % 3 ? "" : "| ", g[r][c]);
        printf("|\n");
    }
    printf("+-------+-------+-------+\n");
}
