/** What a proof has found of a strategy in one seat: the verdict, the game that it loses, the shares, the numbers. */

import type { Kind } from "../../controls/verdictline.ts";
import { badge } from "../../controls/verdictline.ts";
import { folded, freshId, h, quiet } from "../../dom.ts";
import { counted, language, t } from "../../language.ts";
import { sentence } from "../../messages.ts";
import { positionText, stonesAfter } from "../../rules.ts";
import type { ChosenMove, Count, FaultAt, Rules, Side, Tally, Verdict } from "../../types.ts";
import { fractionValue, grouped, rounded, total } from "../../words.ts";
import type { Called } from "./called.ts";
import { SIDES, seatWords } from "./called.ts";
import { losingLine } from "./losingline.ts";
import { sharesBar, sharesOf } from "./shares.ts";

type Decide = (position: string) => Promise<ChosenMove>;

/** A fraction longer than this stands behind its per cent. */
const LONG = 24;

/** What a strategy does against the rules. */
const FAULTS: Record<FaultAt["kind"], string> = {
  illegal: t("breaks the rules"),
  raised: t("raises an exception"),
  endless: t("gives no answer"),
  died: t("ends its process"),
};

/** Return the section of a seat. @param found `decide`: the strategy's decision in a position */
export function seatResult({
  rules,
  called,
  seat,
  finding,
  decide,
}: {
  rules: Rules;
  called: Called;
  seat: "first" | "second";
  finding: Verdict;
  decide: Decide;
}) {
  const [kind, words] = verdict(finding, seat, called, `${rules.m}\u00a0×\u00a0${rules.n}`);
  const { losing_line: line, fault, games, given_away: given } = finding;
  const side = SIDES[seat];
  const id = freshId("finding");
  return h(
    "section",
    { class: `panel finding ${kind}`, "data-seat": seat, "aria-labelledby": id },
    h("h2", { id, tabindex: -1 }, badge(kind), h("span", {}, words)),
    line &&
      losingLine({
        rules,
        side,
        line,
        head: lineHead(finding, called, side),
        chooser: called.chooser,
        end: fault
          ? t("Here {side} {fault}, and loses: {message}", { side, fault: FAULTS[fault.kind], message: fault.message })
          : undefined,
        reason: (ply) => reasonOf(rules, line.slice(0, ply), decide),
      }),
    h(
      "div",
      { class: "finding-facts" },
      faultsOf(finding).map((fault) => h("p", {}, sentence(fault))),
      line && given && h("p", {}, sentence(given.words)),
      quiet(gamesWords(finding)),
      finding.asked_again?.processes === 1 && // in a browser
        quiet(t("It was asked in one process; the command “noughts prove” asks in a second one too.")),
      games && sharesBar(sharesOf(games)),
      numbers(seat, finding),
    ),
  );
}

/** The verdict, in a sentence. */
function verdict(
  { verdict: proved, games, losing_line: line }: Verdict,
  seat: "first" | "second",
  { start }: Called,
  board: string,
): [Kind, string] {
  const counts = { lost: games ? grouped(games.loss) : "0", games: games ? grouped(sum(games)) : "0" };
  const values = { strategy: start, board, seat: seatWords(seat), ...counts };
  if (proved === "never loses") return ["good", t("{strategy} never loses when it moves {seat} on {board}.", values)];
  if (line) return ["bad", t("{strategy} can be beaten when it moves {seat} on {board}: here is how.", values)];
  if (Number(games?.loss)) {
    return [
      "bad",
      t("{strategy} can be beaten when it moves {seat} on {board}: it lost {lost} of {games} games.", values),
    ];
  }
  if (games) {
    return [
      "open",
      t("{strategy} lost none of {games} games when it moved {seat} on {board}. That is not a proof.", values),
    ];
  }
  return ["open", t("It is not known whether {strategy} can be beaten when it moves {seat} on {board}.", values)];
}

/** Which games the shares are of. */
function gamesWords({ verdict: proved, games }: Verdict) {
  if (!games) return t("Its games are too many to count.");
  const count = grouped(sum(games));
  if (proved && count === "1") return t("The one game that its moves and every reply allow:");
  return proved
    ? t("All {count} games that its moves and every reply allow:", { count })
    : t("{count} games against random play:", { count });
}

/** Why the strategy makes the last of some moves; nothing where that is not known. */
async function reasonOf(rules: Rules, moves: string[], decide: Decide) {
  const move = moves.at(-1) ?? "";
  try {
    const decision = await decide(positionText(rules, stonesAfter(rules, moves.slice(0, -1)) ?? []));
    return decision.moves.includes(move) ? decision.reason : "";
  } catch {
    return "";
  }
}

/** Where it breaks the rules. */
function faultsOf({ faults, failures, failed }: Verdict) {
  if (failures) {
    return [
      t("It breaks the rules in {count} of the games, and loses them: {message}", {
        count: grouped(failures),
        message: failed ?? "",
      }),
    ];
  }
  return Object.entries(faults ?? {}).map(([kind, { positions, message }]) =>
    counted(
      positions,
      "It {fault} in {count} position, and loses there: {message}",
      "It {fault} in {count} positions, and loses there: {message}",
      { count: grouped(positions), fault: FAULTS[kind as FaultAt["kind"]], message },
    ),
  );
}

/** What its losing line is. */
function lineHead({ found_by: by, shortest, losing_line: line }: Verdict, { within }: Called, side: Side) {
  const values = { strategy: within, side, count: grouped(line?.length ?? 0) };
  if (shortest) return t("A shortest game that {strategy} loses as {side}", values);
  if (by === "games") return t("The shortest game that {strategy} lost as {side}", values);
  return t("A game of {count} moves that {strategy} loses as {side}", values);
}

function sum({ win, draw, loss }: Tally<Count>) {
  return total([win, draw, loss]);
}

/** The exact numbers, folded. */
function numbers(seat: "first" | "second", finding: Verdict) {
  const { games, positions, tried, asked, reason, losing_line: line } = finding;
  const searched = tried != null && asked != null;
  return folded(
    t("The numbers"),
    {},
    games && table(seat, finding),
    positions != null && quiet(t("{count} positions looked at.", { count: grouped(positions) })),
    searched &&
      quiet(
        counted(
          tried,
          "{count} game tried to find one that it loses; it was asked in {asked} positions.",
          "{count} games tried to find one that it loses; it was asked in {asked} positions.",
          { count: grouped(tried), asked: grouped(asked) },
        ),
      ),
    reason && !line && !searched && quiet(sentence(reason)),
  );
}

function table(
  seat: "first" | "second",
  { verdict: proved, games, sequences, against_random: random, intervals, confidence }: Verdict,
) {
  const label = t("The numbers, moving {seat}", { seat: seatWords(seat) });
  const heads = [t("all"), t("won"), t("drawn"), t("lost")];
  return h(
    "div",
    { class: "wide", role: "region", "aria-label": label, tabindex: 0 },
    h(
      "table",
      { class: "facts", role: "table" }, // the roles are named because a phone lays its rows out as blocks
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, h("td", { role: "cell" }), heads.map(countHead))),
      h(
        "tbody",
        { role: "rowgroup" },
        games && countRow(proved ? t("different games") : t("games against random play"), games),
        sequences && countRow(t("orders of moves"), sequences),
        random &&
          cellsRow(t("chances against random play"), [
            "",
            chance(random.win),
            chance(random.draw),
            chance(random.loss),
          ]),
        intervals &&
          cellsRow(t("rates, at {percent} % confidence", { percent: Math.round((confidence ?? 0.95) * 100) }), [
            "",
            interval(intervals.win),
            interval(intervals.draw),
            interval(intervals.loss),
          ]),
      ),
    ),
  );
}

function countRow(name: string, tally: Tally<Count>) {
  return cellsRow(name, [sum(tally), tally.win, tally.draw, tally.loss].map(grouped));
}

function countHead(name: string) {
  return h("th", { scope: "col", role: "columnheader" }, name);
}

function cellsRow(name: string, cells: (string | Node)[]) {
  const head = h("th", { scope: "row", role: "rowheader" }, name);
  return h(
    "tr",
    { role: "row" },
    head,
    cells.map((cell) => h("td", { role: "cell" }, cell)),
  );
}

/** A probability: in per cent, and exactly. */
function chance(fraction: string) {
  const share = 100 * fractionValue(fraction);
  const rough = `${share > 0 && share < 1 ? share.toLocaleString(language, { maximumSignificantDigits: 2 }) : rounded(share, 2)}\u00a0%`;
  if (share === 0 || share === 100) return `${share}\u00a0%`;
  if (fraction.length <= LONG) return h("span", {}, rough, h("br"), h("span", { class: "exact" }, fraction));
  return folded(rough, {}, h("span", { class: "exact" }, fraction));
}

function interval([low, high]: [number, number]) {
  return t("{low} to {high} %", { low: rounded(low * 100, 1), high: rounded(high * 100, 1) });
}

/** Return the verdicts as they are spoken. */
export function spoken(results: Element) {
  return [...results.querySelectorAll("h2 > span:last-child")].map((words) => words.textContent).join(" ");
}
