/** Learn: what a line, a threat and a fork are; then lessons in grades. A wrong answer is refuted by a line to step through. */

import { api, withQuery } from "../../api.ts";
import { Board } from "../../board.ts";
import { sharePanel } from "../../controls/sharepanel.ts";
import { Stepper } from "../../controls/stepper.ts";
import { boardPage, button, h, panel, put } from "../../dom.ts";
import { t } from "../../language.ts";
import { announce, complain, ended } from "../../messages.ts";
import { rename } from "../../router.ts";
import { cellName, gameWords, otherSide, parseCell } from "../../rules.ts";
import { countDay, prefer, preference } from "../../store.ts";
import type { Grade, LessonAsked, LessonSentence, Page } from "../../types.ts";
import { Basics } from "./basics.ts";
import { BASICS, countSolved, gradeWords, isDone, keepBasics, knowsBasics, nextGrade, OWN } from "./grades.ts";
import { lookWords, ownLessons, positionWords, rulesOf, stonesOf, whereabouts } from "./lessons.ts";
import { path, solvedWords } from "./path.ts";

const SEEDS = 1_000_000; // to draw the first one from
const FIRST = "win"; // until the grades are known

export function open({ url }: { url: URL }): Page {
  const query = url.searchParams;
  const seed = Number.parseInt(query.get("seed") ?? "", 10);
  const page = new LearnPage(query.get("grade"), seed >= 0 ? seed : Math.floor(Math.random() * SEEDS));
  return { title: t("Learn"), element: page.element, leave: () => page.leave() };
}

class LearnPage {
  grade: string;
  gone = new AbortController();
  grades: Grade[] = [];
  lesson: LessonAsked | null = null;
  /** Of the question. */
  board: Board | null = null;
  /** Shown once an answer was given. */
  stepper: Stepper | null = null;
  own: AsyncGenerator<LessonAsked> | null = null;
  found = false;
  turn = 0;
  hints = 0;
  wrongs = 0;
  finished = false;
  readonly count = h("p", { class: "quiet-text", id: "solved" });
  readonly heading = h("h1", { class: "status", id: "question" });
  readonly place = h("div", { class: "lesson-board" }, h("div", { class: "waits" }));
  readonly tip = h("p", { class: "tip", id: "tip" });
  readonly hintButton = button(t("Hint"), () => this.hint());
  readonly actions = h("div", { class: "actions", id: "lesson-actions" });
  readonly path = path((chosen) => this.choose(chosen));
  readonly about = h("p", { class: "quiet-text", id: "about" });
  readonly share = h("div");
  readonly element: HTMLDivElement;

  /** @param grade null: where the visitor left off */
  constructor(
    grade: string | null,
    public seed: number,
  ) {
    this.grade = grade ?? (knowsBasics() ? preference("lesson", FIRST) : BASICS);
    this.element = this.layout();
    document.addEventListener("keydown", (event) => this.pressed(event), { signal: this.gone.signal });
    this.start();
    void this.offer();
  }

  layout() {
    return boardPage(
      "learn",
      [h("div", { class: "asked" }, this.count, this.heading), this.place, this.actions],
      [
        panel(
          t("Lessons"),
          { id: "lessons" },
          this.path.element,
          this.about,
          h(
            "p",
            { class: "quiet-text keys" },
            t(
              "Keys: arrows move on the board, Enter answers; then ← and → step through the line, n is the next lesson.",
            ),
          ),
        ),
        this.share,
        h("p", {}, h("a", { href: "/teachers" }, t("For teachers: posters, a lesson of 45 minutes, an assignment"))),
      ],
    );
  }

  async offer() {
    try {
      this.grades = (await api.grades(this.gone.signal)).grades;
      this.tell();
    } catch (error) {
      complain(error);
    }
  }

  /** Go to a grade, or the first screen. */
  choose(grade: string) {
    this.grade = grade;
    this.own = null;
    if (grade !== BASICS) prefer("lesson", grade);
    window.scrollTo(0, 0); // on a phone the list stands below the board
    this.start(true);
  }

  /** Make a lesson and ask. @param focus on the board, where a button has gone */
  start(focus: boolean = false) {
    this.turn += 1;
    this.lesson = this.board = this.stepper = null;
    this.wrongs = 0;
    this.finished = false;
    put(this.actions);
    put(this.share);
    this.tell();
    if (this.grade === BASICS) this.begin(focus);
    else void this.make(focus);
  }

  /** Show the first screen. */
  begin(focus: boolean) {
    rename(withQuery("/learn", { grade: BASICS }));
    const { place, actions } = this;
    const places = {
      place,
      actions,
      head: this.head.bind(this),
      tell: (words: string) => put(this.count, words),
    };
    const end = (how: "done" | "skipped") => {
      keepBasics(how);
      this.choose(nextGrade(this.grades) ?? preference("lesson", FIRST));
    };
    new Basics(places, end).ask(focus);
  }

  async make(focus: boolean) {
    const { turn } = this;
    this.head(this.grade === OWN ? t("Looking through your lost games…") : t("Making a lesson…"));
    try {
      const lesson = await this.made();
      if (turn !== this.turn || this.gone.signal.aborted) return;
      if (lesson) this.ask(lesson, focus);
      else this.none();
    } catch (error) {
      if (turn !== this.turn || this.gone.signal.aborted) return;
      this.head(t("This lesson could not be made"));
      put(this.place);
      put(
        this.actions,
        button(t("Try again"), () => this.start(true), { class: "button main" }),
      );
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
    const words = this.found
      ? t("No more lessons in your lost games.")
      : t("No lesson in your lost games yet: there is one where you missed the only move that kept a win or a draw.");
    this.own = null;
    this.found = false;
    this.head(words);
    put(this.place);
    put(this.actions, h("a", { class: "button main", href: "/" }, t("Play a game")));
    announce(words);
  }

  /** Show the position and the question. */
  ask(lesson: LessonAsked, focus: boolean) {
    const rules = rulesOf(lesson);
    const question = lesson.question.text;
    this.lesson = lesson;
    this.stepper = null;
    this.hints = 0;
    this.head(question);
    this.hintButton.setAttribute("aria-disabled", "false");
    put(
      this.actions,
      this.hintButton,
      button(t("Skip"), () => this.next()),
    );
    const board = new Board(rules, {
      label: t("Board, {game}", { game: gameWords(rules) }),
      play: (cell) => this.answer(cell),
    });
    this.board = board;
    put(this.tip);
    put(this.place, board.element, this.tip);
    this.show();
    put(this.share, this.grade !== OWN && sharePanel(t("Link to this lesson"), location.href, null));
    board.rove(stonesOf(lesson).indexOf(null));
    if (focus) board.cells[board.focused].focus({ preventScroll: true });
    announce(`${question} ${positionWords(lesson)}`);
  }

  /** Show the position of the question. @param hinted cells */
  show(hinted: number[] = []) {
    const { lesson, board } = this;
    if (!lesson || !board) return;
    const last = lesson.moves.at(-1);
    board.show({
      stones: stonesOf(lesson),
      last: last ? parseCell(rulesOf(lesson), last) : null,
      marks: new Map(hinted.map((cell) => [cell, { hint: true }])),
      open: true,
    });
  }

  /** Say what to look for, then where. */
  hint() {
    const { lesson } = this;
    if (!lesson || this.hints === 2) return;
    this.hints += 1;
    const { kind } = lesson.question;
    const found = whereabouts(lesson);
    const first = this.hints === 1;
    const words = first ? lookWords(kind, { side: lesson.side, other: otherSide(lesson.side) }) : found.words;
    if (!first) this.show(found.cells);
    this.hintButton.setAttribute("aria-disabled", String(!first));
    put(this.tip, words);
    announce(words);
  }

  /** Judge an answer. */
  answer(cell: number) {
    const { lesson } = this;
    if (!lesson || this.stepper) return;
    const name = cellName(rulesOf(lesson), cell);
    countDay(name === lesson.answer);
    if (name === lesson.answer) this.right(lesson);
    else this.wrong(lesson, name);
    this.tell();
  }

  right(lesson: LessonAsked) {
    const before = isDone(this.grade);
    if (lesson.seed !== null) countSolved(this.grade, lesson.seed, this.wrongs + 1);
    this.finished = isDone(this.grade) && !before;
    const words = t("Right. {why}", { why: told(lesson.why) });
    this.step(lesson, lesson.line, words, "good");
    put(
      this.actions,
      button(t("Next"), () => this.next(), { class: "button main" }),
    );
    this.leadTo(words);
  }

  wrong(lesson: LessonAsked, name: string) {
    this.wrongs += 1;
    const refuted = lesson.wrong[name];
    const words = t("{cell} is not it. {why}", { cell: name, why: refuted?.words.text ?? "" });
    const line = refuted?.line ?? [name];
    this.step(lesson, line, words, "bad");
    put(
      this.actions,
      button(t("Try again"), () => this.ask(lesson, true), { class: "button main" }),
      button(t("Another lesson"), () => this.next()),
    );
    this.leadTo(t("{words} The line: {line}.", { words, line: line.join(", ") }));
  }

  /** Show a line from the position on, at its first move. */
  step(lesson: LessonAsked, line: string[], words: string, kind: "good" | "bad") {
    const label = kind === "good" ? t("Board of the answer's line") : t("Board of the line against your move");
    const ply = lesson.moves.length + 1;
    this.stepper = new Stepper(rulesOf(lesson), [...lesson.moves, ...line], label, ply, (at) => this.stepped(at));
    put(this.place, this.stepper.element);
    this.head(words, `lesson-${kind}`);
    if (kind === "bad") this.stepper.steps.run(ply);
  }

  /** Say that a grade is done, what it taught, and where to go on. */
  finish() {
    const { title, learnt } = gradeWords(this.grade, this.grades);
    const following = nextGrade(this.grades);
    const words = t("Done: {title}", { title });
    this.lesson = this.board = this.stepper = null;
    this.finished = false;
    this.head(words, "lesson-good");
    put(this.place, h("p", { class: "learnt", id: "learnt" }, learnt));
    put(
      this.actions,
      following &&
        button(t("Next: {title}", { title: gradeWords(following, this.grades).title }), () => this.choose(following), {
          class: "button main",
        }),
      button(t("More of these"), () => this.next()),
    );
    const whole = following || !this.grades.length ? "" : t("That was the whole path: all of its lessons are solved.");
    if (whole) this.place.append(h("p", {}, whole));
    this.leadTo([ended(words), learnt, whole].filter(Boolean).join(" "));
  }

  /** Write the heading: a question, or what is said of an answer. */
  head(words: string, kind: string = "") {
    this.heading.textContent = words;
    this.heading.className = `status ${kind}`;
  }

  /** Speak, and let Enter go on. */
  leadTo(words: string) {
    announce(words);
    this.actions.querySelector("button")?.focus({ preventScroll: true });
    this.heading.scrollIntoView({ block: "nearest" });
  }

  stepped(ply: number) {
    const cell = this.stepper?.moves[ply - 1];
    announce(cell ? t("{side} plays {cell}", { side: ply % 2 ? "X" : "O", cell }) : t("The empty board"));
  }

  /** Go on: to another lesson, or to what a grade has taught. */
  next() {
    if (this.finished) return this.finish();
    this.seed += 1;
    this.start(true);
  }

  /** Say which grade this is, and how far the visitor is. */
  tell() {
    const { grade } = this;
    const { title, about } = gradeWords(grade, this.grades);
    this.about.textContent = about;
    if (grade !== BASICS) put(this.count, [title, grade !== OWN && solvedWords(grade)].filter(Boolean).join(" · "));
    this.path.show(this.grades, grade);
  }

  pressed(event: KeyboardEvent) {
    const typing = event.target instanceof Element && event.target.closest("input[type=text]");
    const next = event.key === "n" && this.grade !== BASICS && !event.repeat && !typing;
    if (next && !event.ctrlKey && !event.metaKey && !event.altKey) this.next();
    else this.stepper?.steps.pressed(event);
  }

  leave() {
    this.gone.abort();
  }
}

function told(sentences: LessonSentence[]) {
  return sentences.map(({ text }) => text).join(" ");
}
