/** Into a game: a new one, or a seat in one by a link. */

import { api } from "./api.js";
import { go, rename } from "./router.js";
import { keepKeys, keepProgram, keepTokens } from "./store.js";

/** @import { Program } from "./store.js" */
/** @import { Created, Side } from "./types.js" */

/** Return the players of a game in which the visitor plays a side. @param {Side} side @param {string} other who plays the other one */
export function playersWith(side, other) {
  return side === "X" ? { x: "human", o: other } : { x: other, o: "human" };
}

/** Keep the tokens of a new game, and go there. @param {Created} made */
export function enterGame(made) {
  keepTokens(made);
  go(`/game/${made.game.id}`);
}

/** Begin a game against a program of the visitor's own. @param {string} game @param {Program} program @param {string[]} [moves] */
export async function playProgram(game, program, moves = []) {
  const made = await api.create({ game, x: "human", o: "human", ...(moves.length ? { moves } : {}) });
  keepProgram(made.game.id, program);
  enterGame(made);
}

/** Take the seats of some tokens, and keep these in this browser. @param {string} id of the game @param {string[]} tokens */
export async function takeSeats(id, tokens) {
  for (const token of tokens) {
    const { seats } = await api.claim(id, token);
    keepKeys(id, { mine: Object.fromEntries(seats.map((seat) => [seat, token])) });
  }
}

/**
 * Take the seat of a link, if the address is one; the token does not stay there. Return the error, or null.
 * @param {string} id
 * @param {URL} url
 * @returns {Promise<unknown>}
 */
export async function takeLinkedSeat(id, url) {
  const token = new URLSearchParams(url.hash.slice(1)).get("seat");
  if (!token) return null;
  try {
    await takeSeats(id, [token]);
    rename(`/game/${id}`);
    return null;
  } catch (error) {
    return error;
  }
}
