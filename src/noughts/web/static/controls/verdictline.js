/** Whether a strategy can lose, in one line. */

import { ask } from "../analysis/jobs.js";
import { button, h, put } from "../dom.js";
import { t } from "../language.js";
import { complain } from "../messages.js";
import { parseGame } from "../rules.js";
import { proveAddress } from "./strategypicker.js";

/** @import { SeatFinding, StrategyListed } from "../types.js" */

/** Boards up to this many cells are proved while one waits; up to that many a proof is worth a try. */
const [SMALL, MEDIUM] = [9, 16];

/**
 * Return the line about a strategy in a seat.
 * @param {{info: StrategyListed, strategy: string, game: string, seat: "first" | "second", signal: AbortSignal}} asked
 */
export function verdictLine({ info, strategy, game, seat, signal }) {
  const line = h("p", { class: "verdict" });
  const address = proveAddress(strategy, game, seat);
  const known = strategy === info.name ? info.verdicts[seat] : null;
  const { m, n } = parseGame(game) ?? { m: 0, n: 0 };
  if (known) put(line, ...told(known, address));
  else if (m * n <= SMALL) put(line, findOut());
  else if (m * n <= MEDIUM)
    put(line, badge("open"), link(address, t("not known whether it can lose here: try a proof")));
  else put(line, badge("open"), t("not known whether it can lose here"));
  return line;

  function findOut() {
    return button(t("Can it lose here?"), () => void prove(), { class: "button small" });
  }

  async function prove() {
    put(line, badge("open", "…"), t("playing it against every reply"));
    try {
      const finding = (await ask("proof", { strategy, game, seat }, signal)).seats[seat];
      if (finding) put(line, ...told(verdictOf(finding), address));
    } catch (error) {
      put(line, findOut());
      complain(error);
    }
  }
}

/** Return what is proved of a seat, or seen in its games. @param {SeatFinding} finding */
export function verdictOf({ verdict, games, losing_line: line }) {
  if (verdict) return verdict;
  return line || Number(games?.loss) ? "can lose" : "no loss seen";
}

/** Return a verdict in the visitor's language. @param {string} verdict */
export function verdictText(verdict) {
  return (
    {
      "never loses": t("never loses"),
      "can lose": t("can lose"),
      "no loss seen": t("no loss seen"),
      "no verdict": t("no verdict"),
    }[verdict] ?? verdict
  );
}

/** @param {string} verdict @param {string} address */
function told(verdict, address) {
  const words =
    { "never loses": t("proved: never loses"), "can lose": t("can lose, see how") }[verdict] ?? verdictText(verdict);
  return [badge(kindOf(verdict)), link(address, words)];
}

/** @typedef {"good" | "bad" | "open"} Kind of a verdict */

/** @param {string} verdict @returns {Kind} */
export function kindOf(verdict) {
  return verdict === "never loses" ? "good" : verdict === "can lose" ? "bad" : "open";
}

/** @param {Kind} kind @param {string} [mark] */
export function badge(kind, mark = { good: "✓", bad: "!", open: "?" }[kind]) {
  return h("span", { class: `badge ${kind}`, "aria-hidden": "true" }, mark);
}

/** @param {string} address @param {string} text */
function link(address, text) {
  return h("a", { href: address }, text);
}
