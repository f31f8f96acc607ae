#![allow(dead_code)]
pub struct Solver { pub found: usize }
impl Solver {
    pub fn solve(&mut self, mut g: Vec<Vec<i32>>) -> Option<Vec<Vec<i32>>> {
        for p in 0..81 {
            let (r, c) = (p / 9, p % 9);
            if g[r][c] != 0 { continue; }
            for d in 1..=9 {
                if (0..9).all(|i| g[r][i] != d && g[i][c] != d && g[r/3*3+i/3][c/3*3+i%3] != d) {
                    g[r][c] = d;
                    if let Some(x) = self.solve(g.clone()) { return Some(x); }
                    g[r][c] = 0;
                }
            }
            return None;
        }
        self.found += 1;
        Some(g)
    }
}
impl Default for Solver { fn default() -> Self { Solver { found: 0 } } }
