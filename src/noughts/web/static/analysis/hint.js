/** A hint: where to move, in the words of a player; what the computer saw stands behind it. */

import { h, put } from "../dom.js";
import { t } from "../language.js";
import { announce, complain, sentence } from "../messages.js";
import { gameText, parseCell, positionText } from "../rules.js";
import { ask } from "./jobs.js";
import { searchWords, Waiting } from "./waiting.js";

/** @import { ChosenMove, Mark, Rules, Stone } from "../types.js" */

export class Hint {
  /**
   * @param {Rules} rules
   * @param {{signal: AbortSignal, changed: () => void}} options `changed`: there is a hint to mark on the board
   */
  constructor(rules, { signal, changed }) {
    this.rules = rules;
    this.changed = changed;
    /** @type {number | null} the cell */
    this.cell = null;
    /** @type {AbortController | null} */
    this.asking = null;
    this.again = () => {};
    this.waiting = new Waiting({ words: searchWords, stop: () => this.stop(), again: () => this.again() });
    this.line = h("p", { class: "hint-line", id: "hint" });
    this.saw = h("p", { class: "quiet-text" });
    this.box = h(
      "div",
      { class: "hint-box", hidden: true },
      this.line,
      h("details", {}, h("summary", {}, t("What the computer saw")), this.saw),
    );
    this.element = h("div", { class: "hint-place" }, this.waiting.element, this.box);
    signal.addEventListener("abort", () => this.forget());
  }

  /** Ask for a hint in a position; the button is busy meanwhile. @param {Stone[]} stones @param {HTMLElement} button */
  async ask(stones, button) {
    this.forget();
    const [asking, position] = [new AbortController(), positionText(this.rules, stones)];
    this.asking = asking;
    this.again = () => void this.ask(stones, button);
    this.waiting.begin(position);
    button.setAttribute("aria-busy", "true");
    try {
      const hint = await ask("hint", { game: gameText(this.rules), position }, asking.signal, (job) =>
        this.waiting.hear(job),
      );
      asking.signal.throwIfAborted();
      this.waiting.end();
      put(this.saw, [`${hint.strategy}: ${hint.reason}`, hint.saw].filter(Boolean).map(sentence).join(" "));
      this.show(hint);
    } catch (error) {
      if (asking.signal.aborted) return;
      this.waiting.end();
      complain(error);
    } finally {
      if (asking === this.asking) button.removeAttribute("aria-busy");
    }
  }

  /** Give up, as the visitor wished. */
  stop() {
    this.asking?.abort();
    this.waiting.stop();
  }

  /** @param {ChosenMove} hint */
  show(hint) {
    this.cell = parseCell(this.rules, hint.choice);
    put(this.line, hintWords(hint));
    this.box.hidden = false;
    this.changed();
    announce(this.line.textContent ?? "");
  }

  /** Forget the hint: the position is another one. */
  forget() {
    this.asking?.abort();
    this.waiting.end();
    this.cell = null;
    this.box.hidden = true;
  }

  /** Whether a hint is shown or waited for. */
  get isShown() {
    return this.cell !== null || this.asking?.signal.aborted === false;
  }

  /** Return what to mark on the board. @returns {Map<number, Mark> | null} */
  get marks() {
    return this.cell === null ? null : new Map([[this.cell, { hint: true }]]);
  }
}

/** Return a hint in words. @param {ChosenMove} hint */
function hintWords({ moves, choice, does, reason }) {
  const [another, ...others] = moves.filter((move) => move !== choice);
  const words = [t("Hint: {cell}.", { cell: choice }), does || sentence(reason)];
  if (others.length) words.push(t("{count} other cells are as good.", { count: others.length + 1 }));
  else if (another) words.push(t("{cell} is as good.", { cell: another }));
  return words.filter(Boolean).join(" ");
}
