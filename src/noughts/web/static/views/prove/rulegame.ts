/** What is proved of a list of rules: the verdict in each seat, and a game that it loses with the rule of each move. */

import { badge, kindOf, verdictText } from "../../controls/verdictline.ts";
import { button, chips, h, panel, put } from "../../dom.ts";
import { parts, t } from "../../language.ts";
import type { RuleShelf, RuleStudy, Rules } from "../../types.ts";
import { ruleTitle } from "../../words.ts";
import { calledSheet, SIDES, seatWords } from "./called.ts";
import { losingLine } from "./losingline.ts";
import { SEATS } from "./rulecard.ts";

const WAIT = 400; // milliseconds, after which a wait is worth words

export class RuleGame {
  readonly verdicts = h("div", { class: "rule-verdicts", role: "group", "aria-label": t("Verdict") });
  readonly game = h("div", { class: "rule-game" });
  /** Whose game is shown where both lose. */
  seat: "first" | "second" = "second";
  timer = 0;

  /** @param deciding which card has decided the move on the board */
  constructor(readonly deciding: (rule: number | null) => void) {}

  /** Show that an answer is waited for; the game stays, so that nothing moves. */
  wait() {
    this.busy(true);
    this.timer = window.setTimeout(() => put(this.verdicts, h("p", {}, t("Proving…"))), WAIT);
  }

  busy(on: boolean) {
    clearTimeout(this.timer);
    for (const each of [this.verdicts, this.game]) each.setAttribute("aria-busy", String(on));
  }

  /** Show words in the place of a verdict. */
  say(words: string) {
    this.busy(false);
    put(this.verdicts, h("p", {}, words));
    put(this.game);
  }

  /** Show what is proved; return it in words. */
  show(rules: Rules, study: RuleStudy, shelf: RuleShelf) {
    this.busy(false);
    const found = SEATS.map((seat) => ({ seat, verdict: study.seats?.[seat].verdict ?? "" }));
    const lines = found.map(({ seat, verdict }) => {
      const kind = kindOf(verdict);
      const shown = { verdict: h("strong", {}, verdictText(verdict)) };
      const words = parts("Moving {seat}: {verdict}", { seat: seatWords(seat), ...shown });
      return h("p", { class: `seat-verdict ${kind}` }, badge(kind), h("span", {}, words));
    });
    const lost = SEATS.some((seat) => study.seats?.[seat].losing_line);
    put(
      this.verdicts,
      h("div", {}, lines),
      lost && button(t("See how"), () => this.look(), { class: "button small look" }),
    );
    this.showGame(rules, study, shelf, "", null);
    return found
      .map(({ seat, verdict }) =>
        t("Moving {seat}: {verdict}.", { seat: seatWords(seat), verdict: verdictText(verdict) }),
      )
      .join(" ");
  }

  /** Bring the game into view, with the focus on it. */
  look() {
    this.game.scrollIntoView();
    this.game.querySelector("button")?.focus({ preventScroll: true });
  }

  /**
   * Show a game that a list loses.
   * @param without the card that the list lacks, if any
   * @param back to the list as it is
   */
  showGame(rules: Rules, study: RuleStudy, shelf: RuleShelf, without: string, back: (() => void) | null) {
    this.deciding(null);
    const lost = SEATS.filter((seat) => study.seats?.[seat].losing_line);
    const title = without
      ? t("Without {card}", { card: without })
      : lost.length
        ? t("A game that it loses")
        : t("It loses no game");
    const seat = lost.includes(this.seat) ? this.seat : lost[0];
    const place = h("div");
    const whose = chips(
      t("Moving"),
      SEATS.map((each) => [each, seatWords(each)]),
      seat ?? "",
      (chosen) => {
        this.seat = chosen === "first" ? "first" : "second";
        put(place, this.line(rules, study, shelf, this.seat, !without));
      },
    );
    put(
      this.game,
      panel(
        title,
        {},
        back && button(t("Back to your sheet"), back, { class: "button small" }),
        !lost.length &&
          h(
            "p",
            {},
            t(
              "It was played against every reply, with every choice between equal cells. Is there a card that it does not need?",
            ),
          ),
        lost.length > 1 && whose,
        place,
      ),
    );
    if (seat) put(place, this.line(rules, study, shelf, seat, !without));
  }

  line(rules: Rules, { cards, seats }: RuleStudy, shelf: RuleShelf, seat: "first" | "second", mark: boolean) {
    const moves = seats?.[seat].losing_line ?? [];
    const side = SIDES[seat];
    const notes = moves.map(({ rule }) => rule && `${rule}. ${ruleTitle(shelf, cards[rule - 1])}`);
    const meanings = new Map(shelf.conditions.map((each) => [each.name, each.meaning]));
    return losingLine({
      rules,
      side,
      line: moves.map(({ cell }) => cell),
      head: t("A shortest game that {strategy} loses as {side}", { strategy: calledSheet().within, side }),
      end: seats?.[seat].stuck
        ? t("Here {side} has no card that fits: it has no move, and loses.", { side })
        : undefined,
      reason: async (ply) => {
        const { rule } = moves[ply - 1];
        return rule ? `${notes[ply - 1]} (${meanings.get(cards[rule - 1].condition) ?? ""})` : "";
      },
      notes: notes.map((note) => note || null),
      stepped: (ply) => mark && this.deciding(moves[ply - 1]?.rule ?? null),
    });
  }
}
