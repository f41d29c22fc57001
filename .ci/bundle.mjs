/**
 * Makes of the page's modules and stylesheets the files that are served: src/noughts/web/bundle.
 *
 *     node .ci/bundle.mjs
 *
 * main.js has what the first page needs and other views too, more.js what only others share; each view, and each module
 * that is loaded later, is a file of its own. needed.json lists the modules that the first load of a view needs.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build } from "esbuild";

const ROOT = resolve(import.meta.dirname, "..");
const STATIC = join(ROOT, "src/noughts/web/static");
const SHARED = join(ROOT, "src/noughts/drawing/page"); // with every drawing
const BUNDLE = join(ROOT, "src/noughts/web/bundle");
const START = "main.js";
const HOME = "views/home/view.js"; // the first page of most visitors
const FRAME = "embed"; // the view whose document loads nothing of the others
const WORKER = "python/worker.js"; // a program of its own, which is served as it is

/** @typedef {{file: string, text: string, entry: string | null, inputs: string[], needs: string[]}} Made a file */

/** The sources that something is made of. @type {Set<string>} */
const used = new Set();
const files = { ...(await modules()), ...(await alone()) };
const idle = filesIn(STATIC).filter((name) => /\.(js|css)$/.test(name) && !used.has(name) && name !== WORKER);
if (idle.length) fail(`no view loads ${idle.join(", ")}`);
else write();

/** Return the modules of the whole page, and the list of what each view needs. @returns {Promise<Record<string, string>>} */
async function modules() {
  const views = readdirSync(join(STATIC, "views")).filter((view) => view !== FRAME);
  const viewOf = (/** @type {string} */ view) => `views/${view}/view.js`;
  const apart = await graph([START, ...views.map(viewOf)]);
  const groups = groupsOf(apart);
  const entries = apart.flatMap(({ entry }) => (entry && entry !== START ? [entry] : []));
  const takesMore = entries.filter((entry) => inputsOf(closure(apart, entry)).some((input) => groups.more.has(input)));
  const together = await graph(entries, groups, takesMore);
  const named = renaming(together);
  const needed = Object.fromEntries(
    views.map((view) => [view, closure(together, viewOf(view)).map(({ file }) => named(file))]),
  );
  return {
    ...Object.fromEntries(together.map(({ file, text }) => [named(file), named(text)])),
    "needed.json": `${JSON.stringify(needed, null, 1)}\n`,
  };
}

/** Return which shared modules the first page needs, and which only others do. @param {Made[]} apart */
function groupsOf(apart) {
  const own = new Set(apart.find(({ entry }) => entry === HOME)?.inputs);
  const first = inputsOf([...closure(apart, START), ...closure(apart, HOME)]).filter((input) => !own.has(input));
  const main = new Set(first);
  const shared = inputsOf(apart.filter(({ entry }) => !entry));
  return { main, more: new Set(shared.filter((input) => !main.has(input))) };
}

/** Return what gives the two shared files their names, which do not change with their contents. @param {Made[]} together */
function renaming(together) {
  const shared = together.filter(({ entry }) => !entry);
  if (shared.length !== 2) throw new Error(`${shared.length} files are shared, not two`);
  return (/** @type {string} */ text) =>
    shared.reduce((all, { file, inputs }) => all.replaceAll(file, inputs.includes(START) ? START : "more.js"), text);
}

/**
 * Bundle some entries, and those that are loaded later from them; what several need is in files of its own. With
 * `groups` an entry takes the shared modules as wholes: then these are two files.
 * @param {string[]} entries
 * @param {{main: Set<string>, more: Set<string>} | null} [groups]
 * @param {string[]} [takesMore] the entries that take both groups
 * @returns {Promise<Made[]>}
 */
async function graph(entries, groups = null, takesMore = []) {
  const lines = (/** @type {Iterable<string>} */ names) =>
    Array.from(names, (name) => `\nimport ${JSON.stringify(name)};`).join("");
  const all = (/** @type {Set<string>} */ group) => ({
    contents: lines(Array.from(group, (name) => join(STATIC, name))),
    resolveDir: STATIC,
  });
  /** @type {import("esbuild").Plugin} */
  const whole = {
    name: "groups",
    setup({ onResolve, onLoad }) {
      if (!groups) return;
      onResolve({ filter: /^group:/ }, ({ path }) => ({ path, namespace: "group" }));
      onLoad({ filter: /main$/, namespace: "group" }, () => all(groups.main));
      onLoad({ filter: /more$/, namespace: "group" }, () => all(groups.more));
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        const name = relative(STATIC, path);
        if (!entries.includes(name)) return null;
        const taken = takesMore.includes(name) ? ["group:main", "group:more"] : ["group:main"];
        return { contents: readFileSync(path, "utf8") + lines(taken) };
      });
    },
  };
  const { outputFiles, metafile } = await made({ format: "esm", splitting: true, entryPoints: entries }, whole);
  const fileAt = (/** @type {string} */ path) => relative(BUNDLE, join(STATIC, path));
  const texts = new Map(outputFiles.map(({ path, text }) => [relative(BUNDLE, path), text]));
  return Object.entries(metafile.outputs).map(([path, { entryPoint, inputs, imports }]) => ({
    file: fileAt(path),
    text: texts.get(fileAt(path)) ?? "",
    entry: entryPoint ?? null,
    inputs: Object.keys(inputs).filter((input) => !input.startsWith("group:")),
    needs: imports.filter(({ kind }) => kind === "import-statement").map((each) => fileAt(each.path)),
  }));
}

/** Return the file of an entry with all that it imports. @param {Made[]} outputs @param {string} entry */
function closure(outputs, entry) {
  const found = new Set(outputs.filter((output) => output.entry === entry));
  for (const { needs } of found) for (const output of outputs) if (needs.includes(output.file)) found.add(output);
  return [...found];
}

/** @param {Made[]} outputs */
function inputsOf(outputs) {
  return outputs.flatMap(({ inputs }) => inputs);
}

/** Return the files that need no others: stylesheets, the colours before anything is drawn, and the board in a frame. */
async function alone() {
  const builds = [
    await made({ entryPoints: ["page.css", "embed.css", "docs.css", "theme.js"] }),
    await made({ format: "esm", entryPoints: { embed: `views/${FRAME}/view.js` } }),
  ];
  return Object.fromEntries(
    builds.flatMap(({ outputFiles }) => outputFiles.map(({ path, text }) => [relative(BUNDLE, path), text])),
  );
}

/**
 * Return what esbuild makes, and note the sources.
 * @param {import("esbuild").BuildOptions} options
 * @param {...import("esbuild").Plugin} plugins
 */
async function made(options, ...plugins) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: STATIC,
    outbase: STATIC,
    outdir: BUNDLE,
    bundle: true,
    minify: true,
    charset: "utf8",
    target: "esnext",
    logLevel: "warning",
    logLimit: 3,
    ...options,
    write: false,
    metafile: true,
    plugins: [...plugins, shared()],
  });
  for (const name of Object.keys(metafile.inputs)) used.add(name);
  return { outputFiles, metafile };
}

/** Finds what the page shares with every drawing. @returns {import("esbuild").Plugin} */
function shared() {
  return {
    name: "shared",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/(shapes\.js|colours\.css)$/ }, ({ path }) => ({ path: join(SHARED, path) }));
    },
  };
}

function write() {
  rmSync(BUNDLE, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(BUNDLE, name)), { recursive: true });
    writeFileSync(join(BUNDLE, name), text);
  }
}

/** Return the paths of the files in a folder. @param {string} folder */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** @param {string} words */
function fail(words) {
  console.error(words);
  process.exitCode = 1;
}
