/** The pace of a game of two strategies: the page asks for every move. */

import { button, h } from "../../dom.ts";
import { t } from "../../language.ts";
import { prefer, preference } from "../../store.ts";
import type { GameState } from "../../types.ts";

const SLOWEST = 3000; // milliseconds between two moves

export class Playback {
  timer = 0;
  state: GameState | null = null;
  readonly button = button("", () => this.turn(!this.playing), { class: "button main" });
  readonly single = button(t("Single step"), () => {
    this.turn(false);
    if (this.ready) void this.step();
  });
  readonly slider = h("input", { type: "range", min: 0, max: 10, step: 1, value: preference("speed", "7") });
  readonly element: HTMLDivElement;

  constructor(
    readonly step: () => Promise<void>,
    public playing: boolean,
  ) {
    this.slider.addEventListener("input", () => {
      prefer("speed", this.slider.value);
      this.again();
    });
    const speed = h("label", { class: "field speed" }, h("span", { class: "field-name" }, t("Speed")), this.slider);
    this.element = h(
      "div",
      { class: "actions pace", role: "group", "aria-label": t("Pace") },
      this.button,
      this.single,
      speed,
    );
    this.label();
  }

  get ready() {
    return this.state?.waits_for === "strategy" && !this.state.thinking && !this.state.failure;
  }

  /** Milliseconds between two moves: none at the top of the slider. */
  get delay() {
    const rest = 1 - Number(this.slider.value) / 10;
    return Math.round(SLOWEST * rest ** 2);
  }

  /** Go on from this state. */
  follow(state: GameState) {
    this.state = state;
    this.element.hidden = state.outcome !== null;
    this.again();
  }

  again() {
    clearTimeout(this.timer);
    if (this.playing && this.ready) this.timer = window.setTimeout(() => void this.step(), this.delay);
  }

  turn(playing: boolean) {
    this.playing = playing;
    this.label();
    this.again();
  }

  stop() {
    this.turn(false);
  }

  label() {
    this.button.textContent = t(this.playing ? "Pause" : "Play");
  }
}
