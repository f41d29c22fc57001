/**
 * The service worker of the site: it keeps a copy of every file, so that the page works without a network.
 *
 * A version is the list of all files with their digests. A new version is fetched beside the old one, file by file, and
 * what has not changed is taken from the old one. It takes over when no window needs the old one any more: the last
 * window that is loaded again goes to the new version.
 */

const FILES = /** @type {Record<string, string>} path -> digest, written by the builder */ ({});
const VERSION = "";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const OURS = `noughts ${worker.registration.scope} `; // a host may have several sites, each with its caches
const CACHE = OURS + VERSION;

/**
 * An empty page that lets the new version take over, and is loaded again when it does. It waits for that: a page that is
 * only loaded again keeps this version at work, which on a slow machine then never ends.
 */
const HAND_OVER = `<link rel="icon" href="data:,"><script type="module">
  const { waiting } = (await navigator.serviceWorker.getRegistration()) ?? {};
  if (waiting) {
    const changed = new Promise((resolve) => waiting.addEventListener("statechange", resolve));
    waiting.postMessage("now");
    await changed;
  }
  location.reload();
</script>`; // without the link the browser would ask the host for an icon

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("message", ({ data }) => data === "now" && void worker.skipWaiting());
worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const path = pathOf(url);
  if (event.request.method !== "GET" || path === null) return;
  if (path in FILES) event.respondWith(event.request.mode === "navigate" ? opened(path) : answer(path));
  else if (`${path}/index.html` in FILES) event.respondWith(Response.redirect(folderOf(url))); // as a host does
});

/** Return a path within the site, with the index of a folder; null outside. @param {URL} url */
function pathOf(url) {
  const home = worker.registration.scope;
  if (!url.href.startsWith(home)) return null;
  const path = decodeURI(url.origin + url.pathname).slice(home.length);
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

/** Return an address with a slash after its path. @param {URL} url */
function folderOf(url) {
  return `${url.origin}${url.pathname}/${url.search}`;
}

/** Fetch all files, or take those that have not changed from the version before. */
async function fill() {
  const cache = await caches.open(CACHE);
  for (const [path, digest] of Object.entries(FILES)) {
    const key = keyOf(path);
    if (!(await cache.match(key))) await cache.put(key, (await caches.match(key)) ?? (await fetched(path, digest)));
  }
}

/** Return a file as the list has it; a copy of the browser's own may be an older one. @param {string} path @param {string} digest */
async function fetched(path, digest) {
  for (const cache of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const response = await fetch(new URL(path, worker.registration.scope), { cache });
    const content = await response.clone().arrayBuffer();
    if (response.ok && (await digestOf(content)) === digest) return response;
  }
  throw new Error(`${path} is not the file of this version`);
}

/** @param {ArrayBuffer} content */
async function digestOf(content) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(bytes.slice(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What a file is kept under: its path and its digest. @param {string} path */
function keyOf(path) {
  return new URL(`${path}?${FILES[path]}`, worker.registration.scope).href;
}

async function takeOver() {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
}

/** Answer with a page; the last window that is loaded lets a new version take over. @param {string} path */
async function opened(path) {
  const windows = await worker.clients.matchAll({ type: "window" });
  if (!worker.registration.waiting || windows.length > 1) return answer(path);
  return new Response(HAND_OVER, { headers: { "Content-Type": "text/html" } });
}

/** @param {string} path */
async function answer(path) {
  const cache = await caches.open(CACHE);
  return (await cache.match(keyOf(path))) ?? fetch(new URL(path, worker.registration.scope));
}
