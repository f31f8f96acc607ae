/* Where the programs run: Python's by Pyodide and docs/run/page.py, the two in C by WebAssembly. Each is loaded when
   it is first asked for, from this site. */
const at = (file) => new URL(`../run/${file}`, import.meta.url).href;

async function got(file) {
  const answer = await fetch(at(file));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return answer.arrayBuffer();
}

let python;
async function begun() {
  postMessage({ loading: true });
  const { loadPyodide } = await import(at("pyodide/pyodide.mjs"));
  const [pyodide, files] = await Promise.all([loadPyodide({ stdout() {}, stderr() {} }), got("package.zip")]);
  pyodide.unpackArchive(files, "zip");
  return pyodide.pyimport("page");
}
async function page() {
  const ready = await (python ??= begun());
  postMessage({ loading: false });                        // from here on it is the program that takes its time
  return ready;
}
const say = (told) => postMessage(JSON.parse(told));

const C = { "original-c": "original.wasm", "fast-c": "fast.wasm" }, compiled = {};
async function searched({ writing, grid, limit }) {
  compiled[writing] ??= await WebAssembly.compile(await got(C[writing]));
  const enough = {};
  // an instance for each search: the document counts on fresh tables
  const { exports: c } = await WebAssembly.instantiate(compiled[writing], { page: { leave() { throw enough; } } });
  c._initialize();
  const number = (name) => new BigUint64Array(c.memory.buffer, c[name].value, 1);
  const text = (name) => new Uint8Array(c.memory.buffer, c[name].value, 81);
  text("grid").set(new TextEncoder().encode(grid));
  number("limit")[0] = BigInt(limit);
  const began = performance.now();
  try { c.search(); } catch (left) { if (left !== enough) throw left; }
  const seconds = (performance.now() - began) / 1000, counts = {};
  for (const name of ["calls", "tests", "placements", "guesses"]) if (c[name]) counts[name] = number(name)[0];
  const solutions = number("solutions")[0] + (c.more ? number("more")[0] << 64n : 0n);
  return { writing, solutions, seconds, counts, first: solutions ? String.fromCharCode(...text("first")) : "", complete: !limit || solutions < limit };
}

const answers = {
  async run(asked) {
    if (asked.writing in C) return postMessage(await searched(asked));
    (await page()).run(asked.writing, asked.grid, asked.limit, say);
  },
  async trace({ writing, grid, limit, steps }) { return JSON.parse((await page()).trace(writing, grid, limit, steps)); },
  async examine({ writing, source, language }) { (await page()).examine(writing, source, language, say); },
};

onmessage = async ({ data }) => {
  try {
    postMessage({ end: await answers[data.do](data) ?? null });
  } catch (error) {
    postMessage({ broken: String(error.message ?? error).trim().split("\n").pop() });
  }
};
