/** Is it really unbeatable? What is proved and measured of every shipped strategy and level on a board. */

import { api, levelsFor } from "../../api.js";
import { badge, kindOf, verdictOf } from "../../controls/verdictline.js";
import { button, h, panel, put } from "../../dom.js";
import { complain } from "../../messages.js";
import { parseGame } from "../../rules.js";
import { decimal, levelWords, strategyTitle, total } from "../../words.js";

/** @import { Level, SeatFinding, SeatsDocument, Tally } from "../../types.js" */

const SEATS = /** @type {const} */ (["first", "second"]);

/** Up to so many cells a plan and a poster can be read. */
const READABLE = 9;

const SHARES = "won / drawn / lost, %";

/** @type {[name: string, unit: string][]} */
const HEADS = [
  ["strategy", ""],
  ["moving", ""],
  ["verdict", ""],
  ["against random", SHARES],
  ["against perfect play", SHARES],
  ["to keep", ""],
];

const ABOUT =
  "Each strategy plays against every reply, and makes each of its equal moves. Chances are won / drawn / lost in per cent: " +
  "exact, or of 1,000 games for a strategy that draws random numbers. A perfect player takes any of the best moves; " +
  "“none” stands where they are not known. Choose a strategy to see the game that beats it.";

/**
 * Return the table; choosing a strategy shows its proof.
 * @param {(strategy: string) => void} choose
 */
export function gallery(choose) {
  const place = h("div", { class: "wide", role: "region", "aria-label": "Strategies", tabindex: 0 });
  const proved = h("div", { class: "gallery-proofs" }, h("p", { class: "quiet-text" }, ABOUT), place);
  const ladder = h("div");
  const element = panel("Is it really unbeatable?", { id: "gallery" }, proved, ladder);
  let now = "";
  return { element, show };

  /** Show the strategies and levels of a board. @param {string} game */
  async function show(game) {
    now = game;
    try {
      const [{ proofs }, levels] = await Promise.all([api.gallery(game), levelsFor(game)]);
      if (game !== now) return;
      proved.hidden = proofs.length === 0;
      put(place, table(game, proofs, levels, choose));
      put(ladder, ladderList(levels));
      element.hidden = proved.hidden && !ladder.childElementCount;
    } catch (error) {
      complain(error);
    }
  }
}

/**
 * Return the table. On a phone its rows are laid out as blocks: the roles are named, so that they stay a table's.
 * @param {string} game
 * @param {SeatsDocument[]} proofs
 * @param {Level[]} levels
 * @param {(strategy: string) => void} choose
 */
function table(game, proofs, levels, choose) {
  return h(
    "table",
    { class: "facts gallery", role: "table" },
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, HEADS.map(head))),
    proofs.map((proof) => h("tbody", { role: "rowgroup" }, rows(game, proof, name(proof, levels, choose)))),
  );
}

/**
 * The head of a strategy's two rows.
 * @param {SeatsDocument} proof
 * @param {Level[]} levels
 * @param {(strategy: string) => void} choose
 */
function name({ strategy }, levels, choose) {
  const level = levels.find((each) => each.strategy === strategy);
  return h(
    "th",
    { scope: "rowgroup", role: "rowheader", rowspan: 2 },
    button(strategyTitle(strategy), () => choose(strategy), { class: "button small" }),
    " ",
    level && h("span", { class: "chip" }, `level ${level.name}`),
  );
}

/** The head of a column. @param {[name: string, unit: string]} column */
function head([text, unit]) {
  return h("th", { scope: "col", role: "columnheader" }, text, unit && h("small", {}, ` ${unit}`));
}

/** The rows of a strategy's seats; its name stands in the first. @param {string} game @param {SeatsDocument} proof @param {Node} title */
function rows(game, { strategy, seats }, title) {
  const known = SEATS.filter((seat) => seats[seat]);
  return known.map((seat, index) => row(game, strategy, seat, seats[seat], index === 0 ? title : null));
}

/** @param {string} game @param {string} strategy @param {"first" | "second"} seat @param {SeatFinding | undefined} finding @param {Node | null} title */
function row(game, strategy, seat, finding, title) {
  if (!finding) return null;
  return h(
    "tr",
    { role: "row" },
    title,
    h("th", { scope: "row", role: "rowheader" }, seat),
    [
      verdict(finding),
      shares(finding.against_random ?? sampled(finding.games)),
      shares(finding.against_perfect ?? null),
      drawings(game, strategy, seat, finding),
    ].map((child, index) => h("td", { role: "cell", "data-head": HEADS[index + 2][0] }, child)),
  );
}

/** @param {SeatFinding} finding */
function verdict(finding) {
  const words = verdictOf(finding);
  return h("span", { class: "seat-verdict" }, badge(kindOf(words)), words);
}

/** @param {Tally<number | string> | undefined} games @returns {Tally<string> | null} */
function sampled(games) {
  if (!games) return null;
  const all = total([games.win, games.draw, games.loss]);
  return { win: `${games.win}/${all}`, draw: `${games.draw}/${all}`, loss: `${games.loss}/${all}` };
}

/** Won, drawn, lost. @param {Tally<string> | null} tally */
function shares(tally) {
  return tally ? [tally.win, tally.draw, tally.loss].map(percent).join(" / ") : "none";
}

/** Return a fraction in per cent, with a digit that differs from 0 where it is not 0. @param {string} fraction */
function percent(fraction) {
  const share = Number(decimal(fraction)) * 100;
  if (share === 0 || share === 100) return String(share);
  return share < 0.1 ? share.toPrecision(1) : Math.min(share, 99.9).toFixed(1);
}

/** @param {string} game @param {string} strategy @param {"first" | "second"} seat @param {SeatFinding} finding */
function drawings(game, strategy, seat, { verdict: proved }) {
  const { m, n } = parseGame(game) ?? { m: 0, n: 0 };
  if (!proved || m * n > READABLE) return "";
  /** @param {"plan" | "poster"} kind @param {string} says */
  const link = (kind, says) =>
    h("a", { ...api.drawing(kind, strategy, game, seat), "aria-label": `${kind} of ${strategy}, moving ${seat}: ${says}` }, kind);
  return h(
    "span",
    { class: "downloads" },
    proved === "never loses" && link("plan", "what a person must learn, as a picture"),
    link("poster", "all its games on one sheet"),
  );
}

/** What each level was measured to be. @param {Level[]} levels */
function ladderList(levels) {
  const told = levels.filter((level) => level.measured);
  if (!told.length) return null;
  return [
    h("h3", {}, "The levels of this board"),
    h(
      "ul",
      { class: "ladder" },
      levels.map((level) => h("li", {}, h("strong", {}, level.name), ` (${strategyTitle(level.strategy)}): `, levelWords(level), ` ${sizeWords(level)}`)),
    ),
  ];
}

/** Return how sure the share of lost games is. @param {Level} level */
function sizeWords({ measured }) {
  if (!measured?.games || !measured.interval) return "";
  const [low, high] = measured.interval.map((bound) => Math.round(bound * 100));
  return `(${low} to ${high} %, at 95 % confidence: ${measured.games} games)`;
}
