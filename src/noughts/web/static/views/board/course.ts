/** The course of a game, drawn: for whom each move left it, as it is proved or as a search estimates it. */

import { h, svg } from "../../dom.ts";
import { t } from "../../language.ts";
import type { Evaluation } from "../../types.ts";

const WIDTH = 10; // of a move
const MIDDLE = 30; // from the line to the top, and to the bottom
const LEAST = 1; // so that a draw is seen

export class Course {
  readonly bars = svg("svg", { role: "img", preserveAspectRatio: "none" });
  readonly words = h("p", { class: "quiet-text" });
  readonly element = h("div", { class: "course", id: "course" }, this.bars, this.words);

  constructor(go: (ply: number) => void) {
    this.bars.addEventListener("click", (event) => {
      const bar = event.target instanceof Element ? event.target.closest("[data-ply]") : null;
      if (bar) go(Number(bar.getAttribute("data-ply")));
    });
    this.element.hidden = true;
  }

  /** Draw how a game stood after each move. */
  draw(course: (Evaluation | null)[]) {
    const guessed = course.some((each) => each !== null && each.estimate !== null);
    this.element.hidden = course.every((each) => each === null);
    const meaning = t("Above the line it is good for X, below it for O.");
    this.words.textContent = guessed
      ? `${meaning} ${t("A pale bar is an estimate of the search, not a proof.")}`
      : meaning;
    this.bars.setAttribute("aria-label", `${t("The course of the game.")} ${this.words.textContent}`);
    this.bars.setAttribute("viewBox", `0 ${-MIDDLE} ${WIDTH * course.length} ${2 * MIDDLE}`);
    const zero = svg("path", { class: "zero", d: `M0 0H${WIDTH * course.length}` });
    this.bars.replaceChildren(zero, ...course.flatMap((each, index) => (each ? [bar(each, index)] : [])));
  }

  /** Show which move is looked at. */
  mark(ply: number) {
    for (const each of this.bars.querySelectorAll("[data-ply]")) {
      each.classList.toggle("here", each.getAttribute("data-ply") === String(ply));
    }
  }
}

function bar({ good, estimate }: Evaluation, index: number) {
  const tall = Math.max(LEAST, Math.abs(good) * MIDDLE);
  const y = good > 0 ? -tall : good < 0 ? 0 : -tall / 2;
  const kind = `${good > 0 ? "for-x" : good < 0 ? "for-o" : "even"}${estimate === null ? "" : " guess"}`;
  const words = new Text(estimate === null ? "" : estimateWords(estimate));
  return svg(
    "g",
    { class: `bar ${kind}`, "data-ply": index + 1 },
    svg("title", {}, words),
    svg("rect", { class: "reach", x: index * WIDTH, y: -MIDDLE, width: WIDTH, height: 2 * MIDDLE }),
    svg("rect", { class: "tall", x: index * WIDTH + 1, y, width: WIDTH - 2, height: tall }),
  );
}

/** Return an estimate as the search computed it. @param estimate for X */
export function estimateWords(estimate: number) {
  const score = `${estimate > 0 ? "+" : ""}${estimate}`;
  return t("Score of the search for X: {score}", { score });
}
