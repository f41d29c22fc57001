/** Into a game: the tokens of its seats are kept in this browser, and so is a program that plays in it. */

import { api } from "./api.js";
import { go } from "./router.js";
import { keepKeys, keepProgram } from "./store.js";

/** @import { Program } from "./store.js" */
/** @import { NewGame, Seat } from "./types.js" */

/** Keep the tokens of a new game, and go there. @param {NewGame} made */
export function enter(made) {
  keepTokens(made);
  go(`/game/${made.game.id}`);
}

/** Keep the tokens of a new game. @param {NewGame} made */
export function keepTokens({ game, tokens }) {
  for (const [seat, token] of /** @type {[Seat, string][]} */ (Object.entries(tokens))) {
    const friends = seat !== "host" && game.players[seat] === "friend";
    keepKeys(game.id, { [friends ? "share" : "mine"]: { [seat]: token } });
  }
}

/** Begin a game against a program of the visitor's own. @param {string} game @param {Program} program @param {string[]} [moves] */
export async function playProgram(game, program, moves = []) {
  const made = await api.create({ game, x: "human", o: "human", ...(moves.length ? { moves } : {}) });
  keepProgram(made.game.id, program);
  enter(made);
}
