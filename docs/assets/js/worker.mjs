/* The worker that runs the programs: Python in Pyodide with docs/run/page.py, C as WebAssembly. Each is loaded from
   this site on first use. */
const at = (file) => new URL(`../run/${file}`, import.meta.url).href;

async function download(file) {
  const answer = await fetch(at(file));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return answer.arrayBuffer();
}

let python;
async function loadPython() {
  postMessage({ loading: true });
  const { loadPyodide } = await import(at("pyodide/pyodide.mjs"));
  const [pyodide, files] = await Promise.all([loadPyodide({ stdout() {}, stderr() {} }), download("package.zip")]);
  pyodide.unpackArchive(files, "zip");
  return pyodide.pyimport("page");
}
async function page() {
  const ready = await (python ??= loadPython());
  postMessage({ loading: false });                        // loaded; from here on the program runs
  return ready;
}
const send = (message) => postMessage(JSON.parse(message));

const C = { "original-c": "original.wasm", "fast-c": "fast.wasm" }, compiled = {};
async function runC({ writing, grid, limit }) {
  compiled[writing] ??= await WebAssembly.compile(await download(C[writing]));
  const limitReached = {};
  // a new instance for each search: the document's program expects fresh tables
  const { exports: c } = await WebAssembly.instantiate(compiled[writing], { page: { leave() { throw limitReached; } } });
  c._initialize();
  const number = (name) => new BigUint64Array(c.memory.buffer, c[name].value, 1);
  const text = (name) => new Uint8Array(c.memory.buffer, c[name].value, 81);
  text("grid").set(new TextEncoder().encode(grid));
  number("limit")[0] = BigInt(limit);
  const began = performance.now();
  try { c.search(); } catch (left) { if (left !== limitReached) throw left; }
  const seconds = (performance.now() - began) / 1000, counts = {};
  for (const name of ["calls", "tests", "placements", "guesses"]) if (c[name]) counts[name] = number(name)[0];
  const solutions = number("solutions")[0] + (c.more ? number("more")[0] << 64n : 0n);
  return { writing, solutions, seconds, counts, first: solutions ? String.fromCharCode(...text("first")) : "", complete: !limit || solutions < limit };
}

const handlers = {
  async run(request) {
    if (request.writing in C) return postMessage(await runC(request));
    (await page()).run(request.writing, request.grid, request.limit, send);
  },
  async trace({ writing, grid, limit, steps }) { return JSON.parse((await page()).trace(writing, grid, limit, steps)); },
  async examine({ writing, source, language }) { (await page()).examine(writing, source, language, send); },
};

onmessage = async ({ data }) => {
  try {
    postMessage({ end: await handlers[data.do](data) ?? null });
  } catch (error) {
    postMessage({ error: String(error.message ?? error).trim().split("\n").pop() });
  }
};
