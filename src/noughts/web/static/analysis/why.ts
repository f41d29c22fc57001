/** What a strategy would play, and why: behind a switch its reason, and its scores on the board and in tables. */

import { api, strategiesFor } from "../api.ts";
import type { Child } from "../dom.ts";
import { folded, h, panel, put, toggle } from "../dom.ts";
import { t } from "../language.ts";
import { complain, sentence } from "../messages.ts";
import { gameText, positionText } from "../rules.ts";
import type { ChosenMove, Mark, Rules, Stone, View } from "../types.ts";
import { decisionMarks, decisionWords, workings } from "./decision.ts";
import { scoreLegend } from "./legend.ts";
import { LatestQuestion } from "./question.ts";

export class Why {
  readonly latest: LatestQuestion<{ decision: ChosenMove; view: View }>;
  readonly reason = h("p", { id: "reason", "aria-live": "polite" });
  readonly saw = h("p", { class: "quiet-text" });
  readonly seen = folded(t("What the computer saw"), { id: "saw" }, this.saw);
  readonly work = h("div", { id: "workings" });
  readonly legend = scoreLegend();
  readonly told: HTMLDivElement;
  readonly element: HTMLElement;

  /** @param on whether the switch is @param above what stands above the reason */
  constructor(
    readonly rules: Rules,
    public on: boolean,
    changed: () => void,
    above: Child,
  ) {
    this.latest = new LatestQuestion(
      changed,
      (error) => {
        this.reason.textContent = "";
        complain(error);
      },
      (_, seconds) => t("Asking: {seconds} s", { seconds: seconds.toFixed(0) }),
    );
    const { reason, seen, latest, legend, work } = this;
    this.told = h("div", { class: "results" }, above, reason, seen, latest.element, legend, work);
    const turn = toggle(t("A strategy's scores on the board"), on, (now) => {
      this.on = now;
      changed();
    });
    this.element = panel(t("What would a strategy play?"), { id: "why" }, turn, this.told);
  }

  /** Look at a strategy's choice. @param stones null where no move can be made */
  look(strategy: string | null, stones: Stone[] | null) {
    const game = gameText(this.rules);
    const position = strategy && stones && this.on ? positionText(this.rules, stones) : null;
    this.latest.ask(position && `${strategy} ${position}`, (signal) =>
      decide(game, position ?? "", strategy ?? "", signal),
    );
    const { decision, view } = this.latest.answer ?? { decision: null, view: null };
    this.told.hidden = !this.on;
    this.legend.hidden = !decision?.scores;
    const known = decision && stones && decisionWords(decision, stones);
    this.reason.textContent = stones ? known || (this.latest.asking && t("Asking…")) : t("The game is over here.");
    this.saw.textContent = decision?.saw ? sentence(decision.saw) : "";
    this.seen.hidden = !decision?.saw;
    put(this.work, decision && stones && workings(this.rules, stones, decision, view));
  }

  /** Return what to mark on the board. */
  get marks(): Map<number, Mark> | null {
    return this.latest.answer && decisionMarks(this.rules, this.latest.answer.decision, this.latest.answer.view);
  }

  leave() {
    this.latest.stop();
  }
}

async function decide(game: string, position: string, strategy: string, signal: AbortSignal) {
  const [decision, strategies] = await Promise.all([
    api.decision(game, position, strategy, signal),
    strategiesFor(game),
  ]);
  const { view = null } = strategies.find(({ name }) => name === strategy.split(":")[0]) ?? {};
  return { decision, view };
}
