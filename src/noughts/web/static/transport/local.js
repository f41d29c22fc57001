/** The way to the program without a server: Python in this browser. */

import { Problem } from "./refusals.js";

/** @import { Following, RequestOptions } from "../types.js" */

/** @param {string} method @param {string} path @param {RequestOptions} [options] @returns {Promise<any>} */
export async function request(method, path, options = {}) {
  throw new Problem(503, { detail: `${method} ${path} ${options}` });
}

/** @param {string} path @param {Following} following */
export function follow(path, following) {
  following.lost(Boolean(path));
}

/** @param {string} path */
export function download(path) {
  return { href: path };
}
