/* What the pages Run and Follow share: reading a grid that was typed, and asking the worker that runs the programs. */

// What grid.py takes for a rule, for what may stand around the cells, and for the head of a part of a .sdk file.
const RULE = /^(?=.*(---|===))[\s|+=,;\u2500-\u257f*.:'-]+$/, DRAWN = /[\s|+=,;\u2500-\u257f-]/g, PART = /^\[\s*[\p{L}_][^\]]*\]$/u;

// The lines that hold cells: no comment, no rule, and of a .sdk file only its [Puzzle].
function rows(text) {
  let skipped = false;
  return text.split(/[\r\n]/).map((line) => line.replace(/#.*/, "").trim()).filter((line) => {
    if (PART.test(line)) skipped = !/^\[\s*puzzle\s*\]$/i.test(line);
    return !PART.test(line) && !skipped && !RULE.test(line);
  });
}
// The cells of a text, empty ones as 0: nine rows or one line, with or without lines drawn around them.
export const cells = (text) => rows(text).join("").replace(DRAWN, "").replace(/[.*_]/g, "0");

const UNITS = { row: (n) => Math.floor(n / 9), column: (n) => n % 9, square: (n) => 3 * Math.floor(n / 27) + Math.floor(n % 9 / 3) };

// Why a text's cells are no grid, in the page's words; "" where they are one. The documents' programs check nothing.
export function refusal(text, words) {
  const grid = cells(text), dashed = rows(text).some((row) => row.includes("-") && row.replace(DRAWN, ""));
  const wrong = [...grid].findIndex((cell) => !/\d/.test(cell));
  if (wrong >= 0) return filled(words.notACell, { x: [...grid][wrong], n: wrong + 1 });
  if (grid.length !== 81) return filled(words.tooLong, { n: grid.length }) + (dashed ? ` ${words.dash}` : "");
  for (const unit in UNITS) {
    const met = new Set();
    for (let n = 0; n < 81; n++) {
      const seen = grid[n] + UNITS[unit](n);
      if (grid[n] !== "0" && met.has(seen)) return filled(words.twice, { d: grid[n], u: words[unit], n: UNITS[unit](n) + 1 });
      met.add(seen);
    }
  }
  return "";
}

export const filled = (sentence, values) => sentence.replace(/\{(\w)\}/g, (_, name) => values[name]);

export class Stopped extends Error {}

/* One question at a time to a worker, which is begun with the first of them, and ended to stop it: whatever a program
   does there, the page lives on. */
export class Live {
  // `heard` is called with all that is said before the end; after so many seconds of silence it is given up
  ask(question, heard = () => {}, patience = 0) {
    this.worker ??= new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
    return new Promise((answer, refuse) => {
      const wait = () => {
        clearTimeout(this.timer);
        if (patience) this.timer = setTimeout(() => this.stop({ silent: true }), 1000 * patience);
      };
      // a worker that broke is left, and what it remembers with it: a load that failed, a Python that is dead
      const broke = (why) => { this.leave(); refuse(new Error(why)); };
      this.refuse = refuse;
      this.worker.onerror = ({ message }) => broke(message || "worker");
      this.worker.onmessage = ({ data }) => {
        clearTimeout(this.timer);
        if ("broken" in data) broke(data.broken);
        else if ("end" in data) answer(data.end);
        else {
          heard(data);
          if (!data.loading) wait();
        }
      };
      this.worker.postMessage(question);
    });
  }
  leave() {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
  }
  stop(why = {}) {
    this.leave();
    this.refuse?.(Object.assign(new Stopped(), why));
  }
}
