/** Cells, positions and lines: what the page needs to draw a board. Who may move is the server's to say. */

import { t } from "./language.js";

/** @import { Rules, Side, Stone } from "./types.js" */

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * Return the rules that "m,n,k" says, or "m,n,k-exact" for an exact game; or null.
 * @param {string | null} text
 * @returns {Rules | null}
 */
export function parseGame(text) {
  const match = /^\s*(\d{1,2})\s*[,x]\s*(\d{1,2})\s*[,x]\s*(\d{1,2})\s*(-\s*exact)?\s*$/i.exec(text ?? "");
  if (!match) return null;
  const [m, n, k] = match.slice(1, 4).map(Number);
  if (!m || !n || !k || m > 26 || n > 26 || k > Math.max(m, n)) return null;
  return { m, n, k, exact: match[4] !== undefined };
}

/** @param {Rules} rules */
export function gameText({ m, n, k, exact }) {
  return `${m},${n},${k}${exact ? "-exact" : ""}`;
}

/** Return a game in words: "3 × 3, 3 in a row". @param {Rules} rules */
export function gameWords({ m, n, k, exact }) {
  return t(exact ? "{m} × {n}, exactly {k} in a row" : "{m} × {n}, {k} in a row", { m, n, k });
}

/** Return what wins, in a sentence. @param {Rules} rules */
export function winWords({ k, exact }) {
  return t(exact ? "Exactly {k} in a row wins, a longer row does not." : "{k} in a row wins.", { k });
}

/** Return the same game, exact if that is asked for and a row can be longer than k. @param {Rules} rules @param {boolean} exact */
export function exactly(rules, exact) {
  return { ...rules, exact: exact && canBeLonger(rules) };
}

/** Whether a row can be longer than k. @param {Rules} rules */
export function canBeLonger({ m, n, k }) {
  return k > 1 && Math.max(m, n) > k;
}

/** Return the name of a cell: column letter, row number from the top. @param {Rules} rules @param {number} cell */
export function cellName({ m }, cell) {
  return `${LETTERS[cell % m]}${Math.floor(cell / m) + 1}`;
}

/** @param {number} column */
export function columnLetter(column) {
  return LETTERS[column];
}

/**
 * Return the cell of a name, or -1.
 * @param {Rules} rules
 * @param {string} name
 */
export function parseCell({ m, n }, name) {
  const match = /^([a-z])([1-9]\d?)$/.exec(name);
  if (!match) return -1;
  const [column, row] = [LETTERS.indexOf(match[1]), Number(match[2]) - 1];
  return column < m && row < n ? row * m + column : -1;
}

/**
 * Return the stones of "X../.O./...", or null where it is no such board.
 * @param {Rules} rules
 * @param {string} text
 * @returns {Stone[] | null}
 */
export function parsePosition({ m, n }, text) {
  const rows = text.trim().toUpperCase().split("/");
  if (rows.length !== n || rows.some((row) => row.length !== m || /[^XO.]/.test(row))) return null;
  return [...rows.join("")].map((mark) => (mark === "." ? null : /** @type {Side} */ (mark)));
}

/** @param {Rules} rules @param {Stone[]} stones */
export function positionText({ m, n }, stones) {
  const marks = stones.map((stone) => stone ?? ".").join("");
  return Array.from({ length: n }, (_, row) => marks.slice(row * m, row * m + m)).join("/");
}

/** @param {Rules} rules @returns {Stone[]} */
export function emptyBoard({ m, n }) {
  return Array(m * n).fill(null);
}

/** @param {Stone[]} stones @returns {Side} */
export function sideToMove(stones) {
  return stones.filter((stone) => stone).length % 2 ? "O" : "X";
}

/** @param {Side} side @returns {Side} */
export function otherSide(side) {
  return side === "X" ? "O" : "X";
}

/**
 * Return the stones after some moves, X first; null where a move names no free cell.
 * @param {Rules} rules
 * @param {string[]} moves
 * @returns {Stone[] | null}
 */
export function stonesAfter(rules, moves) {
  const stones = emptyBoard(rules);
  for (const [ply, name] of moves.entries()) {
    const cell = parseCell(rules, name);
    if (cell < 0 || stones[cell]) return null;
    stones[cell] = ply % 2 ? "O" : "X";
  }
  return stones;
}

/** Return the stones after some legal moves from a position. @param {Rules} rules @param {Stone[]} start @param {string[]} moves */
export function stonesFrom(rules, start, moves) {
  const stones = [...start];
  for (const name of moves) stones[parseCell(rules, name)] = sideToMove(stones);
  return stones;
}

/**
 * Return the board that an address names, the position where it names one, and the moves from there. Throws if there is
 * none such; what can be reached is the program's to say.
 * @param {URLSearchParams} query
 */
export function positionIn(query) {
  const game = parseGame(query.get("game") ?? "3,3,3");
  if (!game) throw new Error(t("This address names no board."));
  const given = query.get("position");
  const start = given ? parsePosition(game, given) : emptyBoard(game);
  const moves = (query.get("moves") ?? "").split(",").filter(Boolean);
  if (!start || !legal(game, moves)) throw new Error(t("This address names no position."));
  return { game, given, start, moves };
}

/** Whether these moves may be made one after the other, X first. @param {Rules} rules @param {string[]} moves */
export function legal(rules, moves) {
  const before = stonesAfter(rules, moves.slice(0, -1));
  return stonesAfter(rules, moves) !== null && before !== null && (!moves.length || !completedLine(rules, before));
}

/**
 * Return the lines, each with the cells beyond its ends: in an exact game a line with a stone of its own there is no win.
 * @param {Rules} rules
 */
function linesOf(rules) {
  let lines = known.get(rules);
  if (!lines) {
    lines = listed(rules);
    known.set(rules, lines);
  }
  return lines;
}

/** @typedef {{ cells: number[], beyond: number[] }} Line */

/** @type {WeakMap<Rules, Line[]>} */
const known = new WeakMap();

/** @param {Rules} rules */
function listed({ m, n, k, exact }) {
  /** @type {Line[]} */
  const lines = [];
  for (let cell = 0; cell < m * n; cell += 1) {
    for (const [right, down] of k === 1
      ? [[0, 0]]
      : [
          [1, 0],
          [0, 1],
          [1, 1],
          [-1, 1],
        ]) {
      /** @param {number} step */
      const at = (step) => {
        const [column, row] = [(cell % m) + step * right, Math.floor(cell / m) + step * down];
        return column < 0 || column >= m || row < 0 || row >= n ? -1 : row * m + column;
      };
      if (at(k - 1) < 0) continue;
      const beyond = exact && k > 1 ? [at(-1), at(k)].filter((each) => each >= 0) : [];
      lines.push({ cells: Array.from({ length: k }, (_, step) => at(step)), beyond });
    }
  }
  return lines;
}

/**
 * Return the cells of a completed line, or null.
 * @param {Rules} rules
 * @param {Stone[]} stones
 * @returns {number[] | null}
 */
export function completedLine(rules, stones) {
  for (const { cells, beyond } of linesOf(rules)) {
    const side = stones[cells[0]];
    if (side && cells.every((cell) => stones[cell] === side) && beyond.every((cell) => stones[cell] !== side))
      return cells;
  }
  return null;
}

/**
 * Return moves that lead to a position in which the game is on: its stones in turns, row by row, or in an exact game in
 * an order in which no stone completes a line.
 * @param {Rules} rules
 * @param {Stone[]} stones
 */
export function movesTo(rules, stones) {
  /** @param {Side} side */
  const cells = (side) =>
    inOrder(
      rules,
      stones.map((stone) => (stone === side ? side : null)),
    ).map((cell) => cellName(rules, cell));
  const [x, o] = [cells("X"), cells("O")];
  return x.flatMap((cell, turn) => (turn < o.length ? [cell, o[turn]] : [cell]));
}

/**
 * Return the cells of one side's stones in such an order, found from its end.
 * @param {Rules} rules
 * @param {Stone[]} stones of one side
 */
function inOrder(rules, stones) {
  const cells = stones.flatMap((stone, cell) => (stone ? [cell] : []));
  if (!rules.exact) return cells;
  /** @type {number[]} */
  const order = [];
  const left = [...stones];
  while (cells.length) {
    const last = cells.findLastIndex((cell) => completedLine(rules, left.with(cell, null)) === null);
    const [cell] = cells.splice(last, 1); // the last one if there is none, which happens with very short lines
    left[cell] = null;
    order.unshift(cell);
  }
  return order;
}
