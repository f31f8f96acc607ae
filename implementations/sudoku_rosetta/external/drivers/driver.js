// Calls the functions of a JavaScript or TypeScript file, or runs it as a program, many times in one process.
//
// A request is a line of JSON: {"load": true} loads the copy; {"call": TEXT, "grid": VALUE, "trial": BOOLEAN} makes a call;
// {"main": TEXT OF STDIN, "arguments": [...]} runs the program.
// The replies are described in driver.py.
"use strict";

const fs = require("fs");
const path = require("path");
const vm = require("vm");
const { createRequire } = require("module");
const { Writable, Readable } = require("stream");

const { isMainThread, workerData, Worker } = require("worker_threads");

const FILE = path.resolve(isMainThread ? process.argv[2] : workerData.file);
const REPLY = "\x1e";
const STATEMENT_MS = 1000;
const LOAD_MS = 5000;
const SLOW_MS = 20;
const UNUSED_INPUT_MS = 20;
const MAX_LINES = 4000;
const MAX_ITEMS = 1000;
const CELL_VALUES = ["value", "val", "digit", "number", "num", "valeur", "chiffre"];

function writeAll(descriptor, data) {
  let buffer = Buffer.isBuffer(data) ? data : Buffer.from(String(data));
  while (buffer.length > 0) {
    try {
      buffer = buffer.subarray(fs.writeSync(descriptor, buffer));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

function reply(value) {
  writeAll(1, "\n" + REPLY + JSON.stringify(value) + "\n");
}

function described(error) {
  try {
    if (error instanceof Exit) return "process.exit(" + error.code + ")";
    const name = error && error.name ? error.name + ": " : "";
    return String(error && error.message !== undefined ? name + error.message : error).slice(0, 500);
  } catch (_) {
    return "an exception";
  }
}

class Exit extends Error {
  constructor(code) {
    super("exit");
    this.code = Number(code) || 0;
  }
}

// --- the source ---------------------------------------------------------------------------------

function typescript() {
  const folders = (process.env.PATH || "").split(path.delimiter);
  for (const folder of folders) {
    const compiler = path.join(folder, "tsc");
    if (!fs.existsSync(compiler)) continue;
    const place = path.join(path.dirname(fs.realpathSync(compiler)), "../lib/typescript.js");
    if (fs.existsSync(place)) return require(place);
  }
  return require("typescript");
}

function withoutTypes(source) {
  const strip = require("module").stripTypeScriptTypes;
  if (strip) {
    process.removeAllListeners("warning");
    return strip(source, { mode: "transform" });
  }
  const ts = typescript();
  const options = { target: "ES2020", module: "ESNext", removeComments: false };
  return ts.transpileModule(source, { compilerOptions: options }).outputText;
}

// Imports and exports as CommonJS writes them, with as many lines as before.
function withoutModules(source) {
  const names = (text) => text.replace(/\b(\w+)\s+as\s+(\w+)/g, "$1: $2");
  return source
    .replace(/^[ \t]*import\s+type\b[^;\n]*;?/gm, "")
    .replace(
      /^[ \t]*import\s+(?:([\w$]+)\s*,?\s*)?(?:\*\s*as\s+([\w$]+)\s+|(\{[^}]*\})\s*)?from\s*(["'][^"'\n]+["'])/gm,
      (_, whole, all, some, from) =>
        [whole && `var ${whole} = __default(require(${from}))`, all && `var ${all} = require(${from})`,
          some && `var ${names(some)} = require(${from})`].filter(Boolean).join("; "))
    .replace(/^[ \t]*import\s*(["'][^"'\n]+["'])/gm, "require($1)")
    .replace(/^([ \t]*)export\s+default\s+(?=(async\s+)?function\s*\*?\s*[\w$]|class\s+[\w$])/gm, "$1")
    .replace(/^([ \t]*)export\s+default\s+/gm, "$1module.exports = ")
    .replace(/^[ \t]*export\s*\{[^}]*\}[^;\n]*;?/gm, (text) => text.replace(/[^\n]/g, ""))
    .replace(/^([ \t]*)export\s+(?=const|let|var|async|function|class)/gm, "$1");
}

function isModule(source) {
  return /^[ \t]*(import\s*["'{*\w]|export\s+(default|const|let|var|function|class|async|\{))/m.test(source);
}

function readSource() {
  let source = fs.readFileSync(FILE, "utf8").replace(/^\ufeff/, "").replace(/^#!.*/, "");
  if (/\.[cm]?tsx?$/.test(FILE)) source = withoutTypes(source);
  return source;
}

// An exception for the syntax error of a source, with its line; nothing if there is none.
function syntaxError(source) {
  let first = null;
  for (const [before, after] of [["", ""], ["(function () {", "\n})"], ["(async function () {", "\n})"]]) {
    try {
      new vm.Script(before + source + after, { filename: "copy" });
      return null;
    } catch (error) {
      if (first === null) first = error;
    }
  }
  const line = /^copy:(\d+)/.exec(first.stack || "");
  return `${first.name}: ${first.message}` + (line ? ` (line ${line[1]})` : "");
}

function compiles(text) {
  try {
    new vm.Script(text);
    return true;
  } catch (_) {
    return false;
  }
}

// The statements of a file, each with its line.
function statements(source) {
  const lines = source.split("\n");
  if (lines.length > MAX_LINES) return [{ line: 1, text: source }];
  const found = [];
  let text = "", first = 0;
  lines.forEach((line, number) => {
    if (text === "") first = number;
    text += line + "\n";
    const next = lines.slice(number + 1).find((each) => each.trim() && !each.trim().startsWith("//"));
    if (continues(text.trim(), (next || "").trim()) || !compiles(text)) return;
    if (text.trim()) found.push({ line: first + 1, text });
    text = "";
  });
  if (text.trim()) found.push({ line: first + 1, text });
  return found;
}

function continues(text, next) {
  if (/^([.?:,)\]}=*%&|<>^]|else\b|catch\b|finally\b|instanceof\b|in\b)/.test(next)) return true;
  return /^(\(|\[|`|\+(?!\+)|-(?!-)|\/(?![/*]))/.test(next) && !/[;}]$/.test(text);
}

// Global variables instead of constants, so that a call can set them and a second statement can define them again.
function asGlobal(text) {
  return text
    .replace(/^(\s*)(?:const|let)\s+(?=[\w$[{])/, "$1var ")
    .replace(/^(\s*)class\s+([\w$]+)/, "$1var $2 = class $2");
}

const isFunction = (text) => /^\s*(async\s+)?function\b/.test(text);
const isDeclaration = (text) => isFunction(text) || /^\s*(var|let|const|class|module\.|exports\.)/.test(text);

// --- the world of the copy ----------------------------------------------------------------------

let isLoading = false;

function output(descriptor) {
  const stream = new Writable({
    write(chunk, _, done) {
      if (!isLoading) writeAll(descriptor, chunk);
      done();
    },
  });
  return Object.assign(stream, { isTTY: false, columns: 80, rows: 25, fd: descriptor });
}

// A page's object: whatever is asked of it, it gives itself.
function page() {
  const target = function () {};
  const itself = new Proxy(target, {
    get: (_, name) => (name === Symbol.toPrimitive ? () => "" : name === "then" || name === "length" ? undefined :
      name === Symbol.iterator ? function* () {} : itself),
    set: () => true,
    apply: () => itself,
    construct: () => itself,
    has: () => true,
  });
  return itself;
}

function patchedFs(text) {
  const isStdin = (file) => file === 0 || file === "/dev/stdin" || file === "/proc/self/fd/0";
  const content = (options) => {
    const encoding = typeof options === "string" ? options : options && options.encoding;
    return encoding ? Buffer.from(text).toString(encoding) : Buffer.from(text);
  };
  let place = 0;
  const readSync = fs.readSync, readFileSync = fs.readFileSync, readFile = fs.readFile;
  return {
    readFileSync: (file, options) => (isStdin(file) ? content(options) : readFileSync(file, options)),
    readFile: (file, ...rest) =>
      isStdin(file) ? rest.pop()(null, content(rest[0])) : readFile(file, ...rest),
    readSync: (file, buffer, offset = 0, length = buffer.length, ...rest) => {
      if (!isStdin(file)) return readSync(file, buffer, offset, length, ...rest);
      if (typeof offset === "object") ({ offset = 0, length = buffer.length } = offset || {});
      const copied = Buffer.from(text).copy(buffer, offset, place, place + length);
      place += copied;
      return copied;
    },
  };
}

function newContext() {
  const stdin = Object.assign(Readable.from([]), { isTTY: false, fd: 0, setRawMode: () => stdin });
  const fakeProcess = Object.create(process, {
    stdin: { value: stdin },
    stdout: { value: output(1) },
    stderr: { value: output(2) },
    argv: { value: [process.argv[0], FILE] },
    exit: { value: (code) => { throw new Exit(code); } },
    on: { value: () => fakeProcess },
    once: { value: () => fakeProcess },
  });
  const fakeConsole = new console.Console(fakeProcess.stdout, fakeProcess.stderr);
  const realRequire = createRequire(FILE);
  const fakeFs = { ...fs, ...patchedFs("") };
  const modules = { fs: fakeFs, process: fakeProcess, console: fakeConsole };
  const fakeRequire = (name) => modules[String(name).replace(/^node:/, "")] || requireOther(name, realRequire);
  const module = { exports: {} };
  const context = vm.createContext({
    module, exports: module.exports, require: fakeRequire, process: fakeProcess, console: fakeConsole,
    __filename: FILE, __dirname: path.dirname(FILE), __default: (found) => (found && found.default) || found,
    setTimeout, clearTimeout, setInterval: (...given) => setInterval(...given).unref(), clearInterval, setImmediate,
    queueMicrotask, structuredClone, performance, Buffer, URL, TextEncoder, TextDecoder,
    readline: () => null, print: (...given) => fakeConsole.log(...given),
    document: page(), alert: () => {}, prompt: () => null, confirm: () => false,
    requestAnimationFrame: (run) => setImmediate(run),
  });
  context.global = context;
  context.window = context.self = context;
  context.addEventListener = () => {};
  return context;
}

// Another module; one of the copy's own may be an ES module.
function requireOther(name, realRequire) {
  try {
    return realRequire(name);
  } catch (error) {
    if (!/^\./.test(name)) throw error;
    const base = path.resolve(path.dirname(FILE), name);
    const file = ["", ".js", ".mjs", ".ts"].map((suffix) => base + suffix).find((each) => fs.existsSync(each));
    if (!file || error.code === "MODULE_NOT_FOUND" && !/\.[mt]s$/.test(file)) throw error;
    let source = fs.readFileSync(file, "utf8");
    if (/\.ts$/.test(file)) source = withoutTypes(source);
    const names = [...source.matchAll(/^[ \t]*export\s+(?:default\s+)?(?:async\s+)?(?:const|let|var|function\*?|class)\s+([\w$]+)/gm)];
    for (const list of source.matchAll(/^[ \t]*export\s*\{([^}]*)\}/gm)) {
      for (const each of list[1].split(",")) if (each.trim()) names.push([0, each.trim().split(/\s+as\s+/)[0]]);
    }
    const last = names.map(([, each]) => `if (typeof ${each} !== "undefined") module.exports.${each} = ${each};`).join(" ");
    const module = { exports: {} };
    const whole = `(function (module, exports, require, __default) {${withoutModules(source)}\n${last}})`;
    vm.runInThisContext(whole)(module, module.exports, createRequire(file), (found) => (found && found.default) || found);
    const first = names[0] && module.exports[names[0][1]];
    if (typeof module.exports === "object" && first && !module.exports.default) module.exports.default = first;
    return module.exports;
  }
}

let parts = null;
const omitted = new Set();
const failed = [];

// A new context in which the file is loaded. A statement that fails or takes long, such as an example at its end, is left out.
function load() {
  const context = newContext();
  isLoading = true;
  const end = Date.now() + LOAD_MS;
  try {
    for (const part of parts) {
      const start = Date.now();
      if (omitted.has(part) || (start > end && !isDeclaration(part.text))) continue;
      try {
        vm.runInContext(asGlobal(part.text), context, { filename: "copy", lineOffset: part.line - 1, timeout: STATEMENT_MS });
      } catch (error) {
        if (!(error instanceof Exit)) failed.push([part.line, described(error)]);
        omitted.add(part);
      }
      if (Date.now() - start > SLOW_MS && !isDeclaration(part.text)) omitted.add(part);
    }
  } finally {
    isLoading = false;
  }
  return context;
}

// --- values -------------------------------------------------------------------------------------

function plain(value, depth = 0) {
  if (value === null || value === undefined || typeof value === "boolean" || typeof value === "string") return value ?? null;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint") return value < 1e18 && value > -1e18 ? Number(value) : { type: "bigint" };
  if (typeof value !== "object" || depth > 4) return { type: typeof value };
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind === "Array" || ArrayBuffer.isView(value)) return Array.from(value, (item) => plain(item, depth + 1));
  if (kind === "Set") return value.size === 1 ? plain([...value], depth) : { type: "Set" };
  if (kind === "Map") return [9, 81].includes(value.size) ? plain([...value.keys()].sort().map((key) => value.get(key)), depth) : { type: "Map" };
  if (kind === "Number" || kind === "String" || kind === "Boolean") return value.valueOf();
  if (typeof value.next === "function") return items(value, depth);
  const keys = Object.keys(value);
  if (keys.length === 9 || keys.length === 81) return keys.sort(inOrder).map((key) => plain(value[key], depth + 1));
  const held = depth > 0 && CELL_VALUES.find((each) => each in value);
  if (held) return plain(value[held], depth + 1);
  const name = (value.constructor && value.constructor.name) || kind;
  const grids = keys.filter((key) => {
    const length = value[key] && value[key].length;
    return (length === 9 || length === 81) && /^[\w$]+$/.test(key);
  });
  return { type: String(name), grids };
}

const inOrder = (one, other) => (isNaN(one) || isNaN(other) ? (one < other ? -1 : 1) : one - other);

function items(iterator, depth) {
  const found = [];
  for (let item = iterator.next(); !item.done && found.length < MAX_ITEMS; item = iterator.next()) found.push(plain(item.value, depth + 1));
  return found;
}

// --- requests -----------------------------------------------------------------------------------

let loaded = null;

async function call(request) {
  if (loaded === null || request.trial) loaded = load();
  if (request.load) return reply({ skipped: failed });
  const context = loaded;
  const answer = {};
  try {
    vm.runInContext(`var GRID = JSON.parse(${JSON.stringify(JSON.stringify(request.grid))})`, context);
    let returned = vm.runInContext(request.call, context, { filename: "call" });
    if (returned && typeof returned.then === "function") returned = await returned;
    answer.returned = plain(returned);
  } catch (error) {
    answer.error = described(error);
    answer.traceback = String((error && error.stack) || "").split("\n").filter((line) => !line.includes(__filename)).slice(0, 8).join("\n");
  }
  try {
    answer.argument = plain(context.GRID);
  } catch (_) {
    answer.argument = null;
  }
  if (request.trial) loaded = null;
  reply(answer);
}

function main(request) {
  return new Promise((done) => {
    let error = null;
    const worker = new Worker(__filename, {
      argv: request.arguments || [],
      workerData: { file: FILE, text: request.main },
      stdin: true, stdout: true, stderr: true,
    });
    worker.stdin.on("error", () => {});
    worker.stdin.end(request.main);
    worker.stdout.on("data", (data) => writeAll(1, data));
    worker.stderr.on("data", (data) => writeAll(2, data));
    worker.on("error", (thrown) => { error = described(thrown); });
    worker.on("exit", (code) => setImmediate(() => {
      reply(error === null ? { exit: code } : { exit: code, error });
      done();
    }));
  });
}

// What other JavaScript shells and programming contests have: readline() gives the next line, or null; print() writes one.
function addShellFunctions(text) {
  const lines = text.split("\n");
  if (lines[lines.length - 1] === "") lines.pop();
  globalThis.readline = () => (lines.length > 0 ? lines.shift() : null);
  globalThis.print = (...given) => console.log(...given);
}

// A thread does not end before its input is read. That of a program that reads in another way, or nothing, is read here.
function endUnusedInput() {
  const isUsed = () => ["data", "readable"].some((event) => process.stdin.listenerCount(event) > 0);
  setTimeout(() => {
    if (!isUsed()) process.stdin.resume();
  }, UNUSED_INPUT_MS);
}

// In a thread: runs the file as a program.
function runProgram(text) {
  const Module = require("module");
  Object.assign(fs, patchedFs(text));
  Module.syncBuiltinESMExports();
  const createReadStream = fs.createReadStream;
  fs.createReadStream = (name, ...rest) => (name === "/dev/stdin" ? process.stdin : createReadStream(name, ...rest));
  for (const [stream, descriptor] of [[process.stdout, 1], [process.stderr, 2]]) {
    stream.write = (data, encoding, done) => {
      writeAll(descriptor, typeof data === "string" ? data : Buffer.from(data));
      const ended = typeof encoding === "function" ? encoding : done;
      if (ended) process.nextTick(ended);
      return true;
    };
  }
  process.stdin.fd = 0;
  process.argv[1] = FILE;
  addShellFunctions(text);
  let source = readSource();
  if (/\.mjs$/.test(FILE)) return import(require("url").pathToFileURL(FILE).href);
  if (isModule(source)) source = "var __default = (found) => (found && found.default) || found; " + withoutModules(source);
  endUnusedInput();
  const module = new Module(FILE, null);
  module.filename = FILE;
  module.paths = Module._nodeModulePaths(path.dirname(FILE));
  process.mainModule = module;
  return module._compile(source, FILE);
}

function serve() {
  process.on("uncaughtException", () => {});
  process.on("unhandledRejection", () => {});
  let failure = null;
  try {
    const source = readSource();
    const whole = isModule(source) ? withoutModules(source) : source;
    failure = syntaxError(whole);
    const found = failure === null ? statements(whole) : [];
    parts = [...found.filter((part) => isFunction(part.text)), ...found.filter((part) => !isFunction(part.text))];
  } catch (error) {
    failure = described(error);
  }
  if (failure !== null) return reply({ error: failure });
  let turn = Promise.resolve();
  reply({});
  require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const request = JSON.parse(line);
    turn = turn.then(() => ("main" in request ? main(request) : call(request)));
  }).on("close", () => process.exit(0));
}

if (isMainThread) serve();
else runProgram(workerData.text);
