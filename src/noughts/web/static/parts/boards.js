/** The choice of a board: some well-known ones, or any. */

import { freshId, h } from "../dom.js";
import { thumbnail } from "../drawings.js";
import { say } from "../messages.js";
import { emptyBoard, gameText, parseGame, positionText } from "../rules.js";

/** @import { Rules } from "../types.js" */

export const BOARDS = ["3,3,3", "4,4,4", "6,5,4", "15,15,5"];

/**
 * The choice of a board: some well-known ones, or any.
 * @param {string} value
 * @param {(rules: Rules) => void} choose
 */
export function boardField(value, choose, boards = BOARDS) {
  const name = freshId("board");
  const known = boards.includes(value);
  const sizes = sizeFields(parseGame(value) ?? { m: 7, n: 6, k: 4 }, choose);
  sizes.hidden = known;
  /** @param {string} game @param {string} text @param {string} more @param {Node} picture */
  const card = (game, text, more, picture) => {
    const input = h("input", { type: "radio", name, value: game });
    input.checked = game === value || (game === "" && !known);
    return h("label", { class: "card" }, input, picture, h("span", {}, h("strong", {}, text), ` ${more}`));
  };
  const cards = boards.map((game) => {
    const rules = /** @type {Rules} */ (parseGame(game));
    return card(game, `${rules.m} × ${rules.n}`, `${rules.k} in a row`, thumbnail(rules, positionText(rules, emptyBoard(rules))));
  });
  const field = h(
    "fieldset",
    { class: "boards" },
    h("legend", {}, "Board"),
    h("div", { class: "cards" }, cards, card("", "Any size", "your own rules", h("span", { class: "any", "aria-hidden": "true" }, "m,n,k"))),
    sizes,
  );
  field.addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.name !== name) return;
    sizes.hidden = input.value !== "";
    const rules = parseGame(input.value || sizes.dataset["game"] || "");
    if (rules) choose(rules);
  });
  return field;
}

/** Three numbers. @param {Rules} rules @param {(rules: Rules) => void} choose */
function sizeFields(rules, choose) {
  /** @type {[string, number][]} */
  const fields = [["Columns", rules.m], ["Rows", rules.n], ["In a row", rules.k]];
  const inputs = fields.map(([, value]) => h("input", { type: "number", min: 1, max: 26, value, required: true }));
  const box = h(
    "div",
    { class: "sizes", "data-game": gameText(rules) },
    fields.map(([label], index) => h("label", { class: "field" }, h("span", { class: "field-name" }, label), inputs[index])),
  );
  box.addEventListener("change", (event) => {
    event.stopPropagation();
    const game = inputs.map(({ value }) => value).join(",");
    const chosen = parseGame(game);
    if (!chosen) {
      say("A board has 1 to 26 columns and rows, and a line must fit on it: at most the larger of them in a row");
      return;
    }
    box.dataset["game"] = game;
    choose(chosen);
  });
  return box;
}
