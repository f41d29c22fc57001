/** Lessons: what is said of a position, what to look for and where, and the lessons in this browser's own lost games. */

import { api } from "../../api.ts";
import { t } from "../../language.ts";
import {
  cellName,
  columnLetter,
  completedLine,
  gameWords,
  otherSide,
  parseCell,
  parseGame,
  parsePosition,
} from "../../rules.ts";
import type { GameListed, LessonAsked, LessonSentence, Rules, Stone } from "../../types.ts";

const PAGES = 5; // of one's own games that are looked through

export function rulesOf({ game: [m, n, k, ...options] }: LessonAsked): Rules {
  return parseGame([`${m},${n},${k}`, ...options].join("-")) as Rules;
}

/** Return the stones of a lesson. */
export function stonesOf(lesson: LessonAsked): Stone[] {
  return parsePosition(rulesOf(lesson), lesson.position) ?? [];
}

/** Return a position in words: "4 × 3, 3 in a row. X on b1, c2. O on a1." */
export function positionWords(lesson: LessonAsked) {
  const rules = rulesOf(lesson);
  const stones = stonesOf(lesson);
  const placed = ["X", "O"].map((side) => {
    const cells = stones.flatMap((stone, cell) => (stone === side ? [cellName(rules, cell)] : []));
    return cells.length ? t("{side} on {cells}.", { side, cells: cells.join(", ") }) : t("No {side}.", { side });
  });
  return `${gameWords(rules)}. ${placed.join(" ")}`;
}

/**
 * Return where the answer is: the cells to mark, and a sentence. It is the line that a side completes there, else the
 * shorter of the answer's row and column, by their free cells, as long as another cell is free there.
 */
export function whereabouts(lesson: LessonAsked) {
  const rules = rulesOf(lesson);
  const stones = stonesOf(lesson);
  const answer = parseCell(rules, lesson.answer);
  for (const side of ["X", "O"] as const) {
    const cells = completedLine(rules, stones.with(answer, side));
    if (cells)
      return {
        cells,
        words: t("It is in this line: {cells}.", { cells: cells.map((cell) => cellName(rules, cell)).join(" ") }),
      };
  }
  const [column, row] = [answer % rules.m, Math.floor(answer / rules.m)];
  const free = stones.flatMap((stone, cell) => (stone ? [] : [cell]));
  const inRow = free.filter((cell) => Math.floor(cell / rules.m) === row);
  const inColumn = free.filter((cell) => cell % rules.m === column);
  if (inRow.length > 1 && (inRow.length <= inColumn.length || inColumn.length === 1)) {
    return { cells: inRow, words: t("It is in row {row}.", { row: row + 1 }) };
  }
  return { cells: inColumn, words: t("It is in column {column}.", { column: columnLetter(column) }) };
}

type Kind = LessonSentence["kind"];
type Values = Record<string, string>;

const LOOK: Partial<Record<Kind, (values: Values) => string>> = {
  "ask-win": (values) => t("Look for two {side} in a line whose third cell is free.", values),
  "ask-block": (values) => t("Look for two {other} in a line whose third cell is free.", values),
  "ask-fork": (values) => t("Look for two lines through one free cell, each with an {side} and no {other}.", values),
  "ask-stop": (values) =>
    t(
      "Find where {other} could make two threats. Take that cell, or make a threat that {other} must answer elsewhere.",
      values,
    ),
  "ask-run": (values) =>
    t("Look for three {side} in a line without an {other}: one more makes a four, which must be answered.", values),
};

/** Return what to look for: the first hint to a question. @param kind of the question */
export function lookWords(kind: Kind, values: Values) {
  return (LOOK[kind] ?? ((sides) => t("First look at the moves that make a threat: what must {other} answer?", sides)))(
    values,
  );
}

/** Yield the lessons in the games that this browser has lost, the newest game first. */
export async function* ownLessons(signal: AbortSignal) {
  let before: string | null = null;
  for (let page = 0; page < PAGES && !signal.aborted; page += 1) {
    const { games, next } = await api.mine(before);
    for (const game of games) yield* lessonsIn(game, signal);
    if (next === null) return;
    before = next;
  }
}

/** Return the side of this browser's one seat if it lost the game, else null. */
function loser({ seats: [seat, other], outcome }: GameListed) {
  if (other || !seat || seat === "host") return null;
  return outcome?.winner === otherSide(seat) ? seat : null;
}

async function* lessonsIn(game: GameListed, signal: AbortSignal) {
  const side = loser(game);
  if (!side) return;
  const { moves } = await api.game(game.id);
  const cells = moves.map(({ cell }) => cell);
  yield* (await api.lessonsOf(game.game, cells, side === "X" ? "first" : "second", signal)).lessons;
}
