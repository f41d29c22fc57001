/** A played game on a board, to step through. */

import { moveArrow } from "../arrow.ts";
import { Board } from "../board.ts";
import { h } from "../dom.ts";
import { completedLine, parseCell, stonesAfter } from "../rules.ts";
import type { Mark, Rules } from "../types.ts";
import { Steps } from "./steps.ts";

export class Stepper {
  readonly board: Board;
  readonly steps: Steps;
  readonly element: HTMLDivElement;

  /** @param moves legal ones @param numbered whether each stone has the number of its move */
  constructor(
    readonly rules: Rules,
    readonly moves: string[],
    label: string,
    ply: number,
    stepped: (ply: number) => void,
    readonly numbered: boolean = false,
  ) {
    this.board = new Board(rules, { label });
    this.steps = new Steps(moves.length, ply, (at) => {
      this.show();
      stepped(at);
    });
    this.element = h("div", { class: "stepper" }, this.board.element, this.steps.bar);
    this.show();
  }

  show() {
    const { rules, moves, numbered } = this;
    const ply = this.steps.at;
    const stones = stonesAfter(rules, moves.slice(0, ply)) ?? [];
    const last = ply ? parseCell(rules, moves[ply - 1]) : null;
    const marks: Map<number, Mark> = new Map();
    const arrows = this.steps.runs && ply < this.steps.last ? moveArrow(rules, moves.slice(0, ply)) : [];
    for (const [index, move] of moves.slice(0, numbered ? ply : 0).entries()) {
      marks.set(parseCell(rules, move), { corner: String(index + 1) });
    }
    this.board.show({ stones, last, line: completedLine(rules, stones), marks, arrows, open: false });
  }
}
