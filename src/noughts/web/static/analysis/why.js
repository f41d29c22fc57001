/** What a strategy would play, and why: behind a switch its reason, and its scores on the board and in tables. */

import { api, strategiesFor } from "../api.js";
import { h, panel, put, toggle } from "../dom.js";
import { t } from "../language.js";
import { complain, sentence } from "../messages.js";
import { gameText, positionText } from "../rules.js";
import { decisionMarks, decisionWords, workings } from "./decision.js";
import { scoreLegend } from "./legend.js";
import { LatestQuestion } from "./question.js";

/** @import { Child } from "../dom.js" */
/** @import { ChosenMove, Mark, Rules, Stone, View } from "../types.js" */

export class Why {
  /**
   * @param {Rules} rules
   * @param {{on: boolean, changed: () => void}} options `on`: whether the switch is
   * @param {Child} above what stands above the reason
   */
  constructor(rules, { on, changed }, above) {
    this.rules = rules;
    this.on = on;
    /** @type {LatestQuestion<{decision: ChosenMove, view: View}>} */
    this.latest = new LatestQuestion(
      changed,
      (error) => {
        this.reason.textContent = "";
        complain(error);
      },
      (_, seconds) => t("Asking: {seconds} s", { seconds: seconds.toFixed(0) }),
    );
    this.reason = h("p", { id: "reason", "aria-live": "polite" });
    this.saw = h("p", { class: "quiet-text" });
    this.seen = h("details", { id: "saw" }, h("summary", {}, t("What the computer saw")), this.saw);
    this.work = h("div", { id: "workings" });
    this.legend = scoreLegend();
    const { reason, seen, latest, legend, work } = this;
    this.told = h("div", { class: "results" }, above, reason, seen, latest.element, legend, work);
    const turn = toggle(t("A strategy's scores on the board"), on, (now) => {
      this.on = now;
      changed();
    });
    this.element = panel(t("What would a strategy play?"), { id: "why" }, turn, this.told);
  }

  /** Look at a strategy's choice. @param {string | null} strategy @param {Stone[] | null} stones null where no move can be made */
  look(strategy, stones) {
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

  /** Return what to mark on the board. @returns {Map<number, Mark> | null} */
  get marks() {
    return this.latest.answer && decisionMarks(this.rules, this.latest.answer.decision, this.latest.answer.view);
  }

  leave() {
    this.latest.stop();
  }
}

/** @param {string} game @param {string} position @param {string} strategy @param {AbortSignal} signal */
async function decide(game, position, strategy, signal) {
  const [decision, strategies] = await Promise.all([
    api.decision(game, position, strategy, signal),
    strategiesFor(game),
  ]);
  const { view = null } = strategies.find(({ name }) => name === strategy.split(":")[0]) ?? {};
  return { decision, view };
}
