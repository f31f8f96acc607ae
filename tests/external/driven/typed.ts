export type Board = number[][];
export interface Opts { a?: number }
const valid = (b: Board, r: number, c: number, n: number): boolean => {
  for (let i = 0; i < 9; i++) { if (b[r][i]===n||b[i][c]===n) return false; const x = r-r%3+Math.floor(i/3), y=c-c%3+i%3; if (b[x][y]===n) return false;} return true;
}
export const solve = (board: Board, opts: Opts = {}): Board | null => {
  const b = board.map((r) => [...r]);
  const go = (k: number): boolean => { if (k===81) return true; const r=Math.floor(k/9), c=k%9; if (b[r][c]) return go(k+1); for (let n=1;n<10;n++) if (valid(b,r,c,n)) { b[r][c]=n; if (go(k+1)) return true; b[r][c]=0;} return false; }
  return go(0) ? b : null;
};
