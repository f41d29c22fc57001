/** The moves of a game, each to go to, and judged by exact values, or by a search. */

import { ask } from "../../analysis/jobs.ts";
import { LatestQuestion } from "../../analysis/question.ts";
import { button, h, panel, put, toggle } from "../../dom.ts";
import { counted, t } from "../../language.ts";
import { announce, complain, ended } from "../../messages.ts";
import { parseCell } from "../../rules.ts";
import type { Job, JudgedMove, Mark, Review, Rules } from "../../types.ts";
import { Course, estimateWords } from "./course.ts";

export class JudgedMoves {
  moves: string[] = [];
  ply = 0;
  /** What the list shows. */
  drawn: { key: string; review: Review | null } = { key: "", review: null };
  readonly latest: LatestQuestion<Review>;
  readonly summary = h("p", { class: "quiet-text" });
  readonly course: Course;
  readonly mistakes = h("div", { class: "actions", id: "mistakes" });
  readonly list = h("ol", { class: "moves", "aria-label": t("Moves") });
  readonly element: HTMLElement;

  /** @param game its text @param on whether the moves are judged */
  constructor(
    readonly rules: Rules,
    readonly game: string,
    public on: boolean,
    readonly go: (ply: number) => void,
    changed: () => void,
  ) {
    this.latest = new LatestQuestion(changed, (error) => this.unjudged(error), judgedSoFar);
    this.course = new Course(go);
    this.list.addEventListener("click", (event) => {
      const row = event.target instanceof Element ? event.target.closest("[data-ply]") : null;
      if (row) go(Number(row.getAttribute("data-ply")));
    });
    const turn = toggle(t("Judge every move"), on, (now) => {
      this.on = now;
      changed();
    });
    const { summary, latest, course, mistakes, list } = this;
    this.element = panel(t("Moves"), { id: "moves" }, turn, summary, latest.element, course.element, mistakes, list);
  }

  /** Show the moves of a game, of which some are made. */
  show(moves: string[], ply: number) {
    const key = moves.join(",");
    this.moves = moves;
    this.ply = ply;
    this.latest.ask(this.on && key ? key : null, (signal, heard) =>
      ask("review", { game: this.game, moves: key }, signal, heard),
    );
    const { review } = this;
    this.summary.textContent = review ? summaryWords(review) : this.summaryUntil();
    if (key !== this.drawn.key || review !== this.drawn.review) this.draw(key, review);
    for (const [index, row] of [...this.list.children].entries()) {
      if (index + 1 === ply) row.firstElementChild?.setAttribute("aria-current", "step");
      else row.firstElementChild?.removeAttribute("aria-current");
    }
    const current = this.list.children[ply - 1];
    if (current) keepInView(current, this.list);
    this.course.mark(ply);
  }

  draw(key: string, review: Review | null) {
    this.drawn = { key, review };
    put(
      this.list,
      this.moves.map((cell, index) => this.row(cell, index)),
    );
    this.course.draw(review?.course ?? []);
    put(this.mistakes, this.jumps(review?.mistakes ?? []));
  }

  /** What is judged, once it is all that will be. */
  get review() {
    const { answer, asking, job } = this.latest;
    return answer ?? (asking ? null : (job?.result ?? null));
  }

  summaryUntil() {
    if (!this.moves.length) return t("No moves.");
    return this.latest.asking ? t("Looking up what every position is worth…") : "";
  }

  unjudged(error: unknown) {
    this.summary.textContent = t("The moves could not be judged.");
    put(
      this.mistakes,
      button(t("Try again"), () => this.show(this.moves, this.ply)),
    );
    complain(error);
  }

  /** The buttons that lead to the mistakes. */
  jumps(mistakes: number[]) {
    const [first] = mistakes;
    if (first === undefined) return [];
    if (mistakes.length === 1) return [button(t("Show the mistake"), () => this.go(first + 1))];
    return [button(t("Previous mistake"), () => this.jump(-1)), button(t("Next mistake"), () => this.jump(1))];
  }

  /** Go to the next mistake in a direction. */
  jump(direction: 1 | -1) {
    const plies = (this.review?.mistakes ?? []).map((index) => index + 1);
    const to = direction > 0 ? plies.find((each) => each > this.ply) : plies.findLast((each) => each < this.ply);
    if (to !== undefined) this.go(to);
    else announce(t(direction > 0 ? "No mistake after this move" : "No mistake before this move"));
  }

  row(cell: string, index: number) {
    const judged = this.review?.moves[index];
    const mistake = this.review?.mistakes.includes(index);
    const estimate = this.review?.course[index]?.estimate ?? null;
    return h(
      "li",
      { class: mistake ? "mistake" : null },
      h(
        "button",
        { type: "button", class: "move", "data-ply": index + 1 },
        h("span", { class: "who" }, `${index % 2 ? "O" : "X"} ${cell}`),
        mistake && h("span", { class: "badge bad", "aria-hidden": "true" }, "!"),
        judged &&
          h("span", { class: "words", title: estimate === null ? null : estimateWords(estimate) }, judgedWords(judged)),
      ),
    );
  }

  /** Return what is said of the move that is looked at. */
  get words() {
    const { ply, moves } = this;
    if (!this.on || ply > moves.length) return "";
    if (!ply) return t("The empty board.");
    const judged = this.review?.moves[ply - 1];
    const move = `${ply}. ${ply % 2 ? "X" : "O"} ${moves[ply - 1]}`;
    return judged ? ended(`${move}: ${judgedWords(judged)}`) : move;
  }

  /** The better moves in place of the one that is looked at, drawn as stones that are not there. */
  get marks(): Map<number, Mark> {
    const judged = this.review?.moves[this.ply - 1];
    const better = judged?.better ?? [judged?.search?.better ?? []].flat();
    return new Map(better.map((name) => [parseCell(this.rules, name), { ghost: judged?.side }]));
  }

  leave() {
    this.latest.stop();
  }
}

/** What is said of a move. */
function judgedWords({ words, search }: JudgedMove) {
  return words ?? search?.words ?? t("not judged");
}

/** How far a review is. */
function judgedSoFar(job: Job<Review> | null, seconds: number) {
  const { judged = 0, of = null } = job?.progress ?? {};
  const waited = seconds.toFixed(0);
  if (of === null) return t("Asking: {seconds} s", { seconds: waited });
  return t("{judged} of {of} moves judged, {seconds} s", { judged, of, seconds: waited });
}

function summaryWords({ moves, mistakes }: Review) {
  const exact = moves.filter(({ known }) => known).length;
  const open = moves.filter(({ known, search }) => !known && !search?.after).length;
  const { length } = mistakes;
  if (exact === moves.length) {
    return length
      ? counted(length, "One mistake, by exact values.", "{count} mistakes, by exact values.")
      : t("No mistake, by exact values.");
  }
  if (open === moves.length) return t("Nothing is known of these moves: a search can only estimate them.");
  const found = length
    ? counted(length, "One mistake, as far as the search sees.", "{count} mistakes, as far as the search sees.")
    : t("No mistake, as far as the search sees.");
  const rest = open ? ` ${counted(open, "One move is only estimated.", "{count} moves are only estimated.")}` : "";
  return `${found}${rest} ${t("By exact values where they are known, else by what a search proves.")}`;
}

/** Scroll a list, and nothing but the list, until a row of it is seen. */
function keepInView(row: Element, list: HTMLElement) {
  const [inner, outer] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}
