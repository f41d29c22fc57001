/** Whether a strategy can lose, in one line. */

import { ask } from "../analysis/jobs.ts";
import { button, h, put } from "../dom.ts";
import { t } from "../language.ts";
import { complain } from "../messages.ts";
import { parseGame } from "../rules.ts";
import type { SeatFinding, StrategyListed } from "../types.ts";
import { proveAddress } from "./strategypicker.ts";

/** Boards up to this many cells are proved while one waits; up to that many a proof is worth a try. */
const [SMALL, MEDIUM] = [9, 16];

/** Return the line about a strategy in a seat. */
export function verdictLine({
  info,
  strategy,
  game,
  seat,
  signal,
}: {
  info: StrategyListed;
  strategy: string;
  game: string;
  seat: "first" | "second";
  signal: AbortSignal;
}) {
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

/** Return what is proved of a seat, or seen in its games. */
export function verdictOf({ verdict, games, losing_line: line }: SeatFinding) {
  if (verdict) return verdict;
  return line || Number(games?.loss) ? "can lose" : "no loss seen";
}

/** Return a verdict in the visitor's language. */
export function verdictText(verdict: string) {
  return (
    {
      "never loses": t("never loses"),
      "can lose": t("can lose"),
      "no loss seen": t("no loss seen"),
      "no verdict": t("no verdict"),
    }[verdict] ?? verdict
  );
}

function told(verdict: string, address: string) {
  const words =
    { "never loses": t("proved: never loses"), "can lose": t("can lose, see how") }[verdict] ?? verdictText(verdict);
  return [badge(kindOf(verdict)), link(address, words)];
}

/** Of a verdict. */
export type Kind = "good" | "bad" | "open";

export function kindOf(verdict: string): Kind {
  return verdict === "never loses" ? "good" : verdict === "can lose" ? "bad" : "open";
}

export function badge(kind: Kind, mark: string = { good: "✓", bad: "!", open: "?" }[kind]) {
  return h("span", { class: `badge ${kind}`, "aria-hidden": "true" }, mark);
}

function link(address: string, text: string) {
  return h("a", { href: address }, text);
}
