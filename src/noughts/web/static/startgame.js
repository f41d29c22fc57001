/** Into a new game. */

import { api } from "./api.js";
import { go } from "./router.js";
import { keepProgram, keepTokens } from "./store.js";

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
