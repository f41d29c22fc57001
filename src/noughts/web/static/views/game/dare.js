/** A game that is the dare of a day: what is asked, and what became of it. */

import { t } from "../../language.js";
import { otherSide } from "../../rules.js";
import { dayOfDare, prefer, wasHelped } from "../../store.js";
import { strategyTitle } from "../../words.js";
import { ownSide, resultFor } from "./score.js";

/** @import { GameState, Seat } from "../../types.js" */

/**
 * A dare in a game, against a strategy in a seat.
 * @typedef {{state: "open" | "done" | "helped" | "missed", day: string, strategy: string, seat: "first" | "second"}} Dared
 */

/** Return the dare that a game is; null for any other game. @param {GameState} game @param {Seat[]} mine @returns {Dared | null} */
export function dareOf(game, mine) {
  const [day, side] = [dayOfDare(game.id), ownSide(mine)];
  if (!day || !side) return null;
  const seat = side === "X" ? "second" : "first";
  return { state: stateOf(game, side), day, strategy: game.players[otherSide(side)], seat };
}

/** @param {GameState} game @param {"X" | "O"} side @returns {Dared["state"]} */
function stateOf(game, side) {
  if (!game.outcome) return "open";
  if (resultFor(game, side) !== "won") return "missed";
  return wasHelped(game.id) ? "helped" : "done";
}

/** Remember that a day's dare is done, where the game says so. @param {GameState} game @param {Seat[]} mine */
export function keepDone(game, mine) {
  const dare = dareOf(game, mine);
  if (dare?.state === "done") prefer("dare", dare.day);
}

const WORDS = {
  open: "The day's dare: beat “{strategy}” from here.",
  done: "✓ The day's dare is done: you have beaten “{strategy}”.",
  helped: "You have beaten “{strategy}”, with help. Can you do it without?",
  missed: "“{strategy}” has held this time, but it can be beaten from there.",
};

/** Return what is said of a dare above its board. @param {GameState} game @param {Seat[]} mine */
export function dareWords(game, mine) {
  const dare = dareOf(game, mine);
  return dare ? t(WORDS[dare.state], { strategy: strategyTitle(dare.strategy) }) : "";
}
