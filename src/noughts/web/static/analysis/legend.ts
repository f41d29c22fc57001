/** What the marks on a board mean. */

import { h } from "../dom.ts";
import { worthDrawing } from "../drawings.ts";
import { t } from "../language.ts";

/** Return the legend of a strategy's scores. */
export function scoreLegend() {
  return h(
    "ul",
    { class: "legend", "aria-label": t("What the marks mean") },
    item(
      h("span", { class: "sample heat" }, "7"),
      t("a number is what the cell is worth to the strategy; the stronger its colour, the better"),
    ),
    item(h("span", { class: "sample chosen" }), t("a frame: here it would move")),
  );
}

/** Return the legend of exact values. */
export function truthLegend() {
  return h(
    "ul",
    { class: "legend", "aria-label": t("What the marks mean") },
    item(worthDrawing({ value: "win", distance: 3 }), t("a move here wins in 3 moves, both sides counted")),
    item(worthDrawing({ value: "draw", distance: null }), t("it draws, if both sides play well")),
    item(worthDrawing({ value: "loss", distance: 4 }), t("it loses in 4 moves, if the other side plays well")),
  );
}

/** Return a line of a legend. */
export function item(mark: HTMLElement, words: string) {
  return h("li", {}, h("span", { class: "mark", "aria-hidden": "true" }, mark), h("span", {}, words));
}
