// The grid is written in the source.
const board: number[][] = [
  [5, 3, 0, 0, 7, 0, 0, 0, 0],
  [6, 0, 0, 1, 9, 5, 0, 0, 0],
  [0, 9, 8, 0, 0, 0, 0, 6, 0],
  [8, 0, 0, 0, 6, 0, 0, 0, 3],
  [4, 0, 0, 8, 0, 3, 0, 0, 1],
  [7, 0, 0, 0, 2, 0, 0, 0, 6],
  [0, 6, 0, 0, 0, 0, 2, 8, 0],
  [0, 0, 0, 4, 1, 9, 0, 0, 5],
  [0, 0, 0, 0, 8, 0, 0, 7, 9],
];
function fits(r: number, c: number, v: number): boolean {
  for (let k = 0; k < 9; k++) {
    if (board[r][k] === v || board[k][c] === v) return false;
    if (board[r - (r % 3) + Math.floor(k / 3)][c - (c % 3) + (k % 3)] === v) return false;
  }
  return true;
}
function fill(n: number): boolean {
  if (n === 81) return true;
  const r = Math.floor(n / 9), c = n % 9;
  if (board[r][c]) return fill(n + 1);
  for (let v = 1; v <= 9; v++) {
    if (fits(r, c, v)) {
      board[r][c] = v;
      if (fill(n + 1)) return true;
      board[r][c] = 0;
    }
  }
  return false;
}
console.log("Puzzle:\n" + board.map((row) => row.join(" ")).join("\n"));
console.log(fill(0) ? "Solution:\n" + board.map((row) => row.join(" ")).join("\n") : "unsolvable");
