const readline = require('readline');
const rl = readline.createInterface({ input: process.stdin });
const rows = [];
rl.on('line', (l) => rows.push(l.trim().split(/\s+/).map(Number)));
rl.on('close', () => {
  const g = rows;
  function ok(r, c, n) { for (let i = 0; i < 9; i++) { if (g[r][i]===n||g[i][c]===n) return false; const a = r-r%3+Math.floor(i/3), b=c-c%3+i%3; if (g[a][b]===n) return false;} return true; }
  function go(k) { if (k===81) return true; const r=Math.floor(k/9), c=k%9; if (g[r][c]) return go(k+1); for (let n=1;n<10;n++) if (ok(r,c,n)) { g[r][c]=n; if (go(k+1)) return true; g[r][c]=0;} return false; }
  if (go(0)) g.forEach(r => console.log(r.join(' '))); else console.log('no solution');
  process.exit(0);
});
