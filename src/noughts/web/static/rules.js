/** Cells, positions and lines: what the page needs to draw a board. Who may move is the server's to say. */

/** @import { Rules, Side, Stone } from "./types.js" */

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * Return the rules that "m,n,k" says, or null.
 * @param {string | null} text
 * @returns {Rules | null}
 */
export function parseGame(text) {
  const match = /^\s*(\d{1,2})\s*[,x]\s*(\d{1,2})\s*[,x]\s*(\d{1,2})\s*$/.exec(text ?? "");
  if (!match) return null;
  const [m, n, k] = match.slice(1).map(Number);
  if (!m || !n || !k || m > 26 || n > 26 || k > Math.max(m, n)) return null;
  return { m, n, k };
}

/** @param {Rules} rules */
export function gameText({ m, n, k }) {
  return `${m},${n},${k}`;
}

/** @param {Rules} rules */
export function gameWords({ m, n, k }) {
  return `${m} × ${n}, ${k} in a row`;
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

/** Whether these moves may be made one after the other, X first. @param {Rules} rules @param {string[]} moves */
export function legal(rules, moves) {
  const before = stonesAfter(rules, moves.slice(0, -1));
  return stonesAfter(rules, moves) !== null && before !== null && (!moves.length || !completedLine(rules, before));
}

/**
 * Return the cells of a completed line, or null.
 * @param {Rules} rules
 * @param {Stone[]} stones
 * @returns {number[] | null}
 */
export function completedLine({ m, n, k }, stones) {
  for (let cell = 0; cell < m * n; cell += 1) {
    if (!stones[cell]) continue;
    for (const [right, down] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
      const lastColumn = (cell % m) + (k - 1) * right;
      const lastRow = Math.floor(cell / m) + (k - 1) * down;
      if (lastColumn < 0 || lastColumn >= m || lastRow >= n) continue;
      const line = Array.from({ length: k }, (_, step) => cell + step * (down * m + right));
      if (line.every((each) => stones[each] === stones[cell])) return line;
    }
  }
  return null;
}

/**
 * Return moves that lead to a position in which the game is on: its stones in turns, row by row.
 * @param {Rules} rules
 * @param {Stone[]} stones
 */
export function movesTo(rules, stones) {
  /** @param {Side} side */
  const cells = (side) => stones.flatMap((stone, cell) => (stone === side ? [cellName(rules, cell)] : []));
  const [x, o] = [cells("X"), cells("O")];
  return x.flatMap((cell, turn) => (turn < o.length ? [cell, o[turn]] : [cell]));
}
