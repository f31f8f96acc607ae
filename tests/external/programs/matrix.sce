// The grid is written in the source.
function ok = fits(g, r, c, v)
    br = 3 * floor((r - 1) / 3)
    bc = 3 * floor((c - 1) / 3)
    ok = ~or(g(r, :) == v) & ~or(g(:, c) == v) & ~or(g(br + (1:3), bc + (1:3)) == v)
endfunction
function [g, found] = resolve(g)
    n = find(g' == 0)
    found = isempty(n)
    if found then return; end
    r = floor((n(1) - 1) / 9) + 1
    c = modulo(n(1) - 1, 9) + 1
    for v = 1:9
        if fits(g, r, c, v) then
            g(r, c) = v
            [s, found] = resolve(g)
            if found then g = s; return; end
            g(r, c) = 0
        end
    end
endfunction
M = [5, 3, 0, 0, 7, 0, 0, 0, 0; 6, 0, 0, 1, 9, 5, 0, 0, 0; 0, 9, 8, 0, 0, 0, 0, 6, 0; 8, 0, 0, 0, 6, 0, 0, 0, 3; 4, 0, 0, 8, 0, 3, 0, 0, 1; 7, 0, 0, 0, 2, 0, 0, 0, 6; 0, 6, 0, 0, 0, 0, 2, 8, 0; 0, 0, 0, 4, 1, 9, 0, 0, 5; 0, 0, 0, 0, 8, 0, 0, 7, 9];
[S, found] = resolve(M);
if found then disp(S); else disp("no solution"); end
