package main

func Solve(g [9][9]int) ([9][9]int, bool) {
	for p := 0; p < 81; p++ {
		r, c := p/9, p%9
		if g[r][c] != 0 {
			continue
		}
	next:
		for d := 1; d <= 9; d++ {
			for i := 0; i < 9; i++ {
				if g[r][i] == d || g[i][c] == d || g[r/3*3+i/3][c/3*3+i%3] == d {
					continue next
				}
			}
			g[r][c] = d
			if h, ok := Solve(g); ok {
				return h, true
			}
			g[r][c] = 0
		}
		return g, false
	}
	return g, true
}
