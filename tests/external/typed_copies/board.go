package main

import "fmt"

var board = [9][9]int{
	{5, 3},
}

func ok(r, c, d int) bool {
	for i := 0; i < 9; i++ {
		if board[r][i] == d || board[i][c] == d || board[r/3*3+i/3][c/3*3+i%3] == d {
			return false
		}
	}
	return true
}

func resoudre(pos int) bool {
	if pos == 81 {
		return true
	}
	r, c := pos/9, pos%9
	if board[r][c] != 0 {
		return resoudre(pos + 1)
	}
	for d := 1; d < 10; d++ {
		if ok(r, c, d) {
			board[r][c] = d
			if resoudre(pos + 1) {
				return true
			}
			board[r][c] = 0
		}
	}
	return false
}

func main() {
	fmt.Println(resoudre(0))
}
