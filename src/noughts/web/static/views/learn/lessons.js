/** Lessons: what is said of a position, how many were solved in a row, and those in this browser's own lost games. */

import { api } from "../../api.js";
import { cellName, gameWords, otherSide, parsePosition } from "../../rules.js";
import { prefer, preference } from "../../store.js";

/** @import { GameListed, LessonAsked, LessonGrade, Rules } from "../../types.js" */

/** The grade of the lessons in one's own games. */
export const OWN = "own";

const PAGES = 5; // of one's own games that are looked through

/** @param {LessonAsked} lesson @returns {Rules} */
export function rulesOf({ game: [m, n, k, exact] }) {
  return /** @type {Rules} */ ({ m, n, k, exact: exact === "exact" });
}

/** Return a position in words: "4 × 3, 3 in a row. X on b1, c2. O on a1." @param {LessonAsked} lesson */
export function positionWords(lesson) {
  const rules = rulesOf(lesson);
  const stones = parsePosition(rules, lesson.position) ?? [];
  const placed = ["X", "O"].map((side) => {
    const cells = stones.flatMap((stone, cell) => (stone === side ? [cellName(rules, cell)] : []));
    return cells.length ? `${side} on ${cells.join(", ")}.` : `No ${side}.`;
  });
  return `${gameWords(rules)}. ${placed.join(" ")}`;
}

/** Return how many lessons of a grade were solved in a row. @param {string} grade */
export function solvedInARow(grade) {
  return Number(preference(`solved.${grade}`, "0")) || 0;
}

/** Count a lesson that was solved at once, or begin anew. @param {string} grade @param {boolean} solved */
export function countLesson(grade, solved) {
  prefer(`solved.${grade}`, String(solved ? solvedInARow(grade) + 1 : 0));
}

/** Return the chips' options. @param {LessonGrade[]} grades @returns {[string, string][]} */
export function gradeOptions(grades) {
  return [...grades.map(({ name, title }) => /** @type {[string, string]} */ ([name, title])), [OWN, "From your lost games"]];
}

/** Yield the lessons in the games that this browser has lost, the newest game first. @param {AbortSignal} signal */
export async function* ownLessons(signal) {
  /** @type {string | null} */
  let before = null;
  for (let page = 0; page < PAGES && !signal.aborted; page += 1) {
    const { games, next } = await api.mine(before);
    for (const game of games) yield* lessonsIn(game, signal);
    if (next === null) return;
    before = next;
  }
}

/** Return the side of this browser's one seat if it lost the game, else null. @param {GameListed} game */
function loser({ seats: [seat, other], outcome }) {
  if (other || !seat || seat === "host") return null;
  return outcome?.winner === otherSide(seat) ? seat : null;
}

/** @param {GameListed} game @param {AbortSignal} signal */
async function* lessonsIn(game, signal) {
  const side = loser(game);
  if (!side) return;
  const { moves } = await api.game(game.id);
  const cells = moves.map(({ cell }) => cell);
  yield* (await api.lessonsOf(game.game, cells, side === "X" ? "first" : "second", signal)).lessons;
}
