/** What a move does, as a player sees it: lines completed and stopped, threats, and how many lines it lies on. */

import { cellName, linesOf, otherSide, sideToMove } from "../rules.js";

/** @import { Rules, Side, Stone } from "../types.js" */

/** Return the cells on which a side completes a line. @param {Rules} rules @param {Stone[]} stones @param {Side} side */
function completing(rules, stones, side) {
  /** @type {Set<number>} */
  const cells = new Set();
  for (const line of linesOf(rules)) {
    const free = line.cells.filter((cell) => stones[cell] === null);
    if (free.length === 1 && isOpen(line, stones, side)) cells.add(free[0]);
  }
  return cells;
}

/**
 * Whether a side can still win with a line.
 * @param {import("../rules.js").Line} line
 * @param {Stone[]} stones
 * @param {Side} side
 */
function isOpen({ cells, beyond }, stones, side) {
  const other = otherSide(side);
  return cells.every((cell) => stones[cell] !== other) && beyond.every((cell) => stones[cell] !== side);
}

/** @param {Stone[]} stones @param {number} cell @param {Side} side @returns {Stone[]} */
function withStone(stones, cell, side) {
  return stones.map((stone, index) => (index === cell ? side : stone));
}

/**
 * Return what a move of the side to move does, in a sentence.
 * @param {Rules} rules
 * @param {Stone[]} stones before it
 * @param {number} cell
 */
export function moveIdea(rules, stones, cell) {
  const side = sideToMove(stones);
  const other = otherSide(side);
  const own = completing(rules, stones, side);
  if (own.has(cell)) return `It wins: ${rules.exact ? "exactly " : ""}${rules.k} in a row.`;
  const danger = completing(rules, stones, other);
  const threats = [...completing(rules, withStone(stones, cell, side), side)];
  const stops = danger.has(cell);
  const too = stops ? `It stops ${rules.k} in a row, and` : "It";
  if (stops && danger.size > 1) return `It stops one line, but ${other} can complete another.`;
  if (threats.length > 1) return `${too} makes ${threats.length === 2 ? "two threats" : `${threats.length} threats`} at once.`;
  if (threats.length === 1) return `${too} makes a threat: ${other} must answer at ${cellName(rules, threats[0])}.`;
  if (stops) return `It stops ${rules.k} in a row.`;
  const theirs = completing(rules, withStone(stones, cell, other), other);
  if (theirs.size > 1) return `It takes the cell where ${other} could make two threats at once.`;
  const open = linesOf(rules).filter((line) => line.cells.includes(cell) && isOpen(line, stones, side)).length;
  if (!open) return "No line through it is open any more: it keeps the position as it is.";
  return open === 1 ? "It lies on one line that is still open." : `It lies on ${open} lines that are still open.`;
}
