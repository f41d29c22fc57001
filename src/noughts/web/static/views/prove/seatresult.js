/** What a proof has found of a strategy in one seat. */

import { api } from "../../api.js";
import { Stepper } from "../../controls/stepper.js";
import { badge } from "../../controls/verdictline.js";
import { freshId, h, panel } from "../../dom.js";
import { ended, sentence } from "../../messages.js";
import { gameText, positionText, stonesAfter } from "../../rules.js";
import { decimal, grouped, total } from "../../words.js";

/** @import { ChosenMove, Count, Rules, SeatFinding, Side, Tally } from "../../types.js" */

/** @typedef {(position: string) => Promise<ChosenMove>} Decide */

/** A fraction longer than this stands behind its decimal. */
const LONG = 24;

const COUNTS = ["all", "won", "drawn", "lost"];

const SIDES = /** @type {const} */ ({ first: "X", second: "O" });

/**
 * Return the section of a seat.
 * @param {{rules: Rules, strategy: string, seat: "first" | "second", finding: SeatFinding, signal: AbortSignal, decide?: Decide}} found
 * `decide`: the strategy's decision in a position, where the server does not know the strategy
 */
export function seatResult({ rules, strategy, seat, finding, signal, decide }) {
  const [kind, words] = verdict(finding);
  const { losing_line: line } = finding;
  const section = panel(
    `${strategy}, moving ${seat}: ${words}`,
    { class: `panel finding ${kind}`, "data-seat": seat },
    finding.reason && h("p", {}, sentence(reason(finding))),
    finding.games && facts(seat, finding),
    line && losingLine(rules, strategy, SIDES[seat], line, lineHead(finding), decide ?? onTheServer),
  );
  section.querySelector("h2")?.prepend(badge(kind));
  return section;

  /** @type {Decide} */
  function onTheServer(position) {
    return api.decision(gameText(rules), position, strategy, signal);
  }
}

/** @param {SeatFinding} finding @returns {["good" | "bad" | "open", string]} */
function verdict({ verdict: proved, games, losing_line: line }) {
  if (proved === "never loses") return ["good", "proved, it never loses"];
  if (proved === "can lose") return ["bad", "it can lose"];
  if (proved) return ["open", proved];
  const lost = games ? Number(games.loss) : 0;
  const played = games ? grouped(sum(games)) : "0";
  if (lost) return ["bad", `measured, not proved: it lost ${grouped(lost)} of ${played} games`];
  const words = `measured, not proved: no loss in ${played} games against random play`;
  return line ? ["bad", `${words}, but it lost a game to a search`] : ["open", words];
}

/** Why its games are not counted, and what a search has tried. @param {SeatFinding} finding */
function reason({ reason: why = "", losing_line: line, tried, asked }) {
  if (!line || tried == null || asked == null) return why;
  const games = tried === 1 ? "1 game" : `${grouped(tried)} games`;
  return `${games} tried to find a losing line, ${grouped(asked)} positions asked; ${why}`;
}

/** What its losing line is. @param {SeatFinding} finding */
function lineHead({ found_by: by, shortest, losing_line: line }) {
  if (shortest) return "A shortest losing line";
  if (by === "games") return "The shortest game it lost";
  return `A losing line of ${grouped(line?.length ?? 0)} moves`;
}

/** @param {Tally<Count>} tally */
function sum({ win, draw, loss }) {
  return total([win, draw, loss]);
}

/** The numbers. @param {string} seat @param {SeatFinding} finding */
function facts(seat, { verdict: proved, games, sequences, positions, against_random: random, intervals, confidence }) {
  const measured = !proved;
  return h(
    "div",
    { class: "wide", role: "region", "aria-label": `numbers, moving ${seat}`, tabindex: 0 },
    h(
      "table",
      { class: "facts", role: "table" }, // the roles are named because a phone lays its rows out as blocks
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, h("td", { role: "cell" }), COUNTS.map(countHead))),
      h(
        "tbody",
        { role: "rowgroup" },
        games && countRow(measured ? "games against random" : "distinct games", games),
        sequences && countRow("sequences of moves", sequences),
        random && cellsRow("against random", ["", chance(random.win), chance(random.draw), chance(random.loss)]),
        intervals &&
          cellsRow(
            `rates, at ${Math.round((confidence ?? 0.95) * 100)} % confidence`,
            ["", interval(intervals.win), interval(intervals.draw), interval(intervals.loss)],
          ),
      ),
    ),
    positions !== undefined && h("p", { class: "quiet-text" }, `${grouped(positions)} positions looked at.`),
  );
}

/** @param {string} name @param {Tally<Count>} tally */
function countRow(name, tally) {
  return cellsRow(name, [sum(tally), tally.win, tally.draw, tally.loss].map(grouped));
}

/** @param {string} name */
function countHead(name) {
  return h("th", { scope: "col", role: "columnheader" }, name);
}

/** @param {string} name @param {(string | Node)[]} cells */
function cellsRow(name, cells) {
  const head = h("th", { scope: "row", role: "rowheader" }, name);
  return h("tr", { role: "row" }, head, cells.map((cell) => h("td", { role: "cell" }, cell)));
}

/** A probability: as a decimal, and exactly. @param {string} fraction */
function chance(fraction) {
  const rough = decimal(fraction);
  if (rough === fraction) return fraction;
  if (fraction.length <= LONG) return h("span", {}, rough, h("br"), h("span", { class: "exact" }, fraction));
  return h("details", {}, h("summary", {}, rough), h("span", { class: "exact" }, fraction));
}

/** @param {[number, number]} bounds */
function interval([low, high]) {
  return `${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)} %`;
}

/** @type {WeakMap<Element, Stepper>} the steppers of the losing lines on the page */
const steppers = new WeakMap();

/** Let the arrow keys step through a losing line: the one with the focus, else the first. @param {AbortSignal} signal */
export function stepWithKeys(signal) {
  document.addEventListener(
    "keydown",
    (event) => {
      const focused = event.target instanceof Element ? event.target.closest(".losing") : null;
      const box = focused ?? document.querySelector(".losing");
      if (box) steppers.get(box)?.pressed(event);
    },
    { signal },
  );
}

/**
 * A game that the strategy loses, to step through with its reasons.
 * @param {Rules} rules
 * @param {string} strategy
 * @param {Side} side
 * @param {string[]} line
 * @param {string} head
 * @param {Decide} decide
 */
function losingLine(rules, strategy, side, line, head, decide) {
  const words = h("p", { class: "judgement", "aria-live": "polite" });
  const stepper = new Stepper(rules, line, { label: "Board of the losing line", ply: 0, stepped: (ply) => void show(ply) });
  const list = h(
    "ol",
    { class: "moves", "aria-label": "Losing line" },
    line.map((cell, index) => {
      const button = h("button", { type: "button", class: "move" }, h("span", { class: "who" }, `${index % 2 ? "O" : "X"} ${cell}`));
      button.addEventListener("click", () => stepper.go(index + 1));
      return h("li", {}, button);
    }),
  );
  const id = freshId("line");
  const box = h(
    "div",
    { class: "losing", role: "group", "aria-labelledby": id },
    h("h3", { id }, `${head}: ${strategy} is ${side}`),
    h("div", { class: "losing-board" }, stepper.element, h("div", {}, words, list)),
  );
  steppers.set(box, stepper);
  /** @type {Map<number, Promise<string>>} */
  const reasons = new Map();
  void show(0);
  return box;

  /** @param {number} ply */
  async function show(ply) {
    for (const [index, row] of [...list.children].entries()) {
      row.firstElementChild?.setAttribute("aria-current", index + 1 === ply ? "step" : "false");
    }
    if (!ply) {
      words.textContent = "Step through it with the buttons, or with the arrow keys.";
      return;
    }
    const mover = ply % 2 ? "X" : "O";
    words.textContent = `${mover} plays ${line[ply - 1]}`;
    if (mover !== side) return;
    const reason = await reasonOf(ply);
    if (stepper.ply === ply && reason) words.textContent = ended(`${mover} (${strategy}) plays ${line[ply - 1]}: ${reason}`);
  }

  /** Why the strategy makes a move; nothing where that cannot be told. @param {number} ply */
  function reasonOf(ply) {
    let reason = reasons.get(ply);
    if (!reason) {
      const position = positionText(rules, stonesAfter(rules, line.slice(0, ply - 1)) ?? []);
      reason = decide(position).then(
        (decision) => (decision.moves.includes(line[ply - 1]) ? decision.reason : ""),
        () => "",
      );
      reasons.set(ply, reason);
    }
    return reason;
  }
}

