/* Shared by the pages Run and Follow: parse a typed grid, and send requests to the worker that runs the programs. */

// As in grid.py: horizontal rules, separators around cells, and section headers of .sdk files.
const RULE = /^(?=.*(---|===))[\s|+=,;\u2500-\u257f*.:'-]+$/, DRAWN = /[\s|+=,;\u2500-\u257f-]/g, PART = /^\[\s*[\p{L}_][^\]]*\]$/u;

// The lines with cells: no comments, no rules, and only the section [Puzzle] of a .sdk file.
function rows(text) {
  let skipped = false;
  return text.split(/[\r\n]/).map((line) => line.replace(/#.*/, "").trim()).filter((line) => {
    if (PART.test(line)) skipped = !/^\[\s*puzzle\s*\]$/i.test(line);
    return !PART.test(line) && !skipped && !RULE.test(line);
  });
}
// The cells of a text, with 0 for empty ones. The text is one line or nine, with or without a drawn frame.
export const cells = (text) => rows(text).join("").replace(DRAWN, "").replace(/[.*_]/g, "0");

const UNITS = { row: (n) => Math.floor(n / 9), column: (n) => n % 9, square: (n) => 3 * Math.floor(n / 27) + Math.floor(n % 9 / 3) };

// Why the text is not a valid grid, as a message; "" if it is valid. The documents' programs do not check grids.
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

/* Sends one request at a time to a worker. The worker starts with the first request; to stop a request, it is
   terminated. */
export class Live {
  // Calls onMessage for every message before the result. Times out after timeoutS seconds without a message.
  request(question, onMessage = () => {}, timeoutS = 0) {
    this.worker ??= new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
    return new Promise((answer, refuse) => {
      const wait = () => {
        clearTimeout(this.timer);
        if (timeoutS) this.timer = setTimeout(() => this.stop({ timedOut: true }), 1000 * timeoutS);
      };
      // after an error, start a new worker next time: this one may have loaded nothing, or its Python may have died
      const fail = (why) => { this.terminate(); refuse(new Error(why)); };
      this.refuse = refuse;
      this.worker.onerror = ({ message }) => fail(message || "worker");
      this.worker.onmessage = ({ data }) => {
        clearTimeout(this.timer);
        if ("error" in data) fail(data.error);
        else if ("end" in data) answer(data.end);
        else {
          onMessage(data);
          if (!data.loading) wait();
        }
      };
      this.worker.postMessage(question);
    });
  }
  terminate() {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
  }
  stop(why = {}) {
    this.terminate();
    this.refuse?.(Object.assign(new Stopped(), why));
  }
}
