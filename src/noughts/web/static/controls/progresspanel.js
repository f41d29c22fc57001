/** How far a long job is: a bar, words, and a button that ends it. */

import { button, h } from "../dom.js";

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
