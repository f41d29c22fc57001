/** Exact values: a mark on every free cell, and what they say together. */

import { worthWords } from "../board.js";
import { parseCell } from "../rules.js";

/** @import { ExactValues, Mark, Rules } from "../types.js" */

/**
 * Return the marks that exact values put on the board; none where they are not known.
 * @param {Rules} rules
 * @param {ExactValues} values
 * @returns {Map<number, Mark>}
 */
export function truthMarks(rules, values) {
  /** @type {Map<number, Mark>} */
  const marks = new Map();
  for (const [name, worth] of Object.entries(values.moves ?? {})) marks.set(parseCell(rules, name), { worth });
  return marks;
}

/** Return what the position is worth, in a sentence. @param {ExactValues} values */
export function truthWords({ value, distance, side, reason }) {
  if (value === null) return `Unknown: ${reason}`;
  return `With best play: ${value === "draw" ? "a draw" : `a ${worthWords({ value, distance })} for ${side}`}.`;
}

/**
 * Return marks put together, cell by cell.
 * @param {...(Map<number, Mark> | null)} layers
 * @returns {Map<number, Mark>}
 */
export function mergedMarks(...layers) {
  /** @type {Map<number, Mark>} */
  const all = new Map();
  for (const layer of layers) {
    for (const [cell, mark] of layer ?? []) all.set(cell, { ...all.get(cell), ...mark });
  }
  return all;
}
