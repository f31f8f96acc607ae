// it's a comment with 'quote {
use std::fmt;
type Board = [[u8; 9]; 9];

fn ok(b: &Board, r: usize, c: usize, d: u8) -> bool {
    (0..9).all(|i| b[r][i] != d && b[i][c] != d && b[r/3*3+i/3][c/3*3+i%3] != d)
}

pub fn solve(b: &mut Board) -> bool {
    for p in 0..81 {
        let (r, c) = (p / 9, p % 9);
        if b[r][c] != 0 { continue; }
        for d in 1..=9 {
            if ok(b, r, c, d) {
                b[r][c] = d;
                if solve(b) { return true; }
                b[r][c] = 0;
            }
        }
        return false;
    }
    true
}

fn main() {
    let mut b = [[0u8; 9]; 9];
    println!("{}", solve(&mut b));
}
#[cfg(test)]
mod tests { use super::*; #[test] fn solve_it() {} }
