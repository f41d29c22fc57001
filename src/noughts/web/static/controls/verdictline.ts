/** Whether a strategy can lose, in one line. */

import { h } from "../dom.ts";
import { t } from "../language.ts";
import { parseGame } from "../rules.ts";
import type { StrategyListed, Verdict } from "../types.ts";
import { proveAddress } from "./strategypicker.ts";

/** Up to so many cells a proof is worth a try. */
const PROVABLE = 16;

/** Return the line about a strategy in a seat: what is known, or the way to a proof. */
export function verdictLine(info: StrategyListed, strategy: string, game: string, seat: "first" | "second") {
  const address = proveAddress(strategy, game, seat);
  const known = strategy === info.name ? info.verdicts[seat] : null;
  const { m, n } = parseGame(game) ?? { m: 0, n: 0 };
  if (known) return h("p", { class: "verdict" }, told(known, address));
  const open =
    m * n <= PROVABLE
      ? link(address, t("not known whether it can lose here: try a proof"))
      : t("not known whether it can lose here");
  return h("p", { class: "verdict" }, badge("open"), open);
}

/** Return what is proved of a seat, or seen in its games. */
export function verdictOf({ verdict, games, losing_line: line }: Verdict) {
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

export function badge(kind: Kind) {
  return h("span", { class: `badge ${kind}`, "aria-hidden": "true" }, { good: "✓", bad: "!", open: "?" }[kind]);
}

function link(address: string, text: string) {
  return h("a", { href: address }, text);
}
