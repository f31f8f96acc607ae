// Opens a file.
package main

import (
	"fmt"
	"os"
	"strings"
)

var g [9][9]int

func fits(r, c, v int) bool {
	for k := 0; k < 9; k++ {
		if g[r][k] == v || g[k][c] == v || g[r/3*3+k/3][c/3*3+k%3] == v {
			return false
		}
	}
	return true
}

func solve(n int) bool {
	if n == 81 {
		return true
	}
	r, c := n/9, n%9
	if g[r][c] != 0 {
		return solve(n + 1)
	}
	for v := 1; v <= 9; v++ {
		if fits(r, c, v) {
			g[r][c] = v
			if solve(n + 1) {
				return true
			}
			g[r][c] = 0
		}
	}
	return false
}

func main() {
	data, err := os.ReadFile("puzzle.txt")
	if err != nil {
		panic(err)
	}
	for r, line := range strings.Fields(string(data)) {
		for c, sign := range line {
			g[r][c] = int(sign - '0')
		}
	}
	if solve(0) {
		fmt.Println(g)
	} else {
		fmt.Println("no solution")
	}
}
