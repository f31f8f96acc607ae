def valid(b, k, d)
  r, c = k.divmod(9)
  (0...9).none? { |i| b[r*9+i] == d || b[i*9+c] == d || b[(r/3*3+i/3)*9 + c/3*3+i%3] == d }
end
def solve(s)
  k = s.index('.')
  return s unless k
  ('1'..'9').each do |d|
    if valid(s, k, d)
      t = s.dup
      t[k] = d
      x = solve(t)
      return x if x
    end
  end
  nil
end
if __FILE__ == $0
  while line = gets
    puts solve(line.chomp) || "no solution"
  end
end
