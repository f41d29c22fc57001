/** How far a proof is: a bar, words, and a button that ends it. */

import { button, h } from "../../dom.ts";
import { t } from "../../language.ts";
import type { LineProgress, MeasureProgress, ProofProgress, ReadingProgress } from "../../types.ts";
import { grouped, rounded } from "../../words.ts";
import { seatWords } from "./called.ts";

const LONG = 500; // milliseconds, after which a wait is brought into view

export class ProgressPanel {
  readonly bar: HTMLProgressElement;
  readonly line = h("p", {});
  readonly element: HTMLDivElement;
  timer = 0;

  /** @param label of the bar @param end what the button says */
  constructor(label: string, end: string, stop: () => void) {
    this.bar = h("progress", { "aria-label": label });
    this.element = h(
      "div",
      { class: "panel progress", id: "progress", hidden: true },
      this.bar,
      this.line,
      button(end, stop),
    );
  }

  /** @param at null: how far it is cannot be said */
  show(words: string, at: { done: number; of: number } | null) {
    if (this.element.hidden)
      this.timer = window.setTimeout(() => this.element.scrollIntoView({ block: "nearest" }), LONG);
    this.element.hidden = false;
    if (at) [this.bar.max, this.bar.value] = [at.of, at.done];
    else this.bar.removeAttribute("value");
    this.line.textContent = words;
  }

  hide() {
    clearTimeout(this.timer);
    this.element.hidden = true;
  }
}

/** How far it is. @param seconds that it has taken: in a visitor's browser the page counts them */
export function wordsAfter(at: ProofProgress | LineProgress | MeasureProgress | ReadingProgress, seconds: number) {
  const waited = rounded(seconds, 1);
  if ("calls" in at)
    return t("Python tries how your program is called: {calls} calls, {seconds} s", {
      calls: grouped(at.calls),
      seconds: waited,
    });
  const values = { seat: seatWords(at.seat as "first" | "second"), seconds: waited };
  if ("ply" in at) {
    const { ply, plies, positions } = at;
    const counts = { ply, plies, positions: grouped(positions) };
    return t("Moving {seat}: move {ply} of {plies}, {positions} positions, {seconds} s", { ...values, ...counts });
  }
  if ("tried" in at) {
    const tried = { ...values, tried: grouped(at.tried) };
    return t("Moving {seat}: looking for a game that it loses, {tried} games tried, {seconds} s", tried);
  }
  const counts = { games: grouped(at.games), of: grouped(at.of) };
  return t("Moving {seat}: {games} of {of} games, {seconds} s", { ...values, ...counts });
}

export function progressShare(
  at: ProofProgress | LineProgress | MeasureProgress | ReadingProgress,
): { done: number; of: number } | null {
  if ("tried" in at || "calls" in at) return null;
  return "ply" in at ? { done: at.ply, of: at.plies } : { done: at.games, of: at.of };
}
