/** A game to go through, each move judged by exact values, or by a search. */

import { fullAddress } from "../../addresses.js";
import { ask } from "../../analysis/jobs.js";
import { LatestQuestion } from "../../analysis/question.js";
import { Waiting } from "../../analysis/waiting.js";
import { withQuery } from "../../api.js";
import { moveDownloads, sharePanel, smallBoard } from "../../controls/sharepanel.js";
import { Stepper } from "../../controls/stepper.js";
import { boardPage, button, h, panel, put } from "../../dom.js";
import { counted, t } from "../../language.js";
import { announce, complain, ended } from "../../messages.js";
import { rename } from "../../router.js";
import { gameText, gameWords, legal, parseCell, parseGame } from "../../rules.js";
import { Course, estimateWords } from "./course.js";

/** @import { Job, JudgedMove, Mark, Review, Rules } from "../../types.js" */

/** @param {{url: URL}} at @returns {import("../../types.js").Page} */
export function open({ url }) {
  const rules = parseGame(url.searchParams.get("game") ?? "3,3,3");
  const moves = (url.searchParams.get("moves") ?? "").split(",").filter(Boolean);
  if (!rules || !legal(rules, moves)) throw new Error(t("This address names no game: a move in it is not legal."));
  const page = new ReviewPage(rules, moves, Number(url.searchParams.get("ply") ?? moves.length));
  return { title: t("Review"), element: page.element, leave: () => page.leave() };
}

const ASKING = t("Looking up what every position is worth…");
const JUDGED = t("By exact values where they are known, else by what a search proves.");

class ReviewPage {
  /** @param {Rules} rules @param {string[]} moves @param {number} ply */
  constructor(rules, moves, ply) {
    this.rules = rules;
    this.game = gameText(rules);
    this.moves = moves;
    /** @type {Review | null} what is shown */
    this.review = null;
    /** @type {Review | null} what is judged while the rest is asked for */
    this.soFar = null;
    /** @type {LatestQuestion<Review>} */
    this.latest = new LatestQuestion(
      () => this.judged(this.latest.answer),
      (error) => this.unjudged(error),
      (job) => this.heard(job),
    );
    this.waiting = new Waiting({ words: judgedSoFar, stop: () => this.stop(), again: () => this.again() });
    this.stepper = new Stepper(rules, moves, {
      label: t("Board, {game}", { game: gameWords(rules) }),
      ply,
      marks: (at) => this.marks(at),
      stepped: () => this.stepped(),
    });
    this.list = h(
      "ol",
      { class: "moves", "aria-label": t("Moves") },
      moves.map((cell, index) => this.row(cell, index)),
    );
    this.list.addEventListener("click", (event) => {
      const row = event.target instanceof Element ? event.target.closest("[data-ply]") : null;
      if (row) this.stepper.go(Number(row.getAttribute("data-ply")));
    });
    this.judgement = h("p", { class: "judgement", id: "judgement" });
    this.summary = h("p", { class: "quiet-text" }, moves.length ? ASKING : t("No moves."));
    this.mistakes = h("div", { class: "actions", id: "mistakes" });
    this.links = h("p", { class: "links" });
    this.course = new Course((to) => this.stepper.go(to));
    this.element = this.layout();
    /** @param {KeyboardEvent} event */
    this.key = (event) => this.stepper.pressed(event);
    document.addEventListener("keydown", this.key);
    this.mark();
    if (moves.length) this.ask();
  }

  layout() {
    const { game, moves } = this;
    const query = { game, moves: moves.join(",") };
    return boardPage(
      "review",
      [h("h1", { class: "status" }, t("Review")), this.judgement, this.stepper.element],
      [
        panel(
          t("Moves"),
          { id: "moves" },
          this.summary,
          this.waiting.element,
          this.course.element,
          this.mistakes,
          this.list,
        ),
        panel(t("From here"), { id: "from-here" }, this.links),
        sharePanel(
          t("Link to this game"),
          fullAddress(withQuery("/review", query)),
          moveDownloads(game, moves),
          smallBoard(game, moves),
        ),
      ],
    );
  }

  ask() {
    this.latest.ask(this.game, (signal, heard) =>
      ask("review", { game: this.game, moves: this.moves.join(",") }, signal, heard),
    );
    this.waiting.show(this.latest);
  }

  /** Take how far it is. @param {Job<Review>} job */
  heard(job) {
    this.soFar = job.result;
    this.waiting.hear(job);
  }

  /** Give up, and show what is judged. */
  stop() {
    this.latest.giveUp();
    this.waiting.stop();
    this.judged(this.soFar);
  }

  again() {
    this.latest.stop();
    this.summary.textContent = ASKING;
    this.ask();
  }

  /** Show the judgements. @param {Review | null} review */
  judged(review) {
    this.review = review;
    this.summary.textContent = review ? summaryWords(review) : "";
    if (!review) return;
    this.waiting.show(this.latest);
    put(
      this.list,
      this.moves.map((cell, index) => this.row(cell, index)),
    );
    this.course.draw(review.course);
    put(this.mistakes, this.jumps(review.mistakes));
    this.stepper.show();
    this.mark();
  }

  /** The buttons that lead to the mistakes. @param {number[]} mistakes */
  jumps(mistakes) {
    const [first] = mistakes;
    if (first === undefined) return [];
    if (mistakes.length === 1) return [button(t("Show the mistake"), () => this.stepper.go(first + 1))];
    return [button(t("Previous mistake"), () => this.jump(-1)), button(t("Next mistake"), () => this.jump(1))];
  }

  /** @param {unknown} error */
  unjudged(error) {
    this.waiting.end();
    this.summary.textContent = t("The moves could not be judged.");
    put(
      this.mistakes,
      button(t("Try again"), () => this.ask()),
    );
    complain(error);
  }

  /** @param {string} cell @param {number} index */
  row(cell, index) {
    const judged = this.review?.moves[index] ?? null;
    const kind = this.review?.mistakes.includes(index) ? "mistake" : "";
    const estimate = this.review?.course[index]?.estimate ?? null;
    const side = index % 2 ? "O" : "X";
    return h(
      "li",
      { class: kind },
      h(
        "button",
        { type: "button", class: "move", "data-ply": index + 1 },
        h("span", { class: "who" }, `${side} ${cell}`),
        kind && h("span", { class: "badge bad", "aria-hidden": "true" }, "!"),
        judged &&
          h("span", { class: "words", title: estimate === null ? null : estimateWords(estimate) }, judgedWords(judged)),
      ),
    );
  }

  stepped() {
    const { game, moves } = this;
    const { ply } = this.stepper;
    rename(withQuery("/review", { game, moves: moves.join(","), ply: ply === moves.length ? null : ply }));
    this.mark();
    announce(this.judgement.textContent ?? "");
  }

  /** Show which move it is, in the list and in words. */
  mark() {
    const { ply } = this.stepper;
    for (const row of this.list.querySelectorAll("[data-ply]")) {
      const current = Number(row.getAttribute("data-ply")) === ply;
      if (current) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
      if (current) keepInView(row, this.list);
    }
    this.course.mark(ply);
    this.judgement.textContent = this.words(ply);
    const { game } = this;
    const before = this.moves.slice(0, ply).join(",");
    put(
      this.links,
      h("a", { class: "button", href: withQuery("/board", { game, moves: before }) }, t("Explore this position")),
      h("a", { class: "button", href: withQuery("/", { game, moves: before }) }, t("Play on from here")),
    );
  }

  /** @param {number} ply */
  words(ply) {
    if (!ply) return t("The empty board.");
    const judged = this.review?.moves[ply - 1];
    const move = `${ply}. ${ply % 2 ? "X" : "O"} ${this.moves[ply - 1]}`;
    if (!judged) return move;
    return ended(`${move}: ${judgedWords(judged)}`);
  }

  /** The better moves in place of the last one, drawn as stones that are not there. @param {number} ply @returns {Map<number, Mark>} */
  marks(ply) {
    const judged = this.review?.moves[ply - 1];
    const better = judged?.better ?? [judged?.search?.better ?? []].flat();
    return new Map(better.map((name) => [parseCell(this.rules, name), { ghost: judged?.side }]));
  }

  /** Go to the next mistake in a direction. @param {1 | -1} direction */
  jump(direction) {
    const plies = (this.review?.mistakes ?? []).map((index) => index + 1);
    const { ply } = this.stepper;
    const to = direction > 0 ? plies.find((each) => each > ply) : plies.findLast((each) => each < ply);
    if (to !== undefined) this.stepper.go(to);
    else announce(t(direction > 0 ? "No mistake after this move" : "No mistake before this move"));
  }

  leave() {
    this.latest.stop();
    this.waiting.end();
    document.removeEventListener("keydown", this.key);
  }
}

/** What is said of a move. @param {JudgedMove} judged */
function judgedWords({ words, search }) {
  return words ?? search?.words ?? t("not judged");
}

/** How far a review is. @param {Job<Review> | null} job @param {number} seconds */
function judgedSoFar(job, seconds) {
  const { judged = 0, of = null } = job?.progress ?? {};
  const waited = seconds.toFixed(0);
  if (of === null) return t("Asking: {seconds} s", { seconds: waited });
  return t("{judged} of {of} moves judged, {seconds} s", { judged, of, seconds: waited });
}

/** @param {Review} review */
function summaryWords({ moves, mistakes }) {
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
  return `${found}${rest} ${JUDGED}`;
}

/** Scroll a list, and nothing but the list, until a row of it is seen. @param {Element} row @param {HTMLElement} list */
function keepInView(row, list) {
  const [inner, outer] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}
