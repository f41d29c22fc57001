/**
 * A web worker that runs Python: it loads Pyodide and the program's own sources, then answers requests one by one.
 *
 *   <- {"id": 1, "job": "values", "asked": {...}}
 *   -> {"loading": {"done": 5000000, "of": 13000000}}, {"ready": true} or {"failed": "webassembly", "network", "files" or a sentence}
 *   -> {"id": 1, "progress": JSON}, then {"id": 1, "done": JSON}, of {"answer": {...}} or {"error": ["StrategyError", "words"]}
 */

const BASE = new URL("./", import.meta.url);
const MODULE = "noughts.web.browser.worker";

// What a visitor's program, which may come from a link, finds of the browser: the language, clocks, texts and messages.
// Whatever else the browser has is put away, so that neither the network nor storage is in reach.
const KEPT = new Set(
  `AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError
  FinalizationRegistry Float32Array Float64Array Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math
  NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError
  TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly decodeURI
  decodeURIComponent encodeURI encodeURIComponent globalThis isFinite isNaN parseFloat parseInt undefined
  AbortController DOMException MessageChannel TextDecoder TextEncoder URL addEventListener clearTimeout console constructor
  crypto performance postMessage queueMicrotask self`.split(/\s+/),
);

const python = load();
python.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: lastLine(error) }),
);

/** Return the last line of an error, which of one in Python says what happened. @param {unknown} error */
function lastLine(error) {
  return String(error instanceof Error ? error.message : error)
    .trim()
    .split("\n")
    .slice(-1)[0];
}

let queue = Promise.resolve();
addEventListener("message", ({ data }) => {
  queue = queue.then(async () => {
    try {
      const answer = await python;
      const progress = (/** @type {string} */ text) => postMessage({ id: data.id, progress: text });
      postMessage({ id: data.id, done: await answer(JSON.stringify(data), progress) });
    } catch (error) {
      postMessage({ id: data.id, done: JSON.stringify({ error: ["Error", lastLine(error)] }) });
    }
  });
});

/** Load all files; return the function that answers a request, both as JSON. */
async function load() {
  if (typeof WebAssembly !== "object") throw new Error("webassembly");
  const response = await reached("files.json");
  const index = await response.json();
  if (!response.ok) throw new Error(index.detail ?? "files");
  report(Object.values(index.sizes).reduce((sum, size) => sum + size, 0));
  const sources = reached(index.sources).then((answer) => answer.arrayBuffer());
  const plain = setTimeout.bind(self);
  const later = (/** @type {unknown} */ run, /** @type {number} */ wait) =>
    typeof run === "function" ? plain(run, wait) : 0; // never text
  const { loadPyodide } = await import(new URL(`${index.pyodide}pyodide.mjs`, BASE).href);
  const pyodide = await loadPyodide({
    indexURL: new URL(index.pyodide, BASE).href,
    jsglobals: { Object, setTimeout: later, clearTimeout: clearTimeout.bind(self) },
    env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" },
    stdout: () => {},
    stderr: () => {},
  });
  putAway(later);
  pyodide.unpackArchive(await sources, "zip", { extractDir: "/home/pyodide/noughts" });
  pyodide.runPython('import sys; sys.path.insert(0, "/home/pyodide/noughts")');
  return pyodide.pyimport(MODULE).answer;
}

/** Put away what is not kept, in the prototypes too, and every way from text to JavaScript. @param {Function} later for setTimeout */
function putAway(later) {
  const none = Object.assign(() => {}, { prototype: Function.prototype }); // for `instanceof Function`
  /** @type {Record<string, unknown>} */
  const instead = { Function: none, setTimeout: later };
  for (let each = self; each !== Object.prototype; each = Object.getPrototypeOf(each)) {
    for (const [name, { configurable }] of Object.entries(Object.getOwnPropertyDescriptors(each))) {
      if (configurable && !KEPT.has(name))
        Object.defineProperty(each, name, { value: instead[name], configurable: false });
    }
  }
  for (const kind of [() => {}, async () => {}, function* () {}, async function* () {}]) {
    Object.defineProperty(Object.getPrototypeOf(kind), "constructor", { value: undefined, configurable: false });
  }
}

/** @param {string} name */
async function reached(name) {
  try {
    return await fetch(new URL(name, BASE));
  } catch {
    throw new Error("network");
  }
}

/** Report the bytes as they come: Pyodide fetches its files by itself. @param {number} of */
function report(of) {
  const plain = self.fetch.bind(self);
  let done = 0;
  self.fetch = async (...asked) => {
    const response = await plain(...asked);
    if (!response.body) return response;
    const counted = new TransformStream({
      transform(chunk, controller) {
        done += chunk.byteLength;
        postMessage({ loading: { done, of } });
        controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
  };
}
