/**
 * A web worker that runs Python: it loads Pyodide and the program's own sources, then answers requests one by one.
 *
 *   <- {"id": 1, "job": "values", "asked": {...}}
 *   -> {"loading": {"done": 5000000, "of": 13000000}}, {"ready": true} or {"failed": "a sentence"}
 *   -> {"id": 1, "progress": JSON}, then {"id": 1, "done": JSON}, of {"answer": {...}} or {"error": ["StrategyError", "words"]}
 */

const BASE = new URL("./", import.meta.url);
const MODULE = "noughts.cli.inbrowser";

// What a visitor's program, which may come from a link, must not reach.
const NETWORK = [
  "fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "Worker", "importScripts",
  "caches", "indexedDB", "BroadcastChannel", "navigator", "cookieStore",
];

const python = load();
python.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: error instanceof Error ? error.message : String(error) }),
);

let queue = Promise.resolve();
addEventListener("message", ({ data }) => {
  queue = queue.then(async () => {
    try {
      const answer = await python;
      const progress = (/** @type {string} */ text) => postMessage({ id: data.id, progress: text });
      postMessage({ id: data.id, done: answer(JSON.stringify(data), progress) });
    } catch (error) {
      const lines = String(error instanceof Error ? error.message : error).trim().split("\n");
      postMessage({ id: data.id, done: JSON.stringify({ error: ["Error", lines[lines.length - 1]] }) });
    }
  });
});

/** Load all files; return the function that answers a request, both as JSON. */
async function load() {
  if (typeof WebAssembly !== "object") throw new Error("This browser cannot run Python: it has no WebAssembly.");
  const response = await reached("files.json");
  const index = await response.json();
  if (!response.ok) throw new Error(index.detail ?? "The files of Python are missing on this server.");
  report(Object.values(index.sizes).reduce((sum, size) => sum + size, 0));
  const sources = reached(index.sources).then((answer) => answer.arrayBuffer());
  const { loadPyodide } = await import(new URL(`${index.pyodide}pyodide.mjs`, BASE).href);
  const pyodide = await loadPyodide({
    indexURL: new URL(index.pyodide, BASE).href,
    jsglobals: { Object, setTimeout: setTimeout.bind(self), clearTimeout: clearTimeout.bind(self) },
    env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" },
    stdout: () => {},
    stderr: () => {},
  });
  for (const name of NETWORK) Object.defineProperty(self, name, { value: undefined });
  pyodide.unpackArchive(await sources, "zip", { extractDir: "/home/pyodide/noughts" });
  pyodide.runPython('import sys; sys.path.insert(0, "/home/pyodide/noughts")');
  return pyodide.pyimport(MODULE).answer;
}

/** @param {string} name */
async function reached(name) {
  try {
    return await fetch(new URL(name, BASE));
  } catch {
    throw new Error("The server cannot be reached, so Python cannot be loaded.");
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
