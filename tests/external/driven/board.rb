$grid = Array.new(9) { Array.new(9, 0) }
def ok(r,c,n)
  9.times { |i| return false if $grid[r][i]==n || $grid[i][c]==n || $grid[r-r%3+i/3][c-c%3+i%3]==n }
  true
end
def solve(k = 0)
  return true if k == 81
  r, c = k.divmod(9)
  return solve(k+1) if $grid[r][c] != 0
  (1..9).each { |n| if ok(r,c,n) then $grid[r][c]=n; return true if solve(k+1); $grid[r][c]=0 end }
  false
end
