/**
 * Makes of the page's modules and stylesheets the files that are served: src/noughts/web/bundle.
 *
 *     node .ci/bundle.mjs
 *
 * main.js is the page with its first view and the game, prove.js the largest view and others.js the rest, which are loaded
 * when they are opened; a shared file has what some of these have in common. embed.js is the board in a frame.
 */

import { readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const ROOT = resolve(import.meta.dirname, "..");
const STATIC = join(ROOT, "src/noughts/web/static");
const SHARED = join(ROOT, "src/noughts/drawing/page"); // with every drawing
const BUNDLE = join(ROOT, "src/noughts/web/bundle");
const WORKER = "python/worker.js"; // a program of its own, which is served as it is

rmSync(BUNDLE, { recursive: true, force: true });
const page = await made(
  true,
  { in: "main.ts", out: "main" },
  { in: "views/others.ts", out: "others" },
  { in: "views/prove/view.ts", out: "prove" },
);
const sheets = ["page", "embed", "docs"].map((name) => ({ in: `${name}.css`, out: name }));
const rest = await made(
  false,
  { in: "views/embed/view.ts", out: "embed" },
  { in: "theme.ts", out: "theme" },
  ...sheets,
);
const used = new Set([...page, ...rest]);
const idle = readdirSync(STATIC, { recursive: true, encoding: "utf8" }).filter(
  (name) => /\.(js|ts|css)$/.test(name) && !used.has(name) && name !== WORKER && !/types\.ts$/.test(name),
);
if (idle.length) {
  console.error(`no view loads ${idle.join(", ")}`);
  process.exitCode = 1;
}

/** Write the files of some entries, and return their sources. @param {boolean} splitting @param {...{in: string, out: string}} entryPoints */
async function made(splitting, ...entryPoints) {
  const { metafile } = await build({
    absWorkingDir: STATIC,
    entryPoints,
    splitting,
    chunkNames: "shared-[hash]",
    outdir: BUNDLE,
    bundle: true,
    minify: true,
    format: "esm",
    charset: "utf8",
    target: "esnext",
    logLevel: "warning",
    metafile: true,
    plugins: [
      {
        name: "what the page shares with every drawing",
        setup({ onResolve }) {
          onResolve({ filter: /^\.\/(shapes\.js|colours\.css)$/ }, ({ path }) => ({ path: join(SHARED, path) }));
        },
      },
    ],
  });
  return Object.keys(metafile.inputs);
}
