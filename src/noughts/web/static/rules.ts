/** Cells, positions and lines: what the page needs to draw a board. Who may move is the server's to say. */

import { t } from "./language.ts";
import type { Rules, Side, Stone } from "./types.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** The options of a game, in the order of its text. */
const OPTIONS = ["gravity", "misere", "exact"] as const;

export const CONNECT_FOUR = "7,6,4-gravity";

/** Games that have names. */
const NAMED: Record<string, string> = { "tic-tac-toe": "3,3,3", "connect-four": CONNECT_FOUR };

/** The board of all examples. */
export const STANDARD: Rules = { m: 3, n: 3, k: 3, gravity: false, misere: false, exact: false };

/** Return the rules that "m,n,k" says, with options as in "7,6,4-gravity", or a name as "connect-four"; or null. */
export function parseGame(text: string | null): Rules | null {
  const game = NAMED[text?.trim().toLowerCase() ?? ""] ?? text ?? "";
  const match = /^\s*(\d{1,2})\s*[,x]\s*(\d{1,2})\s*[,x]\s*(\d{1,2})\s*((?:-\s*[a-z]+\s*)*)$/i.exec(game);
  if (!match) return null;
  const [m, n, k] = match.slice(1, 4).map(Number);
  if (!m || !n || !k || m > 26 || n > 26 || k > Math.max(m, n)) return null;
  const words = match[4].toLowerCase().replace(/\s/g, "").split("-").slice(1);
  const [gravity, misere, exact] = OPTIONS.map((option) => words.includes(option));
  return words.length === [gravity, misere, exact].filter(Boolean).length ? { m, n, k, gravity, misere, exact } : null;
}

export function gameText(rules: Rules) {
  return [`${rules.m},${rules.n},${rules.k}`, ...OPTIONS.filter((option) => rules[option])].join("-");
}

/** Whether a game has options, so that its rule is worth a line. */
export function hasOptions(rules: Rules) {
  return OPTIONS.some((option) => rules[option]);
}

/** Return a game in words: "3 × 3, 3 in a row". */
export function gameWords({ m, n, k, gravity, misere, exact }: Rules) {
  const words = t(exact ? "{m} × {n}, exactly {k} in a row" : "{m} × {n}, {k} in a row", { m, n, k });
  return [words, gravity && t("stones fall"), misere && t("a line loses")].filter(Boolean).join(", ");
}

/** Return what wins or loses, and where a stone goes, in sentences. */
export function winWords({ k, gravity, misere, exact }: Rules) {
  const line = misere
    ? t(
        exact
          ? "Who completes exactly {k} in a row loses; a longer row does not count."
          : "Who completes {k} in a row loses.",
        { k },
      )
    : t(exact ? "Exactly {k} in a row wins, a longer row does not." : "{k} in a row wins.", { k });
  return gravity ? `${line} ${t("A stone falls to the lowest free cell of its column.")}` : line;
}

/** Whether a row can be longer than k. */
export function canBeLonger({ m, n, k }: { m: number; n: number; k: number }) {
  return k > 1 && Math.max(m, n) > k;
}

/** Return the name of a cell: column letter, row number from the top. */
export function cellName({ m }: Rules, cell: number) {
  return `${LETTERS[cell % m]}${Math.floor(cell / m) + 1}`;
}

export function columnLetter(column: number) {
  return LETTERS[column];
}

/** Return the cell of a name, or -1. */
export function parseCell({ m, n }: Rules, name: string) {
  const match = /^([a-z])([1-9]\d?)$/.exec(name);
  if (!match) return -1;
  const [column, row] = [LETTERS.indexOf(match[1]), Number(match[2]) - 1];
  return column < m && row < n ? row * m + column : -1;
}

/** Return the stones of "X../.O./...", or null where it is no such board. */
export function parsePosition({ m, n }: Rules, text: string): Stone[] | null {
  const rows = text.trim().toUpperCase().split("/");
  if (rows.length !== n || rows.some((row) => row.length !== m || /[^XO.]/.test(row))) return null;
  return [...rows.join("")].map((mark) => (mark === "." ? null : (mark as Side)));
}

export function positionText({ m, n }: Rules, stones: Stone[]) {
  const marks = stones.map((stone) => stone ?? ".").join("");
  return Array.from({ length: n }, (_, row) => marks.slice(row * m, row * m + m)).join("/");
}

export function emptyBoard({ m, n }: Rules): Stone[] {
  return Array(m * n).fill(null);
}

/** Return the side whose turn it is; where no game has these stones, the one that has fewer. */
export function sideToMove(stones: Stone[]): Side {
  return countOf(stones, "X") > countOf(stones, "O") ? "O" : "X";
}

/** Return how many stones a side has. */
export function countOf(stones: Stone[], side: Side) {
  return stones.filter((stone) => stone === side).length;
}

export function otherSide(side: Side): Side {
  return side === "X" ? "O" : "X";
}

/**
 * Return the cell where a stone goes that is put in a cell: with gravity it falls to the lowest free one of the column.
 * Null where there is no room.
 */
export function landing({ m, gravity }: Rules, stones: Stone[], cell: number) {
  if (!gravity) return stones[cell] ? null : cell;
  let lowest = stones.length - m + (cell % m);
  while (stones[lowest]) lowest -= m;
  return lowest < 0 ? null : lowest;
}

/** Return the stones after some moves, X first; null where a move names no cell that a stone can go to. */
export function stonesAfter(rules: Rules, moves: string[]): Stone[] | null {
  const stones = emptyBoard(rules);
  for (const [ply, name] of moves.entries()) {
    const cell = parseCell(rules, name);
    if (cell < 0 || landing(rules, stones, cell) !== cell) return null;
    stones[cell] = ply % 2 ? "O" : "X";
  }
  return stones;
}

/** Return the stones after some legal moves from a position. */
export function stonesFrom(rules: Rules, start: Stone[], moves: string[]) {
  const stones = [...start];
  for (const name of moves) stones[parseCell(rules, name)] = sideToMove(stones);
  return stones;
}

/**
 * Return the board that an address names, the position where it names one, and the moves from there. Throws if there is
 * none such; what can be reached is the program's to say.
 */
export function positionIn(query: URLSearchParams) {
  const game = parseGame(query.get("game") ?? "3,3,3");
  if (!game) throw new Error(t("This address names no board."));
  const given = query.get("position");
  const start = given ? parsePosition(game, given) : emptyBoard(game);
  const moves = (query.get("moves") ?? "").split(",").filter(Boolean);
  if (!start || !legal(game, moves)) throw new Error(t("This address names no position."));
  return { game, given, start, moves };
}

/** Whether these moves may be made one after the other, X first. */
export function legal(rules: Rules, moves: string[]) {
  const before = stonesAfter(rules, moves.slice(0, -1));
  return stonesAfter(rules, moves) !== null && before !== null && (!moves.length || !completedLine(rules, before));
}

/**
 * Return the lines, each with the cells beyond its ends: in an exact game a line with a stone of its own there is no win.
 */
function linesOf(rules: Rules) {
  let lines = known.get(rules);
  if (!lines) {
    lines = listed(rules);
    known.set(rules, lines);
  }
  return lines;
}

type Line = { cells: number[]; beyond: number[] };

const known: WeakMap<Rules, Line[]> = new WeakMap();

function listed({ m, n, k, exact }: Rules) {
  const lines: Line[] = [];
  for (let cell = 0; cell < m * n; cell += 1) {
    for (const [right, down] of k === 1
      ? [[0, 0]]
      : [
          [1, 0],
          [0, 1],
          [1, 1],
          [-1, 1],
        ]) {
      const at = (step: number) => {
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

/** Return the cells of a completed line, or null. */
export function completedLine(rules: Rules, stones: Stone[]): number[] | null {
  for (const { cells, beyond } of linesOf(rules)) {
    const side = stones[cells[0]];
    if (side && cells.every((cell) => stones[cell] === side) && beyond.every((cell) => stones[cell] !== side))
      return cells;
  }
  return null;
}

/** Return where a side could complete a line if it were to move: the cell, and the far end of the line. */
function completing(rules: Rules, stones: Stone[], side: Side): { cell: number; end: number }[] {
  return linesOf(rules).flatMap(({ cells, beyond }) => {
    const others = cells.filter((cell) => stones[cell] !== side);
    const [cell] = others;
    const is = others.length === 1 && landing(rules, stones, cell) === cell && !stones[cell];
    if (!is || beyond.some((each) => stones[each] === side)) return [];
    return [{ cell, end: cell === cells[0] ? cells[cells.length - 1] : cells[0] }];
  });
}

/**
 * Return what a side would do if it were to move: complete a line, else make a fork, which is two such cells at once.
 * @param rules in which a line wins
 */
export function threatsOf(rules: Rules, stones: Stone[], side: Side) {
  const cellsOf = (after: Stone[]) => [...new Set(completing(rules, after, side).map(({ cell }) => cell))];
  const lines = completing(rules, stones, side).filter(({ cell, end }) => cell !== end);
  const forks = stones.flatMap((stone, cell) => {
    const free = !stone && landing(rules, stones, cell) === cell;
    return !lines.length && free && cellsOf(stones.with(cell, side)).length > 1 ? [cell] : [];
  });
  return { lines, cells: cellsOf(stones), forks };
}

/** Return how a game stands: the line that is complete, and who has won. */
export function outcomeOf(rules: Rules, stones: Stone[]): { line: number[] | null; winner: Stone; over: boolean } {
  const line = completedLine(rules, stones);
  const side = line && stones[line[0]];
  const winner = side && (rules.misere ? otherSide(side) : side);
  return { line, winner, over: line !== null || stones.every(Boolean) };
}

/** Return how a position stands in words: "X wins", "A draw", "O to move". */
export function standWords(rules: Rules, stones: Stone[]) {
  const { winner, over } = outcomeOf(rules, stones);
  if (winner) return t("{side} wins", { side: winner });
  return over ? t("A draw") : t("{side} to move", { side: sideToMove(stones) });
}
