/** Lessons: find the only move. A wrong answer is refuted by a line to step through. */

import { api, withQuery } from "../../api.js";
import { Board } from "../../board.js";
import { sharePanel } from "../../controls/sharepanel.js";
import { Stepper } from "../../controls/stepper.js";
import { boardPage, button, chips, h, panel, put } from "../../dom.js";
import { announce, complain } from "../../messages.js";
import { rename } from "../../router.js";
import { cellName, gameWords, parseCell, parsePosition } from "../../rules.js";
import { prefer, preference } from "../../store.js";
import { OWN, countLesson, gradeOptions, ownLessons, positionWords, rulesOf, solvedInARow } from "./lessons.js";

/** @import { LessonAsked, LessonGrade } from "../../types.js" */

const SEEDS = 1_000_000; // to draw the first one from

const NONE = "No lesson in your lost games yet: there is one where you missed the only move that kept a win or a draw.";
const NO_MORE = "No more lessons in your lost games.";

/** @param {{url: URL}} at @returns {import("../../types.js").Page} */
export function open({ url }) {
  const query = url.searchParams;
  const seed = Number.parseInt(query.get("seed") ?? "", 10);
  const page = new LearnPage(
    query.get("grade") ?? preference("lesson", "win"),
    seed >= 0 ? seed : Math.floor(Math.random() * SEEDS),
  );
  return { title: "Learn", element: page.element, leave: () => page.leave() };
}

class LearnPage {
  /** @param {string} grade @param {number} seed */
  constructor(grade, seed) {
    this.grade = grade;
    this.seed = seed;
    this.gone = new AbortController();
    /** @type {LessonGrade[]} */
    this.grades = [];
    /** @type {LessonAsked | null} */
    this.lesson = null;
    /** @type {Stepper | null} shown once an answer was given */
    this.stepper = null;
    /** @type {AsyncGenerator<LessonAsked> | null} */
    this.own = null;
    this.found = false; // whether lost games had a lesson
    this.turn = 0;
    this.missed = this.solved = false;
    this.heading = h("h1", { class: "status", id: "question" });
    this.place = h("div", { class: "lesson-board" });
    this.actions = h("div", { class: "actions", id: "lesson-actions" });
    this.choices = h("div");
    this.about = h("p", { class: "quiet-text", id: "about" });
    this.count = h("p", { id: "solved" });
    this.share = h("div");
    this.element = this.layout();
    document.addEventListener("keydown", (event) => this.pressed(event), { signal: this.gone.signal });
    this.start();
    void this.offer();
  }

  layout() {
    return boardPage(
      "learn",
      [this.heading, this.place, this.actions],
      [
        panel(
          "Lessons: find the only move",
          { id: "lessons" },
          this.choices,
          this.about,
          this.count,
          h("p", { class: "quiet-text keys" }, "Keys: arrows move on the board, Enter answers; then ← and → step through the line, n is the next lesson."),
        ),
        this.share,
      ],
    );
  }

  async offer() {
    try {
      this.grades = (await api.grades(this.gone.signal)).grades;
      const choose = (/** @type {string} */ grade) => {
        this.grade = grade;
        this.own = null;
        prefer("lesson", grade);
        this.start();
      };
      put(this.choices, chips("Grade", gradeOptions(this.grades), this.grade, choose));
      this.tell();
    } catch (error) {
      complain(error);
    }
  }

  /** Make a lesson and ask. @param {boolean} [focus] on the board, where a button has gone */
  start(focus = false) {
    void this.make(focus);
  }

  /** @param {boolean} focus */
  async make(focus) {
    const turn = (this.turn += 1);
    this.lesson = this.stepper = null;
    this.missed = this.solved = false;
    this.head(this.grade === OWN ? "Looking through your lost games…" : "Making a lesson…");
    put(this.actions);
    this.tell();
    try {
      const lesson = await this.made();
      if (turn !== this.turn || this.gone.signal.aborted) return;
      if (lesson) this.ask(lesson, focus);
      else this.none();
    } catch (error) {
      if (turn !== this.turn || this.gone.signal.aborted) return;
      this.head("This lesson could not be made");
      put(this.place);
      put(this.actions, button("Try again", () => this.start(true), { class: "button main" }));
      complain(error);
    }
  }

  /** Return the lesson of the grade and the seed, or the next one in lost games; null where there is none. */
  async made() {
    if (this.grade !== OWN) {
      rename(withQuery("/learn", { grade: this.grade, seed: this.seed }));
      return api.lesson(this.grade, this.seed, this.gone.signal);
    }
    rename(withQuery("/learn", { grade: OWN }));
    this.found = this.own !== null;
    this.own ??= ownLessons(this.gone.signal);
    const { value } = await this.own.next();
    return value ?? null;
  }

  /** Say that there is no lesson, or no further one, in lost games. */
  none() {
    const words = this.found ? NO_MORE : NONE;
    this.own = null;
    this.found = false;
    this.head(words);
    put(this.place);
    put(this.actions, h("a", { class: "button main", href: "/" }, "Play a game"));
    announce(words);
  }

  /** Show the position and the question. @param {LessonAsked} lesson @param {boolean} focus */
  ask(lesson, focus) {
    const rules = rulesOf(lesson);
    this.lesson = lesson;
    this.stepper = null;
    this.head(lesson.question);
    put(this.actions, button("Skip", () => this.next()));
    const board = new Board(rules, { label: `Board, ${gameWords(rules)}`, play: (cell) => this.answer(cell) });
    const last = lesson.moves.at(-1);
    const stones = parsePosition(rules, lesson.position) ?? [];
    board.show({ stones, last: last ? parseCell(rules, last) : null, open: true });
    put(this.place, board.element);
    put(this.share, this.grade !== OWN && sharePanel("Link to this lesson", location.href, null));
    board.rove(stones.indexOf(null));
    if (focus) board.cells[board.focused].focus({ preventScroll: true });
    announce(`${lesson.question} ${positionWords(lesson)}`);
  }

  /** Judge an answer. @param {number} cell */
  answer(cell) {
    const { lesson } = this;
    if (!lesson || this.stepper) return;
    const name = cellName(rulesOf(lesson), cell);
    if (name === lesson.answer) this.right(lesson);
    else this.wrong(lesson, name);
    this.tell();
  }

  /** @param {LessonAsked} lesson */
  right(lesson) {
    if (!this.missed && !this.solved) countLesson(this.grade, true);
    this.solved = true;
    const words = `Right. ${lesson.why}`;
    this.show(lesson, lesson.line, words, "good");
    put(this.actions, button("Next", () => this.next(), { class: "button main" }));
    this.leadTo(words);
  }

  /** @param {LessonAsked} lesson @param {string} name */
  wrong(lesson, name) {
    countLesson(this.grade, false);
    this.missed = true;
    const refuted = lesson.wrong[name];
    const words = `${name} is not it. ${refuted?.words ?? ""}`;
    this.show(lesson, refuted?.line ?? [name], words, "bad");
    put(this.actions, button("Try again", () => this.ask(lesson, true), { class: "button main" }), button("Another lesson", () => this.next()));
    this.leadTo(`${words} The line: ${(refuted?.line ?? [name]).join(", ")}.`);
  }

  /** Show a line from the position on, at its first move. @param {LessonAsked} lesson @param {string[]} line @param {string} words @param {"good" | "bad"} kind */
  show(lesson, line, words, kind) {
    const label = kind === "good" ? "Board of the answer's line" : "Board of the line against your move";
    const ply = lesson.moves.length + 1;
    this.stepper = new Stepper(rulesOf(lesson), [...lesson.moves, ...line], { label, ply, stepped: (at) => this.stepped(at) });
    put(this.place, this.stepper.element);
    this.head(words, `lesson-${kind}`);
  }

  /** Write the heading: a question, or what is said of an answer. @param {string} words @param {string} [kind] */
  head(words, kind = "") {
    this.heading.textContent = words;
    this.heading.className = `status ${kind}`;
  }

  /** Speak, and let Enter go on. @param {string} words */
  leadTo(words) {
    announce(words);
    this.actions.querySelector("button")?.focus({ preventScroll: true });
    this.heading.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} ply */
  stepped(ply) {
    const cell = this.stepper?.moves[ply - 1];
    announce(cell ? `${ply % 2 ? "X" : "O"} plays ${cell}` : "The empty board");
  }

  next() {
    this.seed += 1;
    this.start(true);
  }

  /** Say what the grade is, and how many were solved in a row. */
  tell() {
    this.about.textContent =
      this.grade === OWN
        ? "Positions from games that this browser has lost, where you missed the only move."
        : (this.grades.find(({ name }) => name === this.grade)?.about ?? "");
    const count = solvedInARow(this.grade);
    this.count.textContent = `Solved in a row: ${count}`;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const typing = event.target instanceof Element && event.target.closest("input[type=text]");
    if (event.key === "n" && !event.repeat && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) this.next();
    else this.stepper?.pressed(event);
  }

  leave() {
    this.gone.abort();
  }
}
