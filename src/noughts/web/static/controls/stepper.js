/** A played game on a board, to step through. */

import { Board } from "../board.js";
import { h, iconButton, renamed } from "../dom.js";
import { t } from "../language.js";
import { completedLine, parseCell, stonesAfter } from "../rules.js";

/** @import { Mark, Rules } from "../types.js" */

const PACE = 1000; // milliseconds between two moves that are played by themselves

export class Stepper {
  /**
   * @param {Rules} rules
   * @param {string[]} moves legal ones
   * @param {{label: string, ply: number, numbered?: boolean, marks?: (ply: number) => Map<number, Mark>, stepped: (ply: number) => void}} options
   * `numbered`: each stone has the number of its move; `marks`: what else the cells show
   */
  constructor(rules, moves, { label, ply, numbered = false, marks = () => new Map(), stepped }) {
    this.rules = rules;
    this.moves = moves;
    this.numbered = numbered;
    this.marks = marks;
    this.stepped = stepped;
    this.ply = Math.min(Math.max(ply, 0), moves.length);
    this.board = new Board(rules, { label });
    this.buttons = [
      iconButton("first", t("To the start"), () => this.go(0)),
      iconButton("back", t("Back"), () => this.go(this.ply - 1)),
      iconButton("forward", t("Forward"), () => this.go(this.ply + 1)),
      iconButton("last", t("To the end"), () => this.go(moves.length)),
    ];
    this.timer = 0;
    this.player = iconButton("play", t("Play"), () => (this.timer ? this.pause() : this.play()));
    this.player.hidden = moves.length === 0;
    this.count = h("span", { class: "count" });
    const [first, back, forward, last] = this.buttons;
    this.bar = h(
      "div",
      { class: "steps", role: "group", "aria-label": t("Steps") },
      first,
      back,
      this.count,
      this.player,
      forward,
      last,
    );
    this.element = h("div", { class: "stepper" }, this.board.element, this.bar);
    this.show();
  }

  /** Play the moves one after the other, from the start where the end is reached. */
  play() {
    if (this.ply === this.moves.length) this.move(0);
    this.timer = window.setInterval(() => {
      if (this.element.isConnected && this.ply < this.moves.length) this.move(this.ply + 1);
      if (!this.element.isConnected || this.ply === this.moves.length) this.pause();
    }, PACE);
    renamed(this.player, "pause", t("Pause"));
  }

  pause() {
    window.clearInterval(this.timer);
    this.timer = 0;
    renamed(this.player, "play", t("Play"));
  }

  /** Go to a ply, by a visitor's wish: nothing plays by itself any more. @param {number} ply */
  go(ply) {
    if (this.timer) this.pause();
    this.move(ply);
  }

  /** @param {number} ply */
  move(ply) {
    const to = Math.min(Math.max(ply, 0), this.moves.length);
    if (to === this.ply) return;
    this.ply = to;
    this.show();
    this.stepped(to);
  }

  /** Follow a key, unless it is meant for something else. @param {KeyboardEvent} event */
  pressed(event) {
    const target = event.target instanceof Element ? event.target : null;
    const meant = target?.closest("input, select, textarea") || target?.matches("[role=region]"); // which scrolls
    if (event.altKey || event.ctrlKey || event.metaKey || meant) return;
    const to = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.moves.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  }

  show() {
    const { rules, moves, ply, numbered } = this;
    const stones = stonesAfter(rules, moves.slice(0, ply)) ?? [];
    const last = ply ? parseCell(rules, moves[ply - 1]) : null;
    const marks = this.marks(ply);
    for (const [index, move] of moves.slice(0, numbered ? ply : 0).entries()) {
      marks.set(parseCell(rules, move), { corner: String(index + 1) });
    }
    this.board.show({ stones, last, line: completedLine(rules, stones), marks, open: false });
    this.count.textContent = `${ply} / ${moves.length}`;
    for (const [index, each] of this.buttons.entries()) {
      each.setAttribute("aria-disabled", String(index < 2 ? ply === 0 : ply === moves.length));
    }
  }
}
