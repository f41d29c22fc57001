/** What there is to know of a position: why a strategy moves there, and what is true. Two panels, and marks. */

import { api, strategiesFor } from "../api.js";
import { h, panel, put, toggle } from "../dom.js";
import { t } from "../language.js";
import { complain, ended, sentence } from "../messages.js";
import { gameText, parseCell, positionText } from "../rules.js";
import { prefer, preference } from "../store.js";
import { decisionMarks, decisionWords, workings } from "./decision.js";
import { ask } from "./jobs.js";
import { scoreLegend, truthLegend } from "./legend.js";
import { LatestQuestion } from "./question.js";
import { mergedMarks, truthMarks, truthWords } from "./values.js";
import { searchWords, Waiting } from "./waiting.js";

/** @import { Child } from "../dom.js" */
/** @import { ChosenMove, ExactValues, Job, Mark, MoveMade, Rules, Stone, View } from "../types.js" */

/**
 * A strategy's choice: in which position, and what it played there, if it did.
 * @typedef {{strategy: string, stones: Stone[], played?: string}} StrategyChoice
 */

/** Up to so many cells exact values are there at once, or within a second. */
const WITHIN_REACH = 16;

export class AnalysisPanels {
  /**
   * @param {Rules} rules
   * @param {{always: boolean, scores?: boolean, more?: Child, changed: () => void}} options
   * `always`: the page is there for these panels: what is true comes first, and `scores` are for a strategy that was
   * asked for; `more`: what stands below what is true; `changed`: there is something else to show
   */
  constructor(rules, { always, scores = false, more = null, changed }) {
    this.rules = rules;
    this.always = always;
    this.more = more;
    this.changed = changed;
    this.withinReach = rules.m * rules.n <= WITHIN_REACH;
    const reached = this.withinReach && !scores;
    this.scores = always ? scores : preference("scores", "off") === "on";
    this.truth = always && preference("truth", reached ? "on" : "off") === "on"; // in the next game they are off again
    /** @type {LatestQuestion<{decision: ChosenMove, view: View}>} */
    this.decision = new LatestQuestion(changed, (error) => this.failed(this.reason, this.deciding, error));
    /** @type {LatestQuestion<ExactValues>} */
    this.values = new LatestQuestion(
      changed,
      (error) => this.failed(this.truthLine, this.searching, error),
      (job) => this.searching.hear(job),
    );
    this.deciding = this.waiting(this.decision, (_, seconds) =>
      t("Asking: {seconds} s", { seconds: seconds.toFixed(0) }),
    );
    this.searching = this.waiting(this.values, searchWords);
    /** @type {LatestQuestion<ExactValues>} what the position was worth before the move that is looked at */
    this.earlier = new LatestQuestion(changed, () => {});
    this.before = h("p", { id: "before" });
    this.reason = h("p", { id: "reason", "aria-live": always ? "polite" : null });
    this.saw = h("p", { class: "quiet-text" });
    this.seen = h("details", { id: "saw" }, h("summary", {}, t("What the computer saw")), this.saw);
    this.work = h("div", { id: "workings" });
    this.truthLine = h("p", { id: "truth", "aria-live": "polite" });
    this.legends = { scores: scoreLegend(), truth: truthLegend() };
    this.scoreSwitch = this.switch("scores", t("Scores on the board"));
    this.told = h("div", { class: "results" }); // what a strategy would do
    /** @type {number[]} where a line can be completed after the move that is looked at */
    this.linesEnd = [];
  }

  /** Return the panels; some things may stand above the reason. @param {...Child} above */
  panels(...above) {
    const { reason, seen, work, legends, told } = this;
    const values = this.switch("truth", t("Exact values on the board"));
    const truth = panel(
      t("Exact values"),
      { id: "truth-panel" },
      values,
      this.before,
      this.truthLine,
      this.searching.element,
      this.more,
      legends.truth,
    );
    if (!this.always) {
      const why = { id: "why" };
      return [panel(t("Why"), why, reason, seen, this.deciding.element, this.scoreSwitch, legends.scores, work), truth];
    }
    put(told, ...above, reason, seen, this.deciding.element, legends.scores, work);
    return [
      truth,
      panel(
        t("What would a strategy play?"),
        { id: "why" },
        this.switch("scores", t("A strategy's scores on the board")),
        told,
      ),
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

  /** @param {"scores" | "truth"} name @param {string} label */
  switch(name, label) {
    return toggle(label, this[name], (on) => {
      this[name] = on;
      if (name === (this.always ? "truth" : "scores")) prefer(name, on ? "on" : "off");
      this.changed();
    });
  }

  /**
   * Look at a strategy's choice, and at what the stones on the board are worth.
   * @param {{thought: StrategyChoice | null, words: string | null, made?: MoveMade | undefined, stones: Stone[] | null, earlier?: Stone[] | null}} at
   * `thought`: null where its scores are not those of the move; `words`: what to say, if it is known; `made`: the move
   * that it is about; `stones`: null where the game is over; `earlier`: the stones before the move
   */
  look({ thought, words, made, stones, earlier = null }) {
    const game = gameText(this.rules);
    const before = thought && this.scores ? positionText(this.rules, thought.stones) : null;
    const strategy = thought?.strategy ?? "";
    this.scoreSwitch.hidden = !thought;
    const was = earlier && this.truth && this.withinReach ? positionText(this.rules, earlier) : null;
    this.earlier.ask(was, (signal, heard) => ask("values", { game, position: was ?? "" }, signal, heard));
    this.decision.ask(before && `${strategy} ${before}`, (signal) => decide(game, before ?? "", strategy, signal));
    const now = stones && this.truth ? positionText(this.rules, stones) : null;
    this.values.ask(now, (signal, heard) => ask("values", { game, position: now ?? "" }, signal, heard));
    this.deciding.show(this.decision);
    this.searching.show(this.values);

    const { decision, view } = this.decision.answer ?? { decision: null, view: null };
    const stopped = this.decision.key !== null && !this.decision.asking;
    this.legends.scores.hidden = !this.scores || !decision?.scores;
    this.legends.truth.hidden = !this.truth || this.values.answer?.value === null;
    this.told.hidden = !this.scores;
    this.linesEnd = (stones && made?.lines_end.map((name) => parseCell(this.rules, name))) || [];
    const known = words && ended(words);
    this.reason.textContent =
      known ?? (decision && thought ? decisionWords(decision, thought.stones) : stopped ? "" : t("Asking…"));
    const numbers = made?.saw ?? decision?.saw ?? "";
    this.saw.textContent = numbers && sentence(numbers);
    this.seen.hidden = !numbers;
    const another = decision && thought?.played && !decision.moves.includes(thought.played);
    put(
      this.work,
      decision && thought && workings(this.rules, thought.stones, decision, view),
      another &&
        h("p", { class: "quiet-text" }, t("It errs at random: here it has drawn other errors than at its move.")),
    );
    const values = this.values.answer;
    const worth = made && this.earlier.answer?.value && truthWords(this.earlier.answer);
    this.before.textContent = worth
      ? t("Before {side} {cell}: {worth}", { side: made.side, cell: made.cell, worth })
      : "";
    const off = this.always && !this.truth && !this.withinReach && stones;
    const none = off ? t("On a board of this size exact values take a search, which may not find them.") : "";
    this.truthLine.textContent = values ? truthWords(values) : this.values.asking ? t("Asking…") : none;
  }

  /** Return what to mark on the board. @returns {Map<number, Mark>} */
  get marks() {
    const { decision, view } = this.decision.answer ?? { decision: null, view: null };
    const values = this.values.answer;
    /** @type {Map<number, Mark>} */
    const threats = new Map(this.linesEnd.map((cell) => [cell, { threat: true }]));
    return mergedMarks(
      threats,
      this.scores && decision ? decisionMarks(this.rules, decision, view) : null,
      values ? truthMarks(this.rules, values) : null,
    );
  }

  leave() {
    this.decision.stop();
    this.values.stop();
    this.earlier.stop();
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
