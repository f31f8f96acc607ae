// Opens the file that is named by its argument.
use std::{env, fs};
fn fits(g: &Vec<u8>, n: usize, v: u8) -> bool {
    let (r, c) = (n / 9, n % 9);
    (0..9).all(|k| g[9 * r + k] != v && g[9 * k + c] != v && g[9 * (r / 3 * 3 + k / 3) + c / 3 * 3 + k % 3] != v)
}
fn solve(g: &mut Vec<u8>, n: usize) -> bool {
    if n == 81 { return true; }
    if g[n] != b'0' { return solve(g, n + 1); }
    for v in b'1'..=b'9' {
        if fits(g, n, v) {
            g[n] = v;
            if solve(g, n + 1) { return true; }
            g[n] = b'0';
        }
    }
    false
}
fn main() {
    let name = env::args().nth(1).expect("usage: solver FILE");
    let text = fs::read_to_string(name).unwrap();
    let mut g: Vec<u8> = text.bytes().filter(|b| b.is_ascii_digit()).collect();
    if solve(&mut g, 0) { println!("{}", String::from_utf8(g).unwrap()); } else { println!("None"); }
}
