% The grid is written in the source; the matrix is displayed.
1;
function ok = fits(g, r, c, v)
  br = 3 * floor((r - 1) / 3); bc = 3 * floor((c - 1) / 3);
  ok = !any(g(r, :) == v) && !any(g(:, c) == v) && !any(any(g(br + (1:3), bc + (1:3)) == v));
end
function [g, found] = resolve(g)
  n = find(g' == 0, 1);
  found = isempty(n);
  if found, return; end
  r = floor((n - 1) / 9) + 1; c = mod(n - 1, 9) + 1;
  for v = 1:9
    if fits(g, r, c, v)
      g(r, c) = v;
      [s, found] = resolve(g);
      if found, g = s; return; end
      g(r, c) = 0;
    end
  end
end
M = [5 3 0 0 7 0 0 0 0
     6 0 0 1 9 5 0 0 0
     0 9 8 0 0 0 0 6 0
     8 0 0 0 6 0 0 0 3
     4 0 0 8 0 3 0 0 1
     7 0 0 0 2 0 0 0 6
     0 6 0 0 0 0 2 8 0
     0 0 0 4 1 9 0 0 5
     0 0 0 0 8 0 0 7 9];
[S, found] = resolve(M);
if found, S, else disp('no solution'); end
