#!/bin/sh
# A Sudoku solver in POSIX shell and awk: reads one line of 81 characters, 0 for an empty cell, and prints one
# line of 81 digits for each solution.
#
#     sudoku-rosetta conform 'cmd:sh examples/solvers/shell/solver.sh'
#
# row[r, d], column[c, d] and box[s, d] say whether the digit d is taken there.

exec awk '
function box_of(cell) { return int(cell / 27) * 3 + int(cell % 9 / 3) }

function fits(cell, digit) {
    return !row[int(cell / 9), digit] && !column[cell % 9, digit] && !box[box_of(cell), digit]
}

function mark(cell, digit, taken) {
    row[int(cell / 9), digit] = column[cell % 9, digit] = box[box_of(cell), digit] = taken
}

function show(  cell, line) {
    for (cell = 0; cell < 81; cell++) line = line cells[cell]
    print line
    fflush()
}

function fill(cell,  digit) {
    while (cell < 81 && cells[cell]) cell++
    if (cell == 81) { show(); return }
    for (digit = 1; digit <= 9; digit++)
        if (fits(cell, digit)) {
            cells[cell] = digit
            mark(cell, digit, 1)
            fill(cell + 1)
            mark(cell, digit, 0)
        }
    cells[cell] = 0
}

NR == 1 {
    if (length($0) != 81) { print "one line of 81 digits is expected" > "/dev/stderr"; exit 2 }
    for (k = 0; k < 81; k++) {
        cells[k] = substr($0, k + 1, 1) + 0
        if (cells[k]) {
            if (!fits(k, cells[k])) exit 0   # the clues clash: no solution
            mark(k, cells[k], 1)
        }
    }
    fill(0)
    exit 0
}'
