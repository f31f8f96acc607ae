struct Sudoku {
    cells: [[u8; 9]; 9],
}

fn new_sudoku(numbers: &[u8; 81]) -> Sudoku {
    let mut cells = [[0; 9]; 9];
    for (place, &number) in numbers.iter().enumerate() {
        cells[place / 9][place % 9] = number;
    }
    Sudoku { cells }
}

fn is_possible(sudoku: &Sudoku, r: usize, c: usize, n: u8) -> bool {
    let b = &sudoku.cells;
    (0..9).all(|i| b[r][i] != n && b[i][c] != n && b[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] != n)
}

fn solve(sudoku: &mut Sudoku) -> bool {
    for place in 0..81 {
        let (r, c) = (place / 9, place % 9);
        if sudoku.cells[r][c] != 0 {
            continue;
        }
        for n in 1..=9 {
            if is_possible(sudoku, r, c, n) {
                sudoku.cells[r][c] = n;
                if solve(sudoku) {
                    return true;
                }
                sudoku.cells[r][c] = 0;
            }
        }
        return false;
    }
    true
}
