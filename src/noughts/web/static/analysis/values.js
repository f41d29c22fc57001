/** Exact values: a mark on every free cell, and what they say together. */

import { counted, t } from "../language.js";
import { otherSide, parseCell } from "../rules.js";

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
  for (const [name, worth] of Object.entries(values.moves)) marks.set(parseCell(rules, name), { worth });
  return marks;
}

/** Return what the position is worth, in a sentence. @param {ExactValues} values */
export function truthWords({ value, distance, side }) {
  if (value === null) return t("Unknown: no table has this position, and a search of a few seconds did not solve it.");
  if (value === "draw") return t("With best play it is a draw.");
  const winner = value === "win" ? side : otherSide(side);
  if (distance === null) return t("With best play {winner} wins.", { winner });
  return counted(
    distance,
    "{winner} wins with the next move.",
    "With best play {winner} wins in {count} moves, both sides counted.",
    { winner },
  );
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
