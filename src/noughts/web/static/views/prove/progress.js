/** How far a proof is: a bar, words, and a button that ends it. */

import { button, h } from "../../dom.js";
import { t } from "../../language.js";
import { grouped, rounded } from "../../words.js";

/** @import { LineProgress, MeasureProgress, ProofProgress, ReadingProgress } from "../../types.js" */

const LONG = 500; // milliseconds, after which a wait is brought into view

export class ProgressPanel {
  /** @param {string} label of the bar @param {string} end what the button says @param {() => void} stop */
  constructor(label, end, stop) {
    this.bar = h("progress", { "aria-label": label });
    this.line = h("p", {});
    this.element = h(
      "div",
      { class: "panel progress", id: "progress", hidden: true },
      this.bar,
      this.line,
      button(end, stop),
    );
    this.timer = 0;
  }

  /** @param {string} words @param {{done: number, of: number} | null} at null: how far it is cannot be said */
  show(words, at) {
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

/** @param {ProofProgress | LineProgress | MeasureProgress} at */
export function progressWords(at) {
  return wordsAfter(at, at.seconds);
}

/** How far it is in a visitor's browser, which counts the seconds itself. @param {ProofProgress | LineProgress | MeasureProgress | ReadingProgress} at @param {number} seconds */
export function wordsAfter(at, seconds) {
  const waited = rounded(seconds, 1);
  if ("calls" in at)
    return t("Python tries how your program is called: {calls} calls, {seconds} s", {
      calls: grouped(at.calls),
      seconds: waited,
    });
  const first = at.seat === "first";
  if ("ply" in at) {
    const values = { ply: at.ply, plies: at.plies, positions: grouped(at.positions), seconds: waited };
    return first
      ? t("Moving first: move {ply} of {plies}, {positions} positions, {seconds} s", values)
      : t("Moving second: move {ply} of {plies}, {positions} positions, {seconds} s", values);
  }
  if ("tried" in at) {
    const values = { tried: grouped(at.tried), seconds: waited };
    return first
      ? t("Moving first: looking for a game that it loses, {tried} games tried, {seconds} s", values)
      : t("Moving second: looking for a game that it loses, {tried} games tried, {seconds} s", values);
  }
  const values = { games: grouped(at.games), of: grouped(at.of), seconds: waited };
  return first
    ? t("Moving first: {games} of {of} games, {seconds} s", values)
    : t("Moving second: {games} of {of} games, {seconds} s", values);
}

/** @param {ProofProgress | LineProgress | MeasureProgress | ReadingProgress} at @returns {{done: number, of: number} | null} */
export function progressShare(at) {
  if ("tried" in at || "calls" in at) return null;
  return "ply" in at ? { done: at.ply, of: at.plies } : { done: at.games, of: at.of };
}
