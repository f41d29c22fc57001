/** A game that a strategy loses, at its last move, to step back through with its reasons. */

import { Stepper } from "../../controls/stepper.js";
import { freshId, h } from "../../dom.js";
import { t } from "../../language.js";
import { ended } from "../../messages.js";
import { outcomeWords, stonesAfter } from "../../rules.js";

/** @import { Rules, Side } from "../../types.js" */

/**
 * Return the game.
 * @param {object} lost
 * @param {Rules} lost.rules
 * @param {Side} lost.side that the strategy plays
 * @param {string[]} lost.line
 * @param {string} lost.head what the line is
 * @param {string} [lost.end] what happens after the last move; else it completes a line
 * @param {(ply: number) => Promise<string>} lost.reason of the strategy for its move that leads to a ply
 * @param {(string | null)[]} [lost.notes] what stands beside each move
 * @param {(ply: number) => void} [lost.stepped]
 */
export function losingLine({
  rules,
  side,
  line,
  head,
  end = outcomeWords(rules, stonesAfter(rules, line) ?? []),
  reason,
  notes = [],
  stepped = () => {},
}) {
  const words = h("p", { class: "judgement", "aria-live": "polite" });
  const stepper = new Stepper(rules, line, {
    label: t("Board of the losing line"),
    ply: line.length,
    numbered: true,
    stepped: (ply) => void show(ply),
  });
  const list = h(
    "ol",
    { class: notes.length ? "moves" : "moves brief", "aria-label": t("Losing line") },
    line.map((cell, index) => {
      const note = notes[index] ? h("span", { class: "words" }, notes[index]) : null;
      const button = h(
        "button",
        { type: "button", class: "move" },
        h("span", { class: "who" }, `${index % 2 ? "O" : "X"} ${cell}`),
        note,
      );
      button.addEventListener("click", () => stepper.go(index + 1));
      return h("li", {}, button);
    }),
  );
  const id = freshId("line");
  const box = h(
    "div",
    { class: "losing", role: "group", "aria-labelledby": id },
    h("h3", { id }, head),
    stepper.element,
    words,
    list,
  );
  box.addEventListener("keys", (event) => stepper.pressed(/** @type {CustomEvent<KeyboardEvent>} */ (event).detail));
  /** @type {Map<number, Promise<string>>} */
  const reasons = new Map();
  void show(line.length);
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    seen.disconnect();
    stepper.steps.run(0);
  });
  seen.observe(stepper.element);
  return box;

  /** @param {number} ply */
  async function show(ply) {
    for (const [index, row] of [...list.children].entries()) {
      row.firstElementChild?.setAttribute("aria-current", index + 1 === ply ? "step" : "false");
    }
    stepped(ply);
    if (stepper.steps.runs && ply && ply < line.length) {
      words.textContent = t("{side} plays {cell}.", { side: ply % 2 ? "X" : "O", cell: line[ply - 1] });
      return;
    }
    if (ply === line.length) {
      words.textContent = ended(end);
      return;
    }
    if (!ply) {
      words.textContent = t("Step through it with the buttons, or with the arrow keys.");
      return;
    }
    const mover = ply % 2 ? "X" : "O";
    const move = { side: mover, cell: line[ply - 1] };
    words.textContent = t("{side} plays {cell}.", move);
    if (mover !== side) return;
    const why = await reasonOf(ply);
    if (stepper.ply === ply && why)
      words.textContent = ended(t("{side} plays {cell}: {reason}", { ...move, reason: why }));
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
