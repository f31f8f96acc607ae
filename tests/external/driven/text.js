function ok(b, r, c, n) {
  for (let i = 0; i < 9; i++) {
    if (b[r][i] === n || b[i][c] === n) return false;
    if (b[r - (r % 3) + Math.floor(i / 3)][c - (c % 3) + (i % 3)] === n) return false;
  }
  return true;
}
function fill(b, k) {
  if (k === 81) return true;
  const r = Math.floor(k / 9), c = k % 9;
  if (b[r][c] !== 0) return fill(b, k + 1);
  for (let n = 1; n <= 9; n++) {
    if (ok(b, r, c, n)) {
      b[r][c] = n;
      if (fill(b, k + 1)) return true;
      b[r][c] = 0;
    }
  }
  return false;
}
module.exports = function (text) {
  const rows = text.match(/.{9}/g).map((line) => line.split("").map((sign) => (sign === "." ? 0 : Number(sign))));
  return fill(rows, 0) && rows.map((row) => row.join("")).join("");
};
