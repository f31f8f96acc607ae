package sudoku

import "errors"

type Cell uint8
type Board [9][9]Cell

func (b *Board) ok(r, c int, d Cell) bool {
	for i := 0; i < 9; i++ {
		if b[r][i] == d || b[i][c] == d || b[r/3*3+i/3][c/3*3+i%3] == d {
			return false
		}
	}
	return true
}

// Solve fills the board.
func (b *Board) Solve() error {
	for p := 0; p < 81; p++ {
		r, c := p/9, p%9
		if b[r][c] != 0 {
			continue
		}
		for d := Cell(1); d <= 9; d++ {
			if b.ok(r, c, d) {
				b[r][c] = d
				if b.Solve() == nil {
					return nil
				}
				b[r][c] = 0
			}
		}
		return errors.New("no solution")
	}
	return nil
}
