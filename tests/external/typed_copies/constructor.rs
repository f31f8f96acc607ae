#[derive(Clone, Debug)]
pub struct Sudoku { cells: [[Option<u8>; 9]; 9], steps: usize }

impl Sudoku {
    pub fn new(cells: [[Option<u8>; 9]; 9]) -> Self { Sudoku { cells, steps: 0 } }
    fn ok(&self, r: usize, c: usize, d: u8) -> bool {
        let b = &self.cells;
        (0..9).all(|i| b[r][i] != Some(d) && b[i][c] != Some(d) && b[r/3*3+i/3][c/3*3+i%3] != Some(d))
    }
    pub fn solve(&mut self) -> Result<(), String> {
        for p in 0..81 {
            let (r, c) = (p / 9, p % 9);
            if self.cells[r][c].is_some() { continue; }
            for d in 1..=9 {
                if self.ok(r, c, d) {
                    self.cells[r][c] = Some(d);
                    if self.solve().is_ok() { return Ok(()); }
                    self.cells[r][c] = None;
                }
            }
            return Err("none".into());
        }
        Ok(())
    }
}
