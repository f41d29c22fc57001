/** A hint: where to move, in the words of a player; what the computer saw stands behind it. */

import { api } from "../api.js";
import { h, put } from "../dom.js";
import { announce, complain, sentence } from "../messages.js";
import { gameText, parseCell, positionText } from "../rules.js";
import { moveIdea } from "./tactics.js";

/** @import { Decision, Mark, Rules, Stone } from "../types.js" */

export class Hint {
  /**
   * @param {Rules} rules
   * @param {{signal: AbortSignal, changed: () => void}} options `changed`: there is a hint to mark on the board
   */
  constructor(rules, { signal, changed }) {
    this.rules = rules;
    this.signal = signal;
    this.changed = changed;
    /** @type {number | null} the cell */
    this.cell = null;
    this.turn = 0;
    this.line = h("p", { class: "hint-line", id: "hint" });
    this.saw = h("p", { class: "quiet-text" });
    this.element = h("div", { class: "hint-box" }, this.line, h("details", {}, h("summary", {}, "What the computer saw"), this.saw));
    this.element.hidden = true;
  }

  /** Ask for a hint in a position; the button is busy meanwhile. @param {Stone[]} stones @param {HTMLElement} button */
  async ask(stones, button) {
    const turn = (this.turn += 1);
    button.setAttribute("aria-busy", "true");
    try {
      const hint = await api.hint(gameText(this.rules), positionText(this.rules, stones), this.signal);
      if (turn === this.turn) this.show(hint, stones);
    } catch (error) {
      complain(error);
    } finally {
      button.removeAttribute("aria-busy");
    }
  }

  /** @param {Decision} hint @param {Stone[]} stones */
  show(hint, stones) {
    this.cell = parseCell(this.rules, hint.moves[0]);
    put(this.line, hintWords(this.rules, hint, stones));
    put(this.saw, sentence(`${hint.strategy}: ${hint.reason}`));
    this.element.hidden = false;
    this.changed();
    announce(this.line.textContent ?? "");
  }

  /** Forget the hint: the position is another one. */
  forget() {
    this.turn += 1;
    this.cell = null;
    this.element.hidden = true;
  }

  /** Return what to mark on the board. @returns {Map<number, Mark> | null} */
  get marks() {
    return this.cell === null ? null : new Map([[this.cell, { hint: true }]]);
  }
}

/** Return a hint in words. @param {Rules} rules @param {Decision} hint @param {Stone[]} stones */
export function hintWords(rules, { moves }, stones) {
  const others = moves.length - 1;
  const more = others === 0 ? "" : others === 1 ? ` ${moves[1]} is as good.` : ` ${others} other cells are as good.`;
  return `Hint: ${moves[0]}. ${moveIdea(rules, stones, parseCell(rules, moves[0]))}${more}`;
}
