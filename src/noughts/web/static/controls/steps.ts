/** Steps to go through, one by one or by themselves: the buttons, the keys, and the number of the step. */

import { h, iconButton, renamed } from "../dom.ts";
import { t } from "../language.ts";

const PACE = 1000; // milliseconds between two steps that are made by themselves
const RUN = 3000; // milliseconds for all steps, where the page begins to play them

export class Steps {
  at: number;
  readonly buttons = [
    iconButton("first", t("To the start"), () => this.go(0)),
    iconButton("back", t("Back"), () => this.go(this.at - 1)),
    iconButton("forward", t("Forward"), () => this.go(this.at + 1)),
    iconButton("last", t("To the end"), () => this.go(this.last)),
  ];
  timer = 0;
  readonly player = iconButton("play", t("Play"), () => (this.timer ? this.pause() : this.play()));
  readonly count = h("span", { class: "count" });
  readonly bar: HTMLDivElement;

  /**
   * @param last the number of the last step; the first is 0
   * @param at what an address says, so any number
   */
  constructor(
    public last: number,
    at: number,
    readonly stepped: (at: number) => void,
    readonly pace: number = PACE,
  ) {
    this.at = Math.min(Math.max(Math.trunc(at) || 0, 0), last);
    const [first, back, forward, end] = this.buttons;
    this.bar = h(
      "div",
      { class: "steps", role: "group", "aria-label": t("Steps") },
      first,
      back,
      this.count,
      this.player,
      forward,
      end,
    );
    this.mark();
  }

  /** Whether steps are being made by themselves. */
  get runs() {
    return this.timer !== 0;
  }

  /** Make the steps from one to the last by themselves, unasked: not where motion is reduced. */
  run(from: number) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || from >= this.last) return;
    this.go(from);
    this.play(RUN / (this.last - from));
  }

  /** Make the steps one after the other, from the start where the end is reached. */
  play(pace: number = this.pace) {
    if (this.at === this.last) this.move(0);
    this.timer = window.setInterval(() => {
      if (this.bar.isConnected && this.at < this.last) this.move(this.at + 1);
      if (!this.bar.isConnected || this.at === this.last) this.pause();
    }, pace);
    renamed(this.player, "pause", t("Pause"));
  }

  pause() {
    window.clearInterval(this.timer);
    this.timer = 0;
    renamed(this.player, "play", t("Play"));
  }

  /** Go to a step, by a visitor's wish: nothing plays by itself any more. */
  go(at: number) {
    if (this.timer) this.pause();
    this.move(at);
  }

  move(at: number) {
    const to = Math.min(Math.max(at, 0), this.last);
    if (to === this.at) return;
    this.at = to;
    this.mark();
    this.stepped(to);
  }

  /** Follow a key, unless it is meant for something else. */
  pressed(event: KeyboardEvent) {
    const target = event.target instanceof Element ? event.target : null;
    const meant = target?.closest("input, select, textarea") || target?.matches("[role=region]"); // which scrolls
    if (event.altKey || event.ctrlKey || event.metaKey || meant) return;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  }

  /** Take other steps, and be at one of them. */
  take(last: number, at: number) {
    this.last = last;
    this.at = at;
    this.mark();
  }

  /** Say which step it is. */
  mark() {
    this.player.hidden = this.last === 0;
    this.count.textContent = `${this.at} / ${this.last}`;
    for (const [index, each] of this.buttons.entries()) {
      each.setAttribute("aria-disabled", String(index < 2 ? this.at === 0 : this.at === this.last));
    }
  }
}
