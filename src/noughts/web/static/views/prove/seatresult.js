/** What a proof has found of a strategy in one seat. */

import { badge } from "../../controls/verdictline.js";
import { h, panel } from "../../dom.js";
import { sentence } from "../../messages.js";
import { positionText, stonesAfter } from "../../rules.js";
import { decimal, grouped, total } from "../../words.js";
import { losingLine } from "./losingline.js";

/** @import { ChosenMove, Count, Rules, SeatFinding, Tally } from "../../types.js" */

/** @typedef {(position: string) => Promise<ChosenMove>} Decide */

/** A fraction longer than this stands behind its decimal. */
const LONG = 24;

const COUNTS = ["all", "won", "drawn", "lost"];

/** What a strategy does against the rules. */
const FAULTS = {
  illegal: "breaks the rules",
  raised: "raises an exception",
  endless: "never answers",
  died: "ends its process",
};

const SIDES = /** @type {const} */ ({ first: "X", second: "O" });

/**
 * Return the section of a seat.
 * @param {{rules: Rules, strategy: string, seat: "first" | "second", finding: SeatFinding, decide: Decide}} found
 * `decide`: the strategy's decision in a position
 */
export function seatResult({ rules, strategy, seat, finding, decide }) {
  const [kind, words] = verdict(finding);
  const { losing_line: line, fault } = finding;
  const side = SIDES[seat];
  const section = panel(
    `${strategy}, moving ${seat}: ${words}`,
    { class: `panel finding ${kind}`, "data-seat": seat },
    finding.reason && h("p", {}, sentence(reason(finding))),
    finding.games && facts(seat, finding),
    faultsOf(finding).map((words) => h("p", {}, sentence(words))),
    line &&
      losingLine({
        rules,
        strategy,
        side,
        line,
        head: lineHead(finding),
        end: fault ? `Here ${side} (${strategy}) ${FAULTS[fault.kind]}, and loses: ${fault.message}` : "",
        reason: (ply) => reasonOf(rules, line.slice(0, ply), decide),
      }),
  );
  section.querySelector("h2")?.prepend(badge(kind));
  return section;
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

/** Why the strategy makes the last of some moves; nothing where that is not known. @param {Rules} rules @param {string[]} moves @param {Decide} decide */
async function reasonOf(rules, moves, decide) {
  const move = moves.at(-1) ?? "";
  try {
    const decision = await decide(positionText(rules, stonesAfter(rules, moves.slice(0, -1)) ?? []));
    return decision.moves.includes(move) ? decision.reason : "";
  } catch {
    return "";
  }
}

/** Why its games are not counted, and what a search has tried. @param {SeatFinding} finding */
function reason({ reason: why = "", losing_line: line, tried, asked }) {
  if (!line || tried == null || asked == null) return why;
  const games = tried === 1 ? "1 game" : `${grouped(tried)} games`;
  return `${games} tried to find a losing line, ${grouped(asked)} positions asked; ${why}`;
}

/** Where it breaks the rules. @param {SeatFinding} finding */
function faultsOf({ faults, failures, failed }) {
  if (failures) return [`it breaks the rules in ${grouped(failures)} of the games, and loses them: ${failed}`];
  return Object.entries(faults ?? {}).map(([kind, { positions, message }]) => {
    const where = positions === 1 ? "1 position" : `${grouped(positions)} positions`;
    return `it ${FAULTS[/** @type {keyof typeof FAULTS} */ (kind)]} in ${where}, and loses there: ${message}`;
  });
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
