/** What a move does, as a player sees it: lines completed and stopped, threats, and how many lines it lies on. */

import { cellName, otherSide, sideToMove } from "../rules.js";

/** @import { Rules, Side, Stone } from "../types.js" */

/** @type {WeakMap<Rules, number[][]>} */
const known = new WeakMap();

/** Return the cells of every line. @param {Rules} rules */
export function linesOf(rules) {
  let lines = known.get(rules);
  if (!lines) known.set(rules, (lines = listed(rules)));
  return lines;
}

/** @param {Rules} rules */
function listed({ m, n, k }) {
  /** @type {number[][]} */
  const lines = [];
  for (let cell = 0; cell < m * n; cell += 1) {
    const [column, row] = [cell % m, Math.floor(cell / m)];
    for (const [right, down] of k === 1 ? [[0, 0]] : [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
      const [last, bottom] = [column + (k - 1) * right, row + (k - 1) * down];
      if (last < 0 || last >= m || bottom >= n) continue;
      lines.push(Array.from({ length: k }, (_, step) => cell + step * (down * m + right)));
    }
  }
  return lines;
}

/** Return the cells on which a side completes a line. @param {Rules} rules @param {Stone[]} stones @param {Side} side */
export function completing(rules, stones, side) {
  /** @type {Set<number>} */
  const cells = new Set();
  for (const line of linesOf(rules)) {
    const free = line.filter((cell) => stones[cell] === null);
    if (free.length === 1 && line.every((cell) => cell === free[0] || stones[cell] === side)) cells.add(free[0]);
  }
  return cells;
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
  if (own.has(cell)) return `It wins: ${rules.k} in a row.`;
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
  const open = linesOf(rules).filter((line) => line.includes(cell) && line.every((each) => stones[each] !== other)).length;
  if (!open) return "No line through it is open any more: it keeps the position as it is.";
  return open === 1 ? "It lies on one line that is still open." : `It lies on ${open} lines that are still open.`;
}
