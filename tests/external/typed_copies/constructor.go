package main

import (
	"errors"
	"fmt"
)

type Sudoku struct {
	board [9][9]int // cells
	steps int
}

func NewSudoku(s string) (*Sudoku, error) {
	if len(s) != 81 {
		return nil, errors.New("length")
	}
	x := &Sudoku{}
	for i, ch := range s {
		if ch == '.' { ch = '0' }
		x.board[i/9][i%9] = int(ch - '0')
	}
	return x, nil
}

func (s *Sudoku) ok(r, c int, d int) bool {
	for i := 0; i < 9; i++ {
		if s.board[r][i] == d || s.board[i][c] == d || s.board[r/3*3+i/3][c/3*3+i%3] == d {
			return false
		}
	}
	return true
}
func (s *Sudoku) Solve() bool {
	for p := 0; p < 81; p++ {
		r, c := p/9, p%9
		if s.board[r][c] != 0 {
			continue
		}
		for d := 1; d <= 9; d++ {
			if s.ok(r, c, d) {
				s.board[r][c] = d
				if s.Solve() {
					return true
				}
				s.board[r][c] = 0
			}
		}
		return false
	}
	return true
}
func main() { fmt.Println("hi") }
