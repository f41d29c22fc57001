/** The grades of lessons: what each is, what it teaches, and how far this browser's visitor is in it. */

import { t } from "../../language.ts";
import { prefer, preference } from "../../store.ts";
import type { LessonGrade } from "../../types.ts";

/** The first screen: what a line, a threat and a fork are. */
export const BASICS = "basics";

/** The grade of the lessons in one's own games. */
export const OWN = "own";

/** So many lessons solved, and a grade is done. */
export const NEEDED = 5;

/** With so many answers a lesson still counts. */
const TRIES = 2;
const SECOND = "~"; // after the seed of a lesson that was solved at the second answer

type GradeWords = { title: string; about: string; learnt: string };

const WORDS: Record<string, GradeWords> = {
  [BASICS]: { title: t("Line, threat, fork"), about: t("The three words that everything here is about."), learnt: "" },
  win: {
    title: t("Win at once"),
    about: t("The only winning move completes a line."),
    learnt: t("Before every move, look first whether you can complete a line."),
  },
  block: {
    title: t("Stop a line"),
    about: t("Every move but one loses at once."),
    learnt: t("Then look whether the other side can complete a line: its free cell is yours."),
  },
  fork: {
    title: t("Make a fork"),
    about: t("The only winning move makes two threats at once."),
    learnt: t("Two threats at once win: the other side can stop only one of them."),
  },
  stop: {
    title: t("Stop a fork"),
    about: t("Every move but one loses to a fork."),
    learnt: t(
      "See the other side's fork before it is there. Take its cell, or make a threat that must be answered elsewhere.",
    ),
  },
  "4,3,3": {
    title: t("The right threat: 4 × 3"),
    about: t("Only one move keeps the value, and no line is about to be completed."),
    learnt: t("On a wider board a row has two ends: two stones between two free cells are a fork already."),
  },
  "4,4,3": {
    title: t("The right threat: 4 × 4"),
    about: t("Only one move keeps the value, and no line is about to be completed."),
    learnt: t(
      "A threat says where the other side must play. Look at your threats first, and at what each of them leaves.",
    ),
  },
  five: {
    title: t("Win by fours"),
    about: t("Only one move begins a run of fours that wins."),
    learnt: t("A four leaves the other side no choice. A run of fours wins when the last one makes two threats."),
  },
  [OWN]: {
    title: t("From your lost games"),
    about: t("Positions from games that this browser has lost, where you missed the only move."),
    learnt: "",
  },
};

/** Return what is said of a grade. */
export function gradeWords(name: string) {
  return WORDS[name] ?? { title: name, about: "", learnt: "" };
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
export function nextGrade(grades: LessonGrade[]) {
  return grades.find(({ name }) => !isDone(name))?.name ?? null;
}
