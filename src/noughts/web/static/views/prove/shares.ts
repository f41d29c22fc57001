/** Shares of games: in per cent, and as a bar. */

import { h } from "../../dom.ts";
import { t } from "../../language.ts";
import type { Count, Tally } from "../../types.ts";
import { fractionValue, total } from "../../words.ts";

const RESULTS = ["win", "draw", "loss"] as const;

/** Return the share of each result among some games. */
export function sharesOf({ win, draw, loss }: Tally<Count>): Tally<string> {
  const all = total([win, draw, loss]);
  return { win: `${win}/${all}`, draw: `${draw}/${all}`, loss: `${loss}/${all}` };
}

/** Return a share as a whole number of per cent; what is not 0 is not shown as 0. */
function percent(fraction: string) {
  const share = fractionValue(fraction) * 100;
  if (share > 0 && share < 1) return "< 1";
  if (share > 99 && share < 100) return "> 99";
  return String(Math.round(share));
}

/** Return the shares in short: "98 / 2 / 0 %". */
export function sharesText(shares: Tally<string>) {
  return `${RESULTS.map((result) => percent(shares[result])).join(" / ")} %`;
}

/** Return a bar of the shares, and what its parts are. */
export function sharesBar(shares: Tally<string>) {
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

function part(result: string, share: string) {
  const element = h("span", { class: result });
  element.style.flexGrow = String(fractionValue(share));
  return element;
}
