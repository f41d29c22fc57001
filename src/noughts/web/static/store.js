/** What the page remembers in this browser. */

import { read, write } from "./storage.js";

/** @import { Seat } from "./types.js" */

/** @typedef {Partial<Record<Seat, string>>} Tokens */
/** @typedef {{mine: Tokens, share: Tokens}} Keys tokens of the seats that are mine, and of those to give away */

/** Return the tokens that this browser holds for a game. @param {string} id @returns {Keys} */
export function keysOf(id) {
  try {
    const { mine = {}, share = {} } = JSON.parse(read(`seats.${id}`) ?? "{}");
    return { mine, share };
  } catch {
    return { mine: {}, share: {} };
  }
}

/** Add tokens to those that this browser holds for a game. @param {string} id @param {Partial<Keys>} keys */
export function keepKeys(id, { mine = {}, share = {} }) {
  const held = keysOf(id);
  write(`seats.${id}`, JSON.stringify({ mine: { ...held.mine, ...mine }, share: { ...held.share, ...share } }));
}

/** @typedef {{source: string, read: string | null, side: "X" | "O"}} Program a visitor's own, and the side that it plays */

/** Return the program that plays in a game of this browser, or null. @param {string} id @returns {Program | null} */
export function programOf(id) {
  try {
    return JSON.parse(read(`program.${id}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} id of a game @param {Program} program */
export function keepProgram(id, program) {
  write(`program.${id}`, JSON.stringify(program));
}

/** Return a preference. @param {string} name @param {string} otherwise */
export function preference(name, otherwise) {
  return read(`prefer.${name}`) ?? otherwise;
}

/** @param {string} name @param {string} value */
export function prefer(name, value) {
  write(`prefer.${name}`, value);
}

/** @typedef {{won: number, drawn: number, lost: number}} Series */

const COUNTED = 20; // games of a series that are remembered, so as to count each once

/**
 * Count a game that has ended, once, and return the results of its series.
 * @param {string} series
 * @param {string} id of the game
 * @param {keyof Series} result
 * @returns {Series}
 */
export function countGame(series, id, result) {
  const held = seriesOf(series);
  if (!held.games.includes(id)) {
    held[result] += 1;
    held.games = [...held.games, id].slice(-COUNTED);
    write(`series.${series}`, JSON.stringify(held));
  }
  return held;
}

/** @param {string} series @returns {Series & {games: string[]}} */
function seriesOf(series) {
  const none = { won: 0, drawn: 0, lost: 0, games: [] };
  try {
    return { ...none, ...JSON.parse(read(`series.${series}`) ?? "{}") };
  } catch {
    return none;
  }
}
