/** Is it really unbeatable? What is proved of every shipped strategy on a board, in one table. */

import { api } from "../api.js";
import { button, h, panel, put } from "../dom.js";
import { complain } from "../messages.js";
import { decimal } from "../words.js";
import { badge } from "./verdict.js";

/** @import { ProofDocument, SeatFinding } from "../types.js" */

const SEATS = /** @type {const} */ (["first", "second"]);

/**
 * Return the table; choosing a strategy shows its proof.
 * @param {(strategy: string) => void} choose
 */
export function gallery(choose) {
  const about = h("p", { class: "quiet-text" });
  const place = h("div", { class: "wide", role: "region", "aria-label": "Strategies", tabindex: 0 });
  const element = panel("Is it really unbeatable?", { id: "gallery" }, about, place);
  let now = "";
  return { element, show };

  /** Show the strategies of a board. @param {string} game */
  async function show(game) {
    now = game;
    try {
      const { proofs } = await api.gallery(game);
      if (game !== now) return;
      element.hidden = proofs.length === 0;
      about.textContent = "Every shipped strategy that is proved on this board, against every reply; and how often it loses to a random opponent.";
      put(place, table(proofs, choose));
    } catch (error) {
      complain(error);
    }
  }
}

/** @param {ProofDocument[]} proofs @param {(strategy: string) => void} choose */
function table(proofs, choose) {
  const heads = ["strategy", ...SEATS.map((seat) => `moving ${seat}`)];
  return h(
    "table",
    { class: "facts gallery" },
    h("thead", {}, h("tr", {}, heads.map((name) => h("th", { scope: "col" }, name)))),
    h(
      "tbody",
      {},
      proofs.map(({ strategy, seats }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, button(strategy, () => choose(strategy), { class: "button small" })),
          SEATS.map((seat) => h("td", {}, cell(seats[seat]))),
        ),
      ),
    ),
  );
}

/** @param {SeatFinding | undefined} finding */
function cell(finding) {
  if (!finding?.verdict) return "";
  const good = finding.verdict === "never loses";
  const lost = Number(decimal(finding.against_random?.loss ?? "0")) * 100;
  const often = good ? "" : ` · ${lost < 0.1 ? lost.toPrecision(1) : lost.toFixed(1)} %`;
  return h("span", { class: "seat-verdict" }, badge(good ? "✓" : "!", good ? "good" : "bad"), `${finding.verdict}${often}`);
}
