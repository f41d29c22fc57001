/** The choice of a board: some well-known ones, or any. */

import { freshId, h, put, toggle } from "../dom.js";
import { thumbnail } from "../drawings.js";
import { t } from "../language.js";
import { say } from "../messages.js";
import { canBeLonger, emptyBoard, exactly, gameText, parseGame, positionText } from "../rules.js";

/** @import { Rules } from "../types.js" */

export const BOARDS = ["3,3,3", "4,4,4", "6,5,4", "15,15,5"];

/**
 * The choice of a board: some well-known ones, or any; and whether a longer row wins.
 * @param {string} value
 * @param {(rules: Rules) => void} choose
 */
export function boardField(value, choose, boards = BOARDS) {
  const name = freshId("board");
  let rules = parseGame(value) ?? { m: 7, n: 6, k: 4, exact: false };
  let exact = rules.exact;
  const plain = gameText({ ...rules, exact: false });
  const known = boards.includes(plain);
  const sizes = sizeFields(rules, take);
  sizes.hidden = known;
  const exactness = h("div");
  putExactSwitch(exactness, rules, turn);
  /** @param {string} game @param {string} text @param {string} more @param {Node} picture */
  const card = (game, text, more, picture) => {
    const input = h("input", { type: "radio", name, value: game });
    input.checked = game === plain || (game === "" && !known);
    return h("label", { class: "card" }, input, picture, h("span", {}, h("strong", {}, text), ` ${more}`));
  };
  const cards = boards.map((game) => {
    const shown = /** @type {Rules} */ (parseGame(game));
    return card(
      game,
      `${shown.m} × ${shown.n}`,
      t("{k} in a row", { k: shown.k }),
      thumbnail(shown, positionText(shown, emptyBoard(shown))),
    );
  });
  const field = h(
    "fieldset",
    { class: "boards" },
    h("legend", {}, t("Board")),
    h(
      "div",
      { class: "cards" },
      cards,
      card("", t("Any size"), t("your own rules"), h("span", { class: "any", "aria-hidden": "true" }, "m,n,k")),
    ),
    sizes,
    exactness,
  );
  field.addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.name !== name) return;
    sizes.hidden = input.value !== "";
    const chosen = parseGame(input.value || sizes.dataset.game || "");
    if (chosen) take(chosen);
  });
  return field;

  /** @param {Rules} chosen */
  function take(chosen) {
    rules = exactly(chosen, exact);
    putExactSwitch(exactness, rules, turn);
    choose(rules);
  }

  /** @param {boolean} on */
  function turn(on) {
    exact = on;
    rules = exactly(rules, on);
    choose(rules);
  }
}

/**
 * Put the switch of exact games there; hide the place where no row can be longer.
 * @param {HTMLElement} place
 * @param {Rules} rules
 * @param {(on: boolean) => void} turn
 */
export function putExactSwitch(place, rules, turn) {
  place.hidden = !canBeLonger(rules);
  put(place, toggle(t("Exactly {k} in a row: a longer row does not win", { k: rules.k }), rules.exact, turn));
}

/** Three numbers. @param {Rules} rules @param {(rules: Rules) => void} choose */
export function sizeFields(rules, choose) {
  /** @type {[string, number][]} */
  const fields = [
    [t("Columns"), rules.m],
    [t("Rows"), rules.n],
    [t("In a row"), rules.k],
  ];
  const inputs = fields.map(([, value]) => h("input", { type: "number", min: 1, max: 26, value, required: true }));
  const box = h(
    "div",
    { class: "sizes", "data-game": gameText({ ...rules, exact: false }) },
    fields.map(([label], index) =>
      h("label", { class: "field" }, h("span", { class: "field-name" }, label), inputs[index]),
    ),
  );
  box.addEventListener("change", (event) => {
    event.stopPropagation();
    const game = inputs.map(({ value }) => value).join(",");
    const chosen = parseGame(game);
    if (!chosen) {
      say(t("A board has 1 to 26 columns and rows, and the winning row must fit on it."));
      return;
    }
    box.dataset.game = game;
    choose(chosen);
  });
  return box;
}
