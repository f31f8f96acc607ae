struct Board([[u8; 9]; 9]);
impl Board {
    fn solve(&mut self) -> bool {
        for p in 0..81 {
            let (r, c) = (p / 9, p % 9);
            if self.0[r][c] != 0 { continue; }
            for d in 1..=9 {
                if (0..9).all(|i| self.0[r][i] != d && self.0[i][c] != d && self.0[r/3*3+i/3][c/3*3+i%3] != d) {
                    self.0[r][c] = d;
                    if self.solve() { return true; }
                    self.0[r][c] = 0;
                }
            }
            return false;
        }
        true
    }
}
