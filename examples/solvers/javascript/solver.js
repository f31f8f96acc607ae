// A Sudoku solver in JavaScript, for node: reads one line of 81 characters, 0 for an empty cell, and prints one
// line of 81 digits for each solution.
//
//     sudoku-rosetta conform 'cmd:node examples/solvers/javascript/solver.js'
"use strict";
const fs = require("node:fs");

function sees(a, b) {
  const square = (cell) => 3 * Math.floor(cell / 27) + Math.floor((cell % 9) / 3);
  return Math.floor(a / 9) === Math.floor(b / 9) || a % 9 === b % 9 || square(a) === square(b);
}

const ALL = [...Array(81).keys()];
const SEEN = ALL.map((a) => ALL.filter((b) => b !== a && sees(a, b)));

const fits = (cells, cell, digit) => SEEN[cell].every((other) => cells[other] !== digit);

function* fill(cells, cell) {
  while (cell < 81 && cells[cell]) cell++;
  if (cell === 81) {
    yield cells.join("");
    return;
  }
  for (let digit = 1; digit <= 9; digit++) {
    if (fits(cells, cell, digit)) {
      cells[cell] = digit;
      yield* fill(cells, cell + 1);
    }
  }
  cells[cell] = 0;
}

const cells = [...fs.readFileSync(0, "utf8").trim()].map(Number);
if (cells.length !== 81) {
  console.error("one line of 81 digits is expected");
  process.exit(2);
}
if (ALL.every((cell) => !cells[cell] || fits(cells, cell, cells[cell]))) {
  for (const solution of fill(cells, 0)) {
    fs.writeSync(1, solution + "\n"); // writes directly: console.log would keep thousands of solutions in memory
  }
}
