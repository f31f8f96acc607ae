g = $stdin.read.split("\n").map { |l| l.chars.map(&:to_i) }
ok = lambda { |r,c,n| (0...9).none? { |i| g[r][i]==n || g[i][c]==n || g[r-r%3+i/3][c-c%3+i%3]==n } }
go = lambda do |k|
  next true if k == 81
  r, c = k.divmod(9)
  next go.(k+1) if g[r][c] != 0
  (1..9).each { |n| if ok.(r,c,n) then g[r][c]=n; break if go.(k+1); g[r][c]=0 end }
  g[r][c] != 0
end
if go.(0)
 g.each { |r| puts r.join(" ") }
else
 puts "impossible"
end
