/** Shares of games: in per cent, and as a bar. */

import { h } from "../../dom.js";
import { t } from "../../language.js";
import { fractionValue, total } from "../../words.js";

/** @import { Count, Tally } from "../../types.js" */

const RESULTS = /** @type {const} */ (["win", "draw", "loss"]);

/** Return the share of each result among some games. @param {Tally<Count>} games @returns {Tally<string>} */
export function sharesOf({ win, draw, loss }) {
  const all = total([win, draw, loss]);
  return { win: `${win}/${all}`, draw: `${draw}/${all}`, loss: `${loss}/${all}` };
}

/** Return a share as a whole number of per cent; what is not 0 is not shown as 0. @param {string} fraction */
function percent(fraction) {
  const share = fractionValue(fraction) * 100;
  if (share > 0 && share < 1) return "< 1";
  if (share > 99 && share < 100) return "> 99";
  return String(Math.round(share));
}

/** Return the shares in short: "98 / 2 / 0 %". @param {Tally<string>} shares */
export function sharesText(shares) {
  return `${RESULTS.map((result) => percent(shares[result])).join(" / ")} %`;
}

/** Return a bar of the shares, and what its parts are. @param {Tally<string>} shares */
export function sharesBar(shares) {
  const [win, draw, loss] = RESULTS.map((result) => `${percent(shares[result])}\u00a0%`);
  const words = [
    t("{percent} won", { percent: win }),
    t("{percent} drawn", { percent: draw }),
    t("{percent} lost", { percent: loss }),
  ];
  return h(
    "div",
    { class: "shares" },
    h(
      "div",
      { class: "bar", "aria-hidden": "true" },
      RESULTS.map((result) => part(result, shares[result])),
    ),
    h(
      "ul",
      {},
      RESULTS.map((result, index) => h("li", { class: result }, words[index])),
    ),
  );
}

/** @param {string} result @param {string} share */
function part(result, share) {
  const element = h("span", { class: result });
  element.style.flexGrow = String(fractionValue(share));
  return element;
}
