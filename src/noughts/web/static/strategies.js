/** The strategies and levels of a board, as the program offers them. */

import { api } from "./api.js";

/** @import { Strategies } from "./types.js" */

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
