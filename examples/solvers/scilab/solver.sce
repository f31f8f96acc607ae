// A Sudoku solver in Scilab: reads one line of 81 characters, 0 for an empty cell, and prints one line of 81
// digits for each solution.
//
//     sudoku-rosetta conform 'cmd:scilab-cli -nb -f examples/solvers/scilab/solver.sce'
//
// It walks forward and back over the empty cells, without recursion. cells(1) to cells(81) go row by row.

function cells = others(cell)
    // The cells that share a row, a column or a box with this one.
    row = floor((cell - 1) / 9);
    column = modulo(cell - 1, 9);
    first = 27 * floor(row / 3) + 3 * floor(column / 3) + 1;
    box = [first:first + 2, first + 9:first + 11, first + 18:first + 20];
    cells = unique([9 * row + (1:9), column + (1:9:81), box]);
    cells = cells(cells <> cell);
endfunction

function solve(cells, seen)
    empty_cells = find(cells == 0);
    n = length(empty_cells);
    if n == 0 then
        mprintf("%s\n", strcat(string(cells)));
        return;
    end
    k = 1;
    while k > 0
        cell = empty_cells(k);
        free = ones(1, 10);
        free(cells(seen(cell, :)) + 1) = 0;
        // the digits that are left to try there, above the one that it holds
        left = find(free(2:10));
        left = left(left > cells(cell));
        if isempty(left) then
            cells(cell) = 0;
            k = k - 1;
        else
            cells(cell) = left(1);
            if k == n then
                mprintf("%s\n", strcat(string(cells)));
            else
                k = k + 1;
            end
        end
    end
endfunction

function yes = clash(cells, seen)
    yes = %f;
    for cell = find(cells > 0)
        yes = yes | or(cells(seen(cell, :)) == cells(cell));
    end
endfunction

cells = strtod(strsplit(stripblanks(mgetl(%io(1), 1))))';
seen = zeros(81, 20);
for cell = 1:81
    seen(cell, :) = others(cell);
end
if ~clash(cells, seen) then
    solve(cells, seen);
end
exit(0);
