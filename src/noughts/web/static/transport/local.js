/**
 * The way to the program without a server: Python in this browser answers as a server does, and the games are kept here.
 *
 * One worker plays; what takes long is for a second one, which starts when it is needed. Some answers came with the page.
 */

import { fileAt } from "../addresses.js";
import { h } from "../dom.js";
import { parseJson } from "../json.js";
import { language } from "../language.js";
import { complain } from "../messages.js";
import { keep, kept, keptIds, onGame } from "./kept.js";
import { Lane } from "./lane.js";
import { Problem } from "./refusals.js";

/** @import { Following, GameState, RequestOptions } from "../types.js" */
/** @import { How } from "./lane.js" */

const playing = new Lane();
const thinking = new Lane();
/** Load Python, and keep a copy of the page's files, which then works offline. */
export function start() {
  onGame((id) => followers.has(id) && void read(id));
  playing.start();
  void navigator.serviceWorker?.register(fileAt("sw.js")).catch(() => {});
}

/** @type {Promise<Record<string, unknown>> | null} */
let given = null;

/** Return the answers that came with the page, by what was asked. */
function answers() {
  given ??= fetch(fileAt(`answers/${language}.json`)).then(
    async (response) => /** @type {Record<string, unknown>} */ (parseJson(await response.text())),
    () => ({}),
  );
  return given;
}

/** @type {Map<string, Set<(state: GameState) => void>>} who follows each game */
const followers = new Map();

/** @typedef {{method: string, path: string, headers?: Record<string, string>, body?: unknown}} Asked */
/** @typedef {{status: number, headers: Record<string, string>, body: string}} Answer */

/** @type {Set<string>} the games in which a strategy is thinking */
const thoughts = new Set();

/**
 * Return what the program answers. Raises Problem, or what the signal says when it is given up.
 * @param {string} method
 * @param {string} path
 * @param {RequestOptions} [options]
 * @returns {Promise<any>}
 */
export async function request(method, path, { body, token, key, signal } = {}) {
  const known = method === "GET" ? (await answers())[path] : undefined;
  if (known !== undefined) return known;
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (key) headers["Idempotency-Key"] = key;
  const asked = { method, path, headers, body };
  let answer = await send(playing, { ...asked, headers: { ...headers, Prefer: "respond-async" } }, { signal });
  if (answer.status === 202 && !answer.body) answer = await send(thinking, asked, { signal });
  const document = documentOf(answer);
  tell(document?.tokens ? document.game : document); // a new game comes with its tokens
  return document;
}

/**
 * Send a request with the games that it needs, and keep those that it changes: if another window has changed one
 * meanwhile, the request is sent again.
 * @param {Lane} lane
 * @param {Asked} asked
 * @param {How} how
 * @returns {Promise<Answer>}
 */
async function send(lane, { body, ...asked }, how) {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { "Content-Type": "application/json", "Accept-Language": language, ...asked.headers };
  for (;;) {
    const games = gamesFor(asked.path);
    const sent = Object.fromEntries(Object.entries(games).map(([id, text]) => [id, JSON.parse(text)]));
    const answer = await lane.ask({ ...asked, ...json, headers, games: sent }, how);
    const changed = Object.keys(answer.games);
    if (!changed.every((id) => kept(id) === (games[id] ?? null))) continue;
    keep(answer.games);
    return answer;
  }
}

/** Return the document or the file of an answer. Raises Problem. @param {Answer} answer */
function documentOf({ status, headers, body }) {
  const isJson = /json$/.test(headers["content-type"] ?? "");
  const document = isJson ? /** @type {any} */ (parseJson(body)) : fileOf(headers, body);
  if (status >= 400) throw new Problem(status, document);
  return document;
}

/** @param {Record<string, string>} headers @param {string} text */
function fileOf(headers, text) {
  const [, name = ""] = /filename="(.*)"/.exec(headers["content-disposition"] ?? "") ?? [];
  return { name, type: headers["content-type"], text };
}

/** Return the document of the last event of a stream. Raises Problem. @param {Answer} answer */
function lastEvent(answer) {
  if (answer.status >= 400) return documentOf(answer);
  const data = answer.body.split("\n").findLast((line) => line.startsWith("data: ")) ?? "";
  return /** @type {any} */ (parseJson(data.slice("data: ".length)));
}

/** Return the games that a request is about, as they are kept. @param {string} path @returns {Record<string, string>} */
function gamesFor(path) {
  const [, place, id] = (path.split("?")[0] ?? "").split("/");
  const rematch = id && JSON.parse(kept(id) ?? "{}").rematch;
  const ids = place !== "games" ? [] : id ? [id, ...(rematch ? [rematch] : [])] : keptIds();
  return Object.fromEntries(
    ids.flatMap((each) => {
      const text = kept(each);
      return text === null ? [] : [[each, text]];
    }),
  );
}

/** Send a state of a game to its followers; a slow strategy begins to think for them. @param {GameState | undefined} state */
function tell(state) {
  const listeners = state?.moves && followers.get(state.id);
  if (!state || !listeners) return;
  for (const hear of [...listeners]) hear(state);
  if (state.thinking) void think(state);
}

/** Let a slow strategy make its move. @param {GameState} state */
async function think(state) {
  const { id, version } = state;
  const name = `${id} ${version}`;
  if (thoughts.has(name)) return;
  thoughts.add(name);
  try {
    tell(lastEvent(await send(thinking, { method: "GET", path: `/games/${id}/events` }, {})));
  } catch (error) {
    const now = JSON.parse(kept(id) ?? "{}").version;
    if (now === version)
      tell({ ...state, thinking: false, failure: error instanceof Error ? error.message : String(error) });
  } finally {
    thoughts.delete(name);
  }
}

/** @param {string} id */
function read(id) {
  return request("GET", `/games/${id}`).catch(complain);
}

/** Follow a game or a question until the signal says to stop. @param {string} path @param {Following} following */
export function follow(path, following) {
  const [, place, id] = path.split("/");
  if (place === "games") followGame(id, following);
  else void followQuestion(path, following);
}

/** @param {string} id @param {Following} following */
function followGame(id, { signal, heard }) {
  const hear = heard.state;
  if (signal.aborted || !hear) return;
  const listeners = followers.get(id) ?? new Set();
  followers.set(id, listeners.add(hear));
  signal.addEventListener("abort", () => {
    listeners.delete(hear);
    if (!listeners.size) followers.delete(id);
  });
  void read(id);
}

/** @param {string} path @param {Following} following */
async function followQuestion(path, { signal, heard, opened, lost }) {
  opened?.();
  try {
    const atOnce = { method: "GET", path: path.replace("/events?", "?"), headers: { Prefer: "respond-async" } };
    const quick = await send(playing, atOnce, { signal });
    if (quick.status !== 202) {
      heard.done?.({ status: "done", result: documentOf(quick), problem: null });
      return;
    }
    heard.done?.(lastEvent(await send(thinking, { method: "GET", path }, { signal, progress: heard.progress })));
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof Problem) heard.done?.({ status: "failed", problem: { detail: error.message } });
    else lost(true);
  }
}

/** Return the attributes of a link that downloads a file. @param {string} path */
export function download(path) {
  /** @param {Event} event */
  const press = (event) => {
    event.preventDefault();
    request("GET", path).then(save, complain);
  };
  return { href: "#", role: "button", onclick: press };
}

/**
 * Return the attributes of a link that opens a picture in a new tab. Without a file of the site it is made here, and
 * downloaded: no tab may open so long after a click.
 * @param {string} path
 * @param {string} [file]
 */
export function picture(path, file) {
  if (!file) return download(path);
  return { href: fileAt(`handouts/${language}/${file}.svg`), target: "_blank" };
}

/** @param {{name: string, type: string, text: string}} file */
function save({ name, type, text }) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
