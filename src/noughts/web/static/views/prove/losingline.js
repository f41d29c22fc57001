/** A game that a strategy loses, to step through with its reasons. */

import { Stepper } from "../../controls/stepper.js";
import { freshId, h } from "../../dom.js";
import { ended } from "../../messages.js";

/** @import { Rules, Side } from "../../types.js" */

/** @type {WeakMap<Element, Stepper>} the steppers of the losing lines on the page */
const steppers = new WeakMap();

/** Let the arrow keys step through a losing line: the one with the focus, else the first. @param {AbortSignal} signal */
export function stepWithKeys(signal) {
  document.addEventListener(
    "keydown",
    (event) => {
      const focused = event.target instanceof Element ? event.target.closest(".losing") : null;
      const box = focused ?? document.querySelector(".losing");
      if (box) steppers.get(box)?.pressed(event);
    },
    { signal },
  );
}

/**
 * Return the game.
 * @param {object} lost
 * @param {Rules} lost.rules
 * @param {string} lost.strategy
 * @param {Side} lost.side that it plays
 * @param {string[]} lost.line
 * @param {string} lost.head what the line is
 * @param {string} [lost.end] what happens after the last move
 * @param {(ply: number) => Promise<string>} lost.reason of the strategy for its move that leads to a ply
 * @param {(string | null)[]} [lost.notes] what stands beside each move
 * @param {number} [lost.ply] that is shown first
 * @param {(ply: number) => void} [lost.stepped]
 */
export function losingLine({ rules, strategy, side, line, head, end = "", reason, notes = [], ply: first = 0, stepped = () => {} }) {
  const words = h("p", { class: "judgement", "aria-live": "polite" });
  const stepper = new Stepper(rules, line, { label: "Board of the losing line", ply: first, stepped: (ply) => void show(ply) });
  const list = h(
    "ol",
    { class: "moves", "aria-label": "Losing line" },
    line.map((cell, index) => {
      const note = notes[index] ? h("span", { class: "words" }, notes[index]) : null;
      const button = h("button", { type: "button", class: "move" }, h("span", { class: "who" }, `${index % 2 ? "O" : "X"} ${cell}`), note);
      button.addEventListener("click", () => stepper.go(index + 1));
      return h("li", {}, button);
    }),
  );
  const id = freshId("line");
  const box = h(
    "div",
    { class: "losing", role: "group", "aria-labelledby": id },
    h("h3", { id }, `${head}: ${strategy} is ${side}`),
    h("div", { class: "losing-board" }, stepper.element, h("div", {}, words, list)),
  );
  steppers.set(box, stepper);
  /** @type {Map<number, Promise<string>>} */
  const reasons = new Map();
  void show(first);
  return box;

  /** @param {number} ply */
  async function show(ply) {
    for (const [index, row] of [...list.children].entries()) {
      row.firstElementChild?.setAttribute("aria-current", index + 1 === ply ? "step" : "false");
    }
    stepped(ply);
    if (end && ply === line.length) {
      words.textContent = ended(end);
      return;
    }
    if (!ply) {
      words.textContent = "Step through it with the buttons, or with the arrow keys.";
      return;
    }
    const mover = ply % 2 ? "X" : "O";
    words.textContent = `${mover} plays ${line[ply - 1]}`;
    if (mover !== side) return;
    const why = await reasonOf(ply);
    if (stepper.ply === ply && why) words.textContent = ended(`${mover} (${strategy}) plays ${line[ply - 1]}: ${why}`);
  }

  /** @param {number} ply */
  function reasonOf(ply) {
    let asked = reasons.get(ply);
    if (!asked) {
      asked = reason(ply);
      reasons.set(ply, asked);
    }
    return asked;
  }
}
