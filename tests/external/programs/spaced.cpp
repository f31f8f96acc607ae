// Reads 81 numbers with cin, prints nine rows.
#include <iostream>
#include <vector>
using namespace std;
vector<vector<int>> b(9, vector<int>(9));
bool ok(int r, int c, int v)
{
    for (int k = 0; k < 9; k++)
        if (b[r][k] == v || b[k][c] == v || b[r / 3 * 3 + k / 3][c / 3 * 3 + k % 3] == v) return false;
    return true;
}
bool solve(int r, int c)
{
    if (r == 9) return true;
    if (c == 9) return solve(r + 1, 0);
    if (b[r][c]) return solve(r, c + 1);
    for (int v = 1; v <= 9; v++)
        if (ok(r, c, v)) {
            b[r][c] = v;
            if (solve(r, c + 1)) return true;
        }
    b[r][c] = 0;
    return false;
}
int main()
{
    for (auto &row : b)
        for (auto &cell : row)
            cin >> cell;
    if (solve(0, 0))
        for (auto &row : b) {
            for (int cell : row)
                cout << cell << " ";
            cout << endl;
        }
    else
        cout << "No solution exists" << endl;
}
