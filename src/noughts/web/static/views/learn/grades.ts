/** The grades of lessons: what each is, what it teaches, and how far this browser's visitor is in it. */

import { t } from "../../language.ts";
import { prefer, preference } from "../../store.ts";
import type { Grade } from "../../types.ts";

/** The first screen: what a line, a threat and a fork are. */
export const BASICS = "basics";

/** The grade of the lessons in one's own games. */
export const OWN = "own";

/** So many lessons solved, and a grade is done. */
export const NEEDED = 5;

/** With so many answers a lesson still counts. */
const TRIES = 2;
const SECOND = "~"; // after the seed of a lesson that was solved at the second answer

type GradeWords = Pick<Grade, "title" | "about" | "learnt">;

const HERE: Record<string, GradeWords> = {
  [BASICS]: { title: t("Line, threat, fork"), about: t("The three words that everything here is about."), learnt: "" },
  [OWN]: {
    title: t("From your lost games"),
    about: t("Positions from games that this browser has lost, where you missed the only move."),
    learnt: "",
  },
};

/** Return what is said of a grade; nothing before the grades are known. */
export function gradeWords(name: string, grades: Grade[]): GradeWords {
  return HERE[name] ?? grades.find((grade) => grade.name === name) ?? { title: "", about: "", learnt: "" };
}

/** Return the lessons of a grade that were solved: their seeds, with a sign after those that took two answers. */
function solvedSeeds(grade: string) {
  return preference(`solved.${grade}`, "").split(",").filter(Boolean).slice(0, NEEDED);
}

/** Return how many lessons of a grade were solved, at most those that it needs. */
export function solvedCount(grade: string) {
  return solvedSeeds(grade).length;
}

/** Return how many of them took two answers. */
export function secondCount(grade: string) {
  return solvedSeeds(grade).filter((seed) => seed.endsWith(SECOND)).length;
}

/**
 * Count a lesson that was solved at the first or the second answer, once: solved again at the first, it is as if it had
 * been so at once. A lesson that took more answers does not count.
 */
export function countSolved(grade: string, seed: number, answers: number) {
  if (answers > TRIES) return;
  const solved = solvedSeeds(grade);
  const [first, second] = [String(seed), `${seed}${SECOND}`];
  const at = solved.findIndex((each) => each === first || each === second);
  if (at < 0) solved.push(answers === 1 ? first : second);
  else if (answers === 1) solved[at] = first;
  prefer(`solved.${grade}`, solved.slice(0, NEEDED).join(","));
}

/** Whether a grade is done, or the first screen. */
export function isDone(grade: string) {
  return grade === BASICS ? preference("basics", "") === "done" : solvedCount(grade) === NEEDED;
}

/** Whether the first screen was seen to its end, or skipped. */
export function knowsBasics() {
  return preference("basics", "") !== "";
}

/** Remember that the first screen is over. */
export function keepBasics(how: "done" | "skipped") {
  if (!isDone(BASICS)) prefer("basics", how);
}

/** Return the first grade that is not done, or null. */
export function nextGrade(grades: Grade[]) {
  return grades.find(({ name }) => !isDone(name))?.name ?? null;
}
