/** The way to the program on the server that the page comes from: HTTP, and streams of events. */

import { parseJson } from "../json.js";
import { language } from "../language.js";
import { Problem, Unreachable } from "./refusals.js";

/** @import { Following, RequestOptions } from "../types.js" */

const ROOT = "/api/v1";

/** Say which language the visitor reads: a stream of events, a picture and a download can have no header for it. */
export function start() {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way, cookieStore, is asynchronous
  document.cookie = `noughts_language=${language}; path=/; max-age=31536000; samesite=strict`;
}

/**
 * Return what the server answers. Raises Problem, Unreachable, or AbortError.
 * @param {string} method
 * @param {string} path
 * @param {RequestOptions} [options]
 * @returns {Promise<any>}
 */
export async function request(method, path, { body, token, key, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", "Accept-Language": language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  if (key) headers["Idempotency-Key"] = key;
  let response, text;
  try {
    const json = body === undefined ? null : JSON.stringify(body);
    response = await fetch(ROOT + path, { method, headers, body: json, signal: signal ?? null });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable();
  }
  if (response.ok) return text ? parseJson(text) : null;
  throw new Problem(response.status, problemIn(text), Number(response.headers.get("Retry-After")) || undefined);
}

/** @param {string} text */
function problemIn(text) {
  try {
    return /** @type {object} */ (parseJson(text)) ?? {};
  } catch {
    return {};
  }
}

/** Follow a stream of events until the signal says to stop. @param {string} path @param {Following} following */
export function follow(path, { signal, heard, opened, lost }) {
  if (signal.aborted) return;
  const events = new EventSource(ROOT + path);
  for (const [name, hear] of Object.entries(heard)) {
    events.addEventListener(name, (event) => hear(parseJson(/** @type {MessageEvent} */ (event).data)));
  }
  events.addEventListener("open", () => opened?.());
  events.addEventListener("error", () => signal.aborted || lost(events.readyState === EventSource.CLOSED));
  signal.addEventListener("abort", () => events.close());
}

/** Return the attributes of a link that downloads a file. @param {string} path */
export function download(path) {
  return { href: ROOT + path, download: true };
}

/** Return the attributes of a link that opens a picture in a new tab. @param {string} path */
export function picture(path) {
  return { href: ROOT + path, target: "_blank" };
}
