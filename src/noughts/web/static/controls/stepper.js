/** A played game on a board, to step through. */

import { moveArrow } from "../arrow.js";
import { Board } from "../board.js";
import { h } from "../dom.js";
import { completedLine, parseCell, stonesAfter } from "../rules.js";
import { Steps } from "./steps.js";

/** @import { Mark, Rules } from "../types.js" */

export class Stepper {
  /**
   * @param {Rules} rules
   * @param {string[]} moves legal ones
   * @param {{label: string, ply: number, numbered?: boolean, stepped: (ply: number) => void}} options
   * `numbered`: each stone has the number of its move
   */
  constructor(rules, moves, { label, ply, numbered = false, stepped }) {
    this.rules = rules;
    this.moves = moves;
    this.numbered = numbered;
    this.board = new Board(rules, { label });
    this.steps = new Steps(moves.length, {
      at: ply,
      stepped: (at) => {
        this.show();
        stepped(at);
      },
    });
    this.element = h("div", { class: "stepper" }, this.board.element, this.steps.bar);
    this.show();
  }

  get ply() {
    return this.steps.at;
  }

  /** Go to a ply, by a visitor's wish. @param {number} ply */
  go(ply) {
    this.steps.go(ply);
  }

  /** Follow a key. @param {KeyboardEvent} event */
  pressed(event) {
    this.steps.pressed(event);
  }

  show() {
    const { rules, moves, ply, numbered } = this;
    const stones = stonesAfter(rules, moves.slice(0, ply)) ?? [];
    const last = ply ? parseCell(rules, moves[ply - 1]) : null;
    /** @type {Map<number, Mark>} */
    const marks = new Map();
    const arrows = this.steps.runs && ply < this.steps.last ? moveArrow(rules, moves.slice(0, ply)) : [];
    for (const [index, move] of moves.slice(0, numbered ? ply : 0).entries()) {
      marks.set(parseCell(rules, move), { corner: String(index + 1) });
    }
    this.board.show({ stones, last, line: completedLine(rules, stones), marks, arrows, open: false });
  }
}
