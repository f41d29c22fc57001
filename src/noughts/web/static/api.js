/** The API, which is the page's only way to the program. */

import { tidy, withQuery } from "./addresses.js";
import { t } from "./language.js";
import { Problem, Unreachable } from "./transport/refusals.js";
import { transport } from "./transport.js";

/** @import { ChosenMove, Created, ExactValues, Gallery, GameState, Games, LessonAsked, LessonGrades, LessonsOfGame, Pasted, ReplyTreeDocument, Review, RuleShelf, RuleStudy, Seats, SeatsDocument, Strategies } from "./types.js" */

export { Problem, Unreachable, withQuery };

const { request } = transport;

/** @param {number} seconds @param {AbortSignal} signal */
function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, seconds * 1000);
    window.addEventListener("online", done);
    signal.addEventListener("abort", stop);
    function clear() {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      signal.removeEventListener("abort", stop);
    }
    function done() {
      clear();
      resolve(undefined);
    }
    function stop() {
      clear();
      reject(signal.reason);
    }
  });
}

const BUSY_ATTEMPTS = 5;

/**
 * Send a write until it has arrived: always with the same key, so that it counts once.
 * @param {string} path
 * @param {{body?: unknown, token: string, signal: AbortSignal, waiting: (words: string) => void}} options
 * @returns {Promise<any>}
 */
async function write(path, { body = {}, token, signal, waiting }) {
  const key = newKey();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request("POST", path, { body, token, key, signal });
    } catch (error) {
      const busy = error instanceof Problem && error.status === 503 && attempt < BUSY_ATTEMPTS;
      if (!(error instanceof Unreachable) && !busy) throw error;
      waiting(`${error.message} ${t("What you did is kept and sent again in a moment.")}`);
      const asked = error instanceof Problem ? error.retryAfter : null;
      await pause(asked ?? Math.min(2 ** attempt / 2, 10), signal);
    }
  }
}

function newKey() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join("-");
}

/** @typedef {{token: string, signal: AbortSignal, waiting: (words: string) => void}} Writing */

/** @typedef {{hint: ChosenMove, values: ExactValues, review: Review, proof: SeatsDocument}} Answers to questions that are followed */

export const api = {
  /** @param {{game: string, x: string, o: string, moves?: string[], hints?: boolean}} body @returns {Promise<Created>} */
  create: (body) => request("POST", "/games", { body }),

  /** @param {string | null} before @returns {Promise<Games>} */
  mine: (before) => request("GET", withQuery("/games", { limit: 10, before })),

  /** @param {string} id @returns {Promise<GameState>} */
  game: (id) => request("GET", `/games/${encodeURIComponent(id)}`),

  /** @param {string} id @param {string} token @returns {Promise<Seats>} */
  claim: (id, token) => request("POST", `/games/${encodeURIComponent(id)}/seats`, { token }),

  /**
   * Move, step, undo, redo or resign: `version` is the one that the page has seen.
   * @param {GameState} game
   * @param {"moves" | "step" | "undo" | "redo" | "resign"} verb
   * @param {Writing} writing
   * @param {string} [cell]
   * @returns {Promise<GameState>}
   */
  act: ({ id, version }, verb, writing, cell) =>
    write(`/games/${id}/${verb}`, { ...writing, body: cell ? { cell, version } : { version } }),

  /** @param {string} id @param {Writing} writing @returns {Promise<Created>} */
  rematch: (id, writing) => write(`/games/${id}/rematch`, writing),

  /** @param {string} id */
  gameEvents: (id) => `/games/${encodeURIComponent(id)}/events`,

  /** @param {string} id @param {string} format */
  gameRecord: (id, format) => transport.download(`/games/${encodeURIComponent(id)}/record/${format}`),

  /** @param {string} game @param {string} position @param {string} strategy @param {AbortSignal} signal @returns {Promise<ChosenMove>} */
  decision: (game, position, strategy, signal) =>
    request("GET", withQuery("/analysis/decision", { game, position, strategy }), { signal }),

  /** @type {<Q extends keyof Answers>(question: Q, query: Record<string, string>, signal: AbortSignal) => Promise<Answers[Q]>} */
  question: (question, query, signal) => request("GET", withQuery(`/analysis/${question}`, query), { signal }),

  /** @param {keyof Answers} question @param {Record<string, string>} query */
  questionEvents: (question, query) => withQuery(`/analysis/${question}/events`, query),

  /** @param {string} game @param {string} position @returns {Promise<ReplyTreeDocument>} */
  tree: (game, position) => request("GET", withQuery("/analysis/tree", { game, position })),

  /** @param {string} game @param {AbortSignal} [signal] @returns {Promise<Strategies>} */
  strategies: (game, signal) => request("GET", withQuery("/strategies", { game }), signal ? { signal } : {}),

  /** @param {string} game @returns {Promise<Gallery>} */
  gallery: (game) => request("GET", withQuery("/gallery", { game })),

  /** `file`: its name where the static site has it. @param {string} kind @param {string} strategy @param {string} game @param {string} seat @param {string} [file] */
  drawing: (kind, strategy, game, seat, file) =>
    transport.picture(withQuery(`/gallery/${kind}`, { strategy, game, seat }), file),

  /** @param {string} game @returns {Promise<RuleShelf>} */
  ruleShelf: (game) => request("GET", withQuery("/rules", { game })),

  /** @param {string} game @param {string} rules @param {AbortSignal} signal @returns {Promise<RuleStudy>} */
  ruleStudy: (game, rules, signal) => request("GET", withQuery("/rules/study", { game, rules }), { signal }),

  /** A list of rules to print. @param {string} file its name in the static site @param {Record<string, string>} query */
  sheet: (file, query) => transport.picture(withQuery("/rules/sheet", query), file),

  /** @param {AbortSignal} signal @returns {Promise<LessonGrades>} */
  grades: (signal) => request("GET", "/lessons", { signal }),

  /** @param {string} grade @param {number} seed @param {AbortSignal} signal @returns {Promise<LessonAsked>} */
  lesson: (grade, seed, signal) => request("GET", withQuery(`/lessons/${tidy(grade)}`, { seed }), { signal }),

  /** @param {string} game @param {string[]} moves @param {"first" | "second"} seat @param {AbortSignal} signal @returns {Promise<LessonsOfGame>} */
  lessonsOf: (game, moves, seat, signal) =>
    request("GET", withQuery("/analysis/lessons", { game, moves: moves.join(","), seat }), { signal }),

  /** @param {string} text @param {string | null} game @returns {Promise<Pasted>} */
  load: (text, game) => request("POST", "/records", { body: { text, game } }),

  /** @param {string} format @param {string} game @param {string[]} moves */
  record: (format, game, moves) =>
    transport.download(withQuery(`/records/${format}`, { game, moves: moves.join(",") })),
};

/** @type {Map<string, Promise<Strategies>>} */
const known = new Map();

/** Return the strategies and levels of a game; asked for once. @param {string} game */
function offersFor(game) {
  let answer = known.get(game);
  if (!answer) {
    answer = api.strategies(game);
    answer.catch(() => known.delete(game));
    known.set(game, answer);
  }
  return answer;
}

/** Return the strategies that play a game. @param {string} game */
export async function strategiesFor(game) {
  return (await offersFor(game)).strategies;
}

/** Return the levels of a game, the weakest first. @param {string} game */
export async function levelsFor(game) {
  return (await offersFor(game)).levels;
}

const AGAIN = 3000; // milliseconds, after which a lost connection is tried again

/**
 * Follow a game until the signal says to stop; a lost connection is taken up again.
 * @param {string} id
 * @param {{signal: AbortSignal, state: (state: GameState) => void, connected: (yes: boolean) => void}} options
 */
export function liveGame(id, { signal, state, connected }) {
  let timer = 0;
  transport.follow(api.gameEvents(id), {
    signal,
    heard: { state },
    opened: () => connected(true),
    lost: (closed) => {
      connected(false);
      if (closed) timer = window.setTimeout(() => liveGame(id, { signal, state, connected }), AGAIN);
    },
  });
  signal.addEventListener("abort", () => clearTimeout(timer));
}
