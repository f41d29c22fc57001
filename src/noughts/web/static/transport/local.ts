/**
 * The way to the program without a server: Python in this browser answers as a server does, and the games are kept here.
 *
 * One worker plays; what takes long is for a second one, which starts when it is needed. Some answers came with the page.
 */

import { fileAt } from "../addresses.ts";
import { h } from "../dom.ts";
import { parseJson } from "../json.ts";
import { language } from "../language.ts";
import { complain, wordsOf } from "../messages.ts";
import type { Following, GameState, RequestOptions } from "../types.ts";
import { keep, kept, keptIds, onGame } from "./kept.ts";
import type { How } from "./lane.ts";
import { Lane } from "./lane.ts";
import { Problem } from "./refusals.ts";

const playing = new Lane();
const thinking = new Lane();
/** Load Python, and keep a copy of the page's files, which then works offline. */
export function start() {
  onGame((id) => followers.has(id) && void read(id));
  playing.start();
  void navigator.serviceWorker?.register(fileAt("sw.js")).catch(() => {});
}

let given: Promise<Record<string, unknown>> | null = null;

/** Return the answers that came with the page, by what was asked. */
function answers() {
  given ??= fetch(fileAt(`answers/${language}.json`)).then(
    async (response) => parseJson(await response.text()) as Record<string, unknown>,
    () => ({}),
  );
  return given;
}

/** Who follows each game. */
const followers: Map<string, Set<(state: GameState) => void>> = new Map();

type Asked = { method: string; path: string; headers?: Record<string, string>; body?: unknown };
type Answer = { status: number; headers: Record<string, string>; body: string };

/** The games in which a strategy is thinking. */
const thoughts: Set<string> = new Set();

/** Return what the program answers. Raises Problem, or what the signal says when it is given up. */
export async function request(
  method: string,
  path: string,
  { body, token, key, signal }: RequestOptions = {},
): Promise<any> {
  const known = method === "GET" ? (await answers())[path] : undefined;
  if (known !== undefined) return known;
  const headers: Record<string, string> = {};
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
 */
async function send(lane: Lane, { body, ...asked }: Asked, how: How): Promise<Answer> {
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

/** Return the document or the file of an answer. Raises Problem. */
function documentOf({ status, headers, body }: Answer) {
  const isJson = /json$/.test(headers["content-type"] ?? "");
  const document = isJson ? (parseJson(body) as any) : fileOf(headers, body);
  if (status >= 400) throw new Problem(status, document);
  return document;
}

function fileOf(headers: Record<string, string>, text: string) {
  const [, name = ""] = /filename="(.*)"/.exec(headers["content-disposition"] ?? "") ?? [];
  return { name, type: headers["content-type"], text };
}

/** Return the document of the last event of a stream. Raises Problem. */
function lastEvent(answer: Answer) {
  if (answer.status >= 400) return documentOf(answer);
  const data = answer.body.split("\n").findLast((line) => line.startsWith("data: ")) ?? "";
  return parseJson(data.slice("data: ".length)) as any;
}

/** Return the games that a request is about, as they are kept. */
function gamesFor(path: string): Record<string, string> {
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

/** Send a state of a game to its followers; a slow strategy begins to think for them. */
function tell(state: GameState | undefined) {
  const listeners = state?.moves && followers.get(state.id);
  if (!state || !listeners) return;
  for (const hear of [...listeners]) hear(state);
  if (state.thinking) void think(state);
}

/** Let a slow strategy make its move. */
async function think(state: GameState) {
  const { id, version } = state;
  const name = `${id} ${version}`;
  if (thoughts.has(name)) return;
  thoughts.add(name);
  try {
    tell(lastEvent(await send(thinking, { method: "GET", path: `/games/${id}/events` }, {})));
  } catch (error) {
    const now = JSON.parse(kept(id) ?? "{}").version;
    if (now === version) tell({ ...state, thinking: false, failure: wordsOf(error) });
  } finally {
    thoughts.delete(name);
  }
}

function read(id: string) {
  return request("GET", `/games/${id}`).catch(complain);
}

/** Follow a game or a question until the signal says to stop. */
export function follow(path: string, following: Following) {
  const [, place, id] = path.split("/");
  if (place === "games") followGame(id, following);
  else void followQuestion(path, following);
}

function followGame(id: string, { signal, heard }: Following) {
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

async function followQuestion(path: string, { signal, heard, opened, lost }: Following) {
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

/** Return the attributes of a link that downloads a file. */
export function download(path: string) {
  const press = (event: Event) => {
    event.preventDefault();
    request("GET", path).then(save, complain);
  };
  return { href: "#", role: "button", onclick: press };
}

/**
 * Return the attributes of a link that opens a picture in a new tab. Without a file of the site it is made here, and
 * downloaded: no tab may open so long after a click.
 */
export function picture(path: string, file?: string) {
  if (!file) return download(path);
  return { href: fileAt(`handouts/${language}/${file}.svg`), target: "_blank" };
}

function save({ name, type, text }: { name: string; type: string; text: string }) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
