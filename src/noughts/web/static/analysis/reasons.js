/** The reasons of the strategies that come with the program, which it says in English; a list of rules has its own. */

import { t } from "../language.js";
import { withMeaning } from "./meanings.js";

const REASONS = [
  "a cell on the most lines that one side alone has begun",
  "a cell on the most open lines, of which those with more stones count more",
  "a slip: overlooks a line that the other side can complete",
  "a slip: the second best move it found",
  "an exception to its table, for this position alone",
  "any cell draws: no line is open to either side",
  "any free cell",
  "any free cell: all are worth the same to it",
  "any free cell: its box is empty, so it would resign",
  "completing a line comes first",
  "completing a line is worth most to it",
  "drawn from its matchbox, where moves that went well are likelier",
  "every move loses",
  "keeps the draw",
  "keeps the draw, and leaves the most ways to go wrong",
  "looks {count} plies ahead: the best move it found",
  "looks {count} ply ahead: the best move it found",
  "loses against the best play",
  "loses against the best play, and leaves the most ways to go wrong",
  "loses in {count} plies",
  "loses in {count} plies, as late as it can",
  "stopping a line comes first",
  "stopping a line comes first, though the other side has another",
  "stopping a line is worth most to it",
  "the cell on the most lines that one side alone has begun",
  "the cell on the most open lines, of which those with more stones count more",
  "the cell whose lines are worth most to it",
  "the centre of the empty board",
  "the first cell whose lines are worth most to it",
  "the first free cell: all are worth the same to it",
  "the last free cell",
  "the last free cell, which has no box",
  "the most promising cell at a glance",
  "wins",
  "wins by fours in {count} plies",
  "wins by threats",
  "wins by threats in {count} plies",
  "wins in {count} plies",
  "wins in {count} ply",
];

/** Return a reason in the visitor's language, if the page knows it. @param {string} reason */
export function reasonWords(reason) {
  const [count = ""] = /\d+/.exec(reason) ?? [];
  const known = REASONS.indexOf(reason.replace(/\d+/, "{count}"));
  return known < 0 ? withMeaning(reason) : t(/** @type {string} */ (REASONS[known]), { count });
}
