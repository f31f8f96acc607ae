// Takes the grid as an argument, prints lists.
const text = process.argv[2];
const grid = [];
for (let r = 0; r < 9; r++) grid.push([...text.slice(9 * r, 9 * r + 9)].map(Number));
function possible(r, c, v) {
  for (let k = 0; k < 9; k++) {
    if (grid[r][k] === v || grid[k][c] === v) return false;
    if (grid[r - (r % 3) + Math.floor(k / 3)][c - (c % 3) + (k % 3)] === v) return false;
  }
  return true;
}
function solve() {
  for (let r = 0; r < 9; r++)
    for (let c = 0; c < 9; c++)
      if (!grid[r][c]) {
        for (let v = 1; v <= 9; v++)
          if (possible(r, c, v)) {
            grid[r][c] = v;
            if (solve()) return true;
            grid[r][c] = 0;
          }
        return false;
      }
  return true;
}
if (solve()) console.log(grid);
else console.log("impossible");
