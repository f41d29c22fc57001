/** What the page remembers in this browser. */

import { read, write } from "./storage.js";

/** @import { Created, Seat } from "./types.js" */

/** @typedef {Partial<Record<Seat, string>>} Tokens */
/** @typedef {{mine: Tokens, share: Tokens}} Keys tokens of the seats that are mine, and of those to give away */

/** Return what is kept under a name; null where that is nothing, or damaged. @param {string} name */
function kept(name) {
  try {
    return JSON.parse(read(name) ?? "null");
  } catch {
    return null;
  }
}

/** Return the tokens that this browser holds for a game. @param {string} id @returns {Keys} */
export function keysOf(id) {
  return { mine: {}, share: {}, ...kept(`seats.${id}`) };
}

/** Add tokens to those that this browser holds for a game. @param {string} id @param {Partial<Keys>} keys */
export function keepKeys(id, { mine = {}, share = {} }) {
  const held = keysOf(id);
  write(`seats.${id}`, JSON.stringify({ mine: { ...held.mine, ...mine }, share: { ...held.share, ...share } }));
}

/** Keep the tokens of a new game. @param {Created} made */
export function keepTokens({ game, tokens }) {
  for (const [seat, token] of /** @type {[Seat, string][]} */ (Object.entries(tokens))) {
    const friends = seat !== "host" && game.players[seat] === "friend";
    keepKeys(game.id, { [friends ? "share" : "mine"]: { [seat]: token } });
  }
}

/** @typedef {{source: string, read: string | null, side: "X" | "O"}} Program a visitor's own, and the side that it plays */

/** Return the program that plays in a game of this browser, or null. @param {string} id @returns {Program | null} */
export function programOf(id) {
  return kept(`program.${id}`);
}

/** @param {string} id of a game @param {Program} program */
export function keepProgram(id, program) {
  write(`program.${id}`, JSON.stringify(program));
}

/** Return the level that the visitor chose in a game of this browser, by its name; null for none. @param {string} id @returns {string | null} */
export function levelOf(id) {
  return read(`level.${id}`);
}

/** @param {string} id of a game @param {string | null} name of the level */
export function keepLevel(id, name) {
  if (name) write(`level.${id}`, name);
}

/** Return the day whose dare a game of this browser is; null for any other game. @param {string} id @returns {string | null} */
export function dayOfDare(id) {
  return read(`dare.${id}`);
}

/** @param {string} id of a game @param {string} day */
export function keepDare(id, day) {
  write(`dare.${id}`, day);
}

/** Whether the visitor was helped in a game: by a hint, by exact values, by taking a move back. @param {string} id */
export function wasHelped(id) {
  return read(`helped.${id}`) !== null;
}

/** @param {string} id of a game in which the visitor is helped */
export function keepHelped(id) {
  if (!wasHelped(id)) write(`helped.${id}`, "");
}

/** Let a game be the next one after another: against the same level, or in the same series with a friend. @param {string} id @param {string} before */
export function continueSeries(id, before) {
  keepLevel(id, levelOf(before));
  write(`first.${id}`, firstOf(before));
}

/** Return the first game of the series that a game belongs to, by its id. @param {string} id */
export function firstOf(id) {
  return read(`first.${id}`) ?? id;
}

/** Return a preference. @param {string} name @param {string} otherwise */
export function preference(name, otherwise) {
  return read(`prefer.${name}`) ?? otherwise;
}

/** @param {string} name @param {string} value */
export function prefer(name, value) {
  write(`prefer.${name}`, value);
}

/** Return the name under which the games of a board against an opponent are counted. @param {string} game @param {string} opponent */
export function seriesAgainst(game, opponent) {
  return `${game} ${opponent}`;
}

/** @typedef {{won: number, drawn: number, lost: number}} Series */
/** @typedef {{streak: number, best: number}} Streak games in a row, now and at most */

const COUNTED = 20; // games of a series that are remembered, so as to count each once

/**
 * Count a game that has ended, once, and return the results of its series.
 * @param {string} series
 * @param {string} id of the game
 * @param {keyof Series} result
 * @param {"longer" | "same" | "ended"} streak what the game makes of the streak
 * @returns {Series & Streak}
 */
export function countGame(series, id, result, streak) {
  const held = seriesOf(series);
  if (!held.games.includes(id)) {
    held[result] += 1;
    held.streak = streak === "ended" ? 0 : held.streak + Number(streak === "longer");
    held.best = Math.max(held.best, held.streak);
    held.games = [...held.games, id].slice(-COUNTED);
    write(`series.${series}`, JSON.stringify(held));
  }
  return held;
}

/** Return the results of a series so far. @param {string} series @returns {Series & Streak & {games: string[]}} */
export function seriesOf(series) {
  return { won: 0, drawn: 0, lost: 0, streak: 0, best: 0, games: [], ...kept(`series.${series}`) };
}
