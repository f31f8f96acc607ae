package main

import "fmt"

const N = 9

func possible(grid *[N][N]int, r, c, d int) bool {
	for i := 0; i < N; i++ {
		if grid[r][i] == d || grid[i][c] == d || grid[r/3*3+i/3][c/3*3+i%3] == d {
			return false
		}
	}
	return true
}

func solve(grid *[N][N]int) bool {
	for r := 0; r < N; r++ {
		for c := 0; c < N; c++ {
			if grid[r][c] == 0 {
				for d := 1; d <= N; d++ {
					if possible(grid, r, c, d) {
						grid[r][c] = d
						if solve(grid) {
							return true
						}
						grid[r][c] = 0
					}
				}
				return false
			}
		}
	}
	return true
}

func printGrid(grid [N][N]int) { fmt.Println(grid) }

func main() {
	var grid [N][N]int
	if solve(&grid) {
		printGrid(grid)
	}
}
