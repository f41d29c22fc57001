/** The API, which is the page's only way to the program. */

import { tidy, withQuery } from "./addresses.ts";
import { t } from "./language.ts";
import { Problem, Unreachable } from "./transport/refusals.ts";
import { transport } from "./transport.ts";
import type {
  ChosenMove,
  Created,
  ExactValues,
  Gallery,
  GameState,
  Games,
  LessonAsked,
  LessonGrades,
  LessonsOfGame,
  Pasted,
  ReplyTree,
  Review,
  RuleShelf,
  RuleStudy,
  Seats,
  SeatsDocument,
  Strategies,
} from "./types.ts";

export { Problem, Unreachable, withQuery };

const { request } = transport;

function pause(seconds: number, signal: AbortSignal) {
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

/** Send a write until it has arrived: always with the same key, so that it counts once. */
async function write(
  path: string,
  {
    body = {},
    token,
    signal,
    waiting,
  }: { body?: unknown; token: string; signal: AbortSignal; waiting: (words: string) => void },
): Promise<any> {
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

type Writing = { token: string; signal: AbortSignal; waiting: (words: string) => void };

/** To questions that are followed. */
export type Answers = { hint: ChosenMove; values: ExactValues; review: Review; proof: SeatsDocument };

export const api = {
  create: (body: { game: string; x: string; o: string; moves?: string[]; hints?: boolean }): Promise<Created> =>
    request("POST", "/games", { body }),

  mine: (before: string | null): Promise<Games> => request("GET", withQuery("/games", { limit: 10, before })),

  game: (id: string): Promise<GameState> => request("GET", `/games/${encodeURIComponent(id)}`),

  claim: (id: string, token: string): Promise<Seats> =>
    request("POST", `/games/${encodeURIComponent(id)}/seats`, { token }),

  /** Move, step, undo, redo or resign: `version` is the one that the page has seen. */
  act: (
    { id, version }: GameState,
    verb: "moves" | "step" | "undo" | "redo" | "resign",
    writing: Writing,
    cell?: string,
  ): Promise<GameState> => write(`/games/${id}/${verb}`, { ...writing, body: cell ? { cell, version } : { version } }),

  rematch: (id: string, writing: Writing): Promise<Created> => write(`/games/${id}/rematch`, writing),

  gameEvents: (id: string) => `/games/${encodeURIComponent(id)}/events`,

  gameRecord: (id: string, format: string) => transport.download(`/games/${encodeURIComponent(id)}/record/${format}`),

  decision: (game: string, position: string, strategy: string, signal: AbortSignal): Promise<ChosenMove> =>
    request("GET", withQuery("/analysis/decision", { game, position, strategy }), { signal }),

  question: <Q extends keyof Answers>(
    question: Q,
    query: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Answers[Q]> => request("GET", withQuery(`/analysis/${question}`, query), { signal }),

  questionEvents: (question: keyof Answers, query: Record<string, string>) =>
    withQuery(`/analysis/${question}/events`, query),

  tree: (game: string, position: string): Promise<ReplyTree> =>
    request("GET", withQuery("/analysis/tree", { game, position })),

  strategies: (game: string, signal?: AbortSignal): Promise<Strategies> =>
    request("GET", withQuery("/strategies", { game }), signal ? { signal } : {}),

  gallery: (game: string): Promise<Gallery> => request("GET", withQuery("/gallery", { game })),

  /** `file`: its name where the static site has it. */
  drawing: (kind: string, strategy: string, game: string, seat: string, file?: string) =>
    transport.picture(withQuery(`/gallery/${kind}`, { strategy, game, seat }), file),

  ruleShelf: (game: string): Promise<RuleShelf> => request("GET", withQuery("/rules", { game })),

  ruleStudy: (game: string, rules: string, signal: AbortSignal): Promise<RuleStudy> =>
    request("GET", withQuery("/rules/study", { game, rules }), { signal }),

  /** A list of rules to print. @param file its name in the static site */
  sheet: (file: string, query: Record<string, string>) => transport.picture(withQuery("/rules/sheet", query), file),

  grades: (signal: AbortSignal): Promise<LessonGrades> => request("GET", "/lessons", { signal }),

  lesson: (grade: string, seed: number, signal: AbortSignal): Promise<LessonAsked> =>
    request("GET", withQuery(`/lessons/${tidy(grade)}`, { seed }), { signal }),

  lessonsOf: (game: string, moves: string[], seat: "first" | "second", signal: AbortSignal): Promise<LessonsOfGame> =>
    request("GET", withQuery("/analysis/lessons", { game, moves: moves.join(","), seat }), { signal }),

  load: (text: string, game: string | null): Promise<Pasted> => request("POST", "/records", { body: { text, game } }),

  record: (format: string, game: string, moves: string[]) =>
    transport.download(withQuery(`/records/${format}`, { game, moves: moves.join(",") })),
};

const known: Map<string, Promise<Strategies>> = new Map();

/** Return the strategies and levels of a game; asked for once. */
function offersFor(game: string) {
  let answer = known.get(game);
  if (!answer) {
    answer = api.strategies(game);
    answer.catch(() => known.delete(game));
    known.set(game, answer);
  }
  return answer;
}

/** Return the strategies that play a game. */
export async function strategiesFor(game: string) {
  return (await offersFor(game)).strategies;
}

/** Return the levels of a game, the weakest first. */
export async function levelsFor(game: string) {
  return (await offersFor(game)).levels;
}

const AGAIN = 3000; // milliseconds, after which a lost connection is tried again

/** Follow a game until the signal says to stop; a lost connection is taken up again. */
export function liveGame(
  id: string,
  {
    signal,
    state,
    connected,
  }: { signal: AbortSignal; state: (state: GameState) => void; connected: (yes: boolean) => void },
) {
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
