/** What there is to know of a position: why a strategy moves there, and what is true. Two panels, and marks. */

import { api, strategiesFor } from "../api.js";
import { h, panel, put, toggle } from "../dom.js";
import { t } from "../language.js";
import { complain, ended, sentence } from "../messages.js";
import { gameText, positionText } from "../rules.js";
import { prefer, preference } from "../store.js";
import { decisionMarks, decisionWords, workings } from "./decision.js";
import { ask } from "./jobs.js";
import { scoreLegend, truthLegend } from "./legend.js";
import { LatestQuestion } from "./question.js";
import { reasonWords } from "./reasons.js";
import { mergedMarks, truthMarks, truthWords } from "./values.js";
import { searchWords, Waiting } from "./waiting.js";

/** @import { Child } from "../dom.js" */
/** @import { ChosenMove, ExactValues, Job, Mark, MoveMade, Rules, Stone, View } from "../types.js" */

/**
 * A strategy's choice: in which position, and what it played there, if it did.
 * @typedef {{strategy: string, stones: Stone[], played?: string}} StrategyChoice
 */

export class AnalysisPanels {
  /**
   * @param {Rules} rules
   * @param {{always: boolean, changed: () => void}} options
   * `always`: ask for the decision even where its scores are not to be shown, for its reason;
   * `changed`: there is something else to show
   */
  constructor(rules, { always, changed }) {
    this.rules = rules;
    this.always = always;
    this.changed = changed;
    this.scores = preference(this.name("scores"), always ? "on" : "off") === "on";
    this.truth = always && preference("truth", "off") === "on"; // in the next game they are off again
    /** @type {LatestQuestion<{decision: ChosenMove, view: View}>} */
    this.decision = new LatestQuestion(changed, (error) => this.failed(this.reason, this.deciding, error));
    /** @type {LatestQuestion<ExactValues>} */
    this.values = new LatestQuestion(
      changed,
      (error) => this.failed(this.truthLine, this.searching, error),
      (job) => this.searching.hear(job),
    );
    this.deciding = this.waiting(this.decision, (_, seconds) => `Asking: ${seconds.toFixed(0)} s`);
    this.searching = this.waiting(this.values, searchWords);
    this.reason = h("p", { id: "reason", "aria-live": always ? "polite" : null });
    this.saw = h("p", { class: "quiet-text" });
    this.seen = h("details", { id: "saw" }, h("summary", {}, t("What the computer saw")), this.saw);
    this.work = h("div", { id: "workings" });
    this.truthLine = h("p", { id: "truth", "aria-live": "polite" });
    this.legends = { scores: scoreLegend(), truth: truthLegend() };
  }

  /** Return the panels; some things may stand above the reason. @param {...Child} above */
  panels(...above) {
    return [
      panel("Why", { id: "why" }, ...above, this.reason, this.seen, this.deciding.element, this.switch("scores", "Scores on the board"), this.legends.scores, this.work),
      panel("Truth", { id: "truth-panel" }, this.switch("truth", "Exact values on the board"), this.truthLine, this.searching.element, this.legends.truth),
    ];
  }

  /**
   * @param {LatestQuestion<any>} latest
   * @param {(job: Job<any> | null, seconds: number) => string} words
   */
  waiting(latest, words) {
    const stop = () => {
      latest.giveUp();
      this.changed();
      waiting.stop();
    };
    const again = () => {
      latest.stop();
      this.changed();
    };
    const waiting = new Waiting({ words, stop, again });
    return waiting;
  }

  /** @param {HTMLElement} line @param {Waiting} waiting @param {unknown} error */
  failed(line, waiting, error) {
    line.textContent = "";
    waiting.end();
    complain(error);
  }

  /** The name of a preference: the scores of a page that is there to show them are another one. @param {string} what */
  name(what) {
    return this.always && what === "scores" ? "explored-scores" : what;
  }

  /** @param {"scores" | "truth"} name @param {string} label */
  switch(name, label) {
    return toggle(label, this[name], (on) => {
      this[name] = on;
      if (this.always || name === "scores") prefer(this.name(name), on ? "on" : "off");
      this.changed();
    });
  }

  /**
   * Look at a strategy's choice, and at what the stones on the board are worth.
   * @param {{thought: StrategyChoice | null, words: string | null, made?: MoveMade, stones: Stone[] | null}} at
   * `words`: what to say, if it is known; `made`: the move that it is about; `stones`: null where the game is over
   */
  look({ thought, words, made, stones }) {
    const game = gameText(this.rules);
    const before = thought && (this.always || this.scores) ? positionText(this.rules, thought.stones) : null;
    const strategy = thought?.strategy ?? "";
    this.decision.ask(before && `${strategy} ${before}`, (signal) => decide(game, before ?? "", strategy, signal));
    const now = stones && this.truth ? positionText(this.rules, stones) : null;
    this.values.ask(now, (signal, heard) => ask("values", { game, position: now ?? "" }, signal, heard));
    this.deciding.show(this.decision);
    this.searching.show(this.values);

    const { decision, view } = this.decision.answer ?? { decision: null, view: null };
    const stopped = this.decision.key !== null && !this.decision.asking;
    this.legends.scores.hidden = !this.scores || !decision?.scores;
    this.legends.truth.hidden = !this.values.answer?.known;
    const known = words && ended(made?.reason ? `${words}: ${reasonWords(made.reason)}` : words);
    this.reason.textContent = known ?? (decision && thought ? decisionWords(this.rules, decision, thought.stones) : stopped ? "" : "Asking…");
    const numbers = made?.saw ?? decision?.saw ?? "";
    this.saw.textContent = numbers && sentence(numbers);
    this.seen.hidden = !numbers;
    const another = decision && thought?.played && !decision.moves.includes(thought.played);
    put(
      this.work,
      decision && thought && workings(this.rules, thought.stones, decision, view),
      another && h("p", { class: "quiet-text" }, "It draws random errors: this is another draw than that of its move."),
    );
    const values = this.values.answer;
    this.truthLine.textContent = values ? truthWords(values) : this.values.asking ? "Asking…" : "";
  }

  /** Return what to mark on the board. @returns {Map<number, Mark>} */
  get marks() {
    const { decision, view } = this.decision.answer ?? { decision: null, view: null };
    const values = this.values.answer;
    return mergedMarks(
      this.scores && decision ? decisionMarks(this.rules, decision, view) : null,
      values ? truthMarks(this.rules, values) : null,
    );
  }

  leave() {
    this.decision.stop();
    this.values.stop();
    this.deciding.end();
    this.searching.end();
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
