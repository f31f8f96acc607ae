struct Grid([u8; 81]);
impl std::str::FromStr for Grid {
    type Err = String;
    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let mut g = [0; 81];
        for (i, ch) in s.chars().enumerate() { g[i] = ch.to_digit(10).unwrap_or(0) as u8; }
        Ok(Grid(g))
    }
}
fn search(g: &mut [u8; 81]) -> bool {
    let p = match g.iter().position(|&x| x == 0) { None => return true, Some(p) => p };
    for d in 1..=9u8 {
        if (0..81).all(|q| g[q] != d || !(q / 9 == p / 9 || q % 9 == p % 9 || (q / 27 == p / 27 && q % 9 / 3 == p % 9 / 3))) {
            g[p] = d;
            if search(g) { return true; }
            g[p] = 0;
        }
    }
    false
}
pub fn solve(puzzle: &str) -> Option<String> {
    let mut g: Grid = puzzle.parse().ok()?;
    if search(&mut g.0) { Some(g.0.iter().map(|d| d.to_string()).collect()) } else { None }
}
