/** The way to the program on the server that the page comes from: HTTP, and streams of events. */

import { parseJson } from "../json.ts";
import { language } from "../language.ts";
import type { Following, RequestOptions } from "../types.ts";
import { Problem, Unreachable } from "./refusals.ts";

const ROOT = "/api/v1";

/** Say which language the visitor reads: a stream of events, a picture and a download can have no header for it. */
export function start() {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way, cookieStore, is asynchronous
  document.cookie = `noughts_language=${language}; path=/; max-age=31536000; samesite=strict`;
}

/** Return what the server answers. Raises Problem, Unreachable, or AbortError. */
export async function request(
  method: string,
  path: string,
  { body, token, key, signal }: RequestOptions = {},
): Promise<any> {
  const headers: Record<string, string> = { Accept: "application/json", "Accept-Language": language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  if (key) headers["Idempotency-Key"] = key;
  let response: Response;
  let text: string;
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

function problemIn(text: string) {
  try {
    return (parseJson(text) as object) ?? {};
  } catch {
    return {};
  }
}

/** Follow a stream of events until the signal says to stop. */
export function follow(path: string, { signal, heard, opened, lost }: Following) {
  if (signal.aborted) return;
  const events = new EventSource(ROOT + path);
  for (const [name, hear] of Object.entries(heard)) {
    events.addEventListener(name, (event) => hear(parseJson((event as MessageEvent).data)));
  }
  events.addEventListener("open", () => opened?.());
  events.addEventListener("error", () => signal.aborted || lost(events.readyState === EventSource.CLOSED));
  signal.addEventListener("abort", () => events.close());
}

/** Return the attributes of a link that downloads a file. */
export function download(path: string) {
  return { href: ROOT + path, download: true };
}

/** Return the attributes of a link that opens a picture in a new tab. */
export function picture(path: string) {
  return { href: ROOT + path, target: "_blank" };
}
