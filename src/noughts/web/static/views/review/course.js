/** The course of a game, drawn: for whom each move left it, as it is proved or as a search estimates it. */

import { h, svg } from "../../dom.js";
import { t } from "../../language.js";

/** @import { JudgedMove } from "../../types.js" */

const WIDTH = 10; // of a move
const MIDDLE = 30; // from the line to the top, and to the bottom
const LEAST = 1; // so that a draw is seen
const HALF = 2500; // an estimate of so much is half of a win
const SIGNS = { win: 1, draw: 0, loss: -1 };

export class Course {
  /** @param {(ply: number) => void} go */
  constructor(go) {
    this.bars = svg("svg", { role: "img", preserveAspectRatio: "none" });
    this.bars.addEventListener("click", (event) => {
      const bar = event.target instanceof Element ? event.target.closest("[data-ply]") : null;
      if (bar) go(Number(bar.getAttribute("data-ply")));
    });
    this.words = h("p", { class: "quiet-text" });
    this.element = h("div", { class: "course", id: "course" }, this.bars, this.words);
    this.element.hidden = true;
  }

  /** Draw the moves of a game. @param {JudgedMove[]} moves */
  draw(moves) {
    const heights = moves.map(heightOf);
    const guessed = heights.some((height) => height?.guessed);
    this.element.hidden = heights.every((height) => height === null);
    const meaning = t("Above the line it is good for X, below it for O.");
    this.words.textContent = guessed
      ? `${meaning} ${t("A pale bar is an estimate of the search, no proof.")}`
      : meaning;
    this.bars.setAttribute("aria-label", `${t("The course of the game.")} ${this.words.textContent}`);
    this.bars.setAttribute("viewBox", `0 ${-MIDDLE} ${WIDTH * moves.length} ${2 * MIDDLE}`);
    const zero = svg("path", { class: "zero", d: `M0 0H${WIDTH * moves.length}` });
    this.bars.replaceChildren(zero, ...heights.flatMap((height, index) => (height ? [bar(height, index)] : [])));
  }

  /** Show which move is looked at. @param {number} ply */
  mark(ply) {
    for (const each of this.bars.querySelectorAll("[data-ply]")) {
      each.classList.toggle("here", each.getAttribute("data-ply") === String(ply));
    }
  }
}

/**
 * Return how good a move left the game for X, from -1 to 1; null where nothing is known.
 * @param {JudgedMove} judged
 * @returns {{good: number, guessed: boolean} | null}
 */
function heightOf({ side, after, search }) {
  const sign = side === "X" ? 1 : -1;
  const result = after ?? search?.after ?? null;
  if (result) return { good: sign * SIGNS[result], guessed: false };
  const estimate = search?.estimate ?? null;
  if (estimate === null) return null;
  return { good: (sign * estimate) / (Math.abs(estimate) + HALF), guessed: true };
}

/** @param {{good: number, guessed: boolean}} height @param {number} index */
function bar({ good, guessed }, index) {
  const tall = Math.max(LEAST, Math.abs(good) * MIDDLE);
  const y = good > 0 ? -tall : good < 0 ? 0 : -tall / 2;
  const kind = `${good > 0 ? "for-x" : good < 0 ? "for-o" : "even"}${guessed ? " guess" : ""}`;
  return svg(
    "g",
    { class: `bar ${kind}`, "data-ply": index + 1 },
    svg("rect", { class: "reach", x: index * WIDTH, y: -MIDDLE, width: WIDTH, height: 2 * MIDDLE }),
    svg("rect", { class: "tall", x: index * WIDTH + 1, y, width: WIDTH - 2, height: tall }),
  );
}
