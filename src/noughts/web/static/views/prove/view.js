/** Whether a strategy can lose: watch the proof run, and step through the line that beats it. */

import { run } from "../../analysis/jobs.js";
import { waitingWords } from "../../analysis/waiting.js";
import { api, strategiesFor, withQuery } from "../../api.js";
import { boardField } from "../../controls/boardfield.js";
import { ProgressPanel } from "../../controls/progresspanel.js";
import { Picker, proveAddress } from "../../controls/strategypicker.js";
import { chips, choice, formPage, h, put } from "../../dom.js";
import { announce, complain, say, sentence } from "../../messages.js";
import { rename } from "../../router.js";
import { gameText, parseGame } from "../../rules.js";
import { isRules } from "../../words.js";
import { gallery } from "./gallery.js";
import { stepWithKeys } from "./losingline.js";
import { progressShare, progressWords } from "./progress.js";
import { seatResult } from "./seatresult.js";

/** @import { OwnStrategy } from "./ownstrategy.js" */
/** @import { RuleSheet } from "./rulesheet.js" */
/** @import { ProofState, Rules } from "../../types.js" */

const BOARDS = ["3,3,3", "4,3,3", "4,4,3", "4,4,4", "7,7,4", "15,15,5"];

/** @type {[string, string][]} */
const SEATS = [
  ["both", "first and second"],
  ["first", "first (X)"],
  ["second", "second (O)"],
];

/** @type {[string, string][]} */
const WHOSE = [["shipped", "a published one"], ["rules", "a list of rules"], ["yours", "your own"]];

const RULES = "rules:"; // how a list of rules is named as a strategy

/** @param {{url: URL}} at @returns {import("../../types.js").Page} */
export function open({ url }) {
  const query = url.searchParams;
  const rules = parseGame(query.get("game") ?? "3,3,3");
  if (!rules) throw new Error("This address names no board.");
  const seat = query.get("seat") ?? "both";
  const strategy = query.get("strategy");
  const list = strategy !== null && isRules(strategy) ? strategy.slice(RULES.length).trim() : query.get("rules");
  const page = new ProvePage(rules, list === null ? strategy : null, SEATS.some(([name]) => name === seat) ? seat : "both");
  if (list !== null) page.turnToRules(list).catch(complain);
  else if (query.has("yours") || hasProgram(url.hash)) page.turnToYours(url.hash).catch(complain);
  return { title: "Prove", element: page.element, leave: () => page.leave() };
}

/** Whether a fragment contains a program. @param {string} hash */
function hasProgram(hash) {
  return hash.startsWith("#program=");
}

class ProvePage {
  /** @param {Rules} rules @param {string | null} strategy @param {string} seat */
  constructor(rules, strategy, seat) {
    this.rules = rules;
    this.seat = seat;
    /** @type {AbortController | null} */
    this.running = null;
    /** @type {string | null} the proof that runs */
    this.proof = null;
    this.gone = new AbortController();
    /** @type {OwnStrategy | null} null while a strategy of the program's is chosen */
    this.yours = null;
    /** @type {RuleSheet | null} */
    this.sheet = null;
    this.wanted = "shipped"; // or "rules" or "yours", while its modules are fetched too
    this.whose = chips("Whose strategy", WHOSE, "shipped", (whose) => this.turnTo(whose));
    this.own = h("div", { hidden: true });
    this.list = h("div", { hidden: true });
    this.moving = choice("Moving", SEATS, this.seat, (seat) => {
      this.seat = seat;
      this.address();
    });
    this.picker = new Picker({ label: "Strategy", value: strategy ?? "weights", changed: () => this.address() });
    this.start = h("button", { type: "submit", class: "button main large" }, "Prove");
    this.progress = new ProgressPanel("Progress of the proof", "Cancel", () => void this.cancel());
    this.results = h("div", { class: "results", id: "results" });
    this.gallery = gallery((name) => {
      if (this.wanted !== "shipped") this.clear("shipped");
      this.picker.set(name);
      void this.run();
      this.start.scrollIntoView({ block: "center" });
    });
    this.element = this.layout();
    stepWithKeys(this.gone.signal);
    const { signal } = this.gone;
    window.addEventListener("hashchange", () => hasProgram(location.hash) && this.turnToYours(location.hash).catch(complain), { signal });
    void this.offer(strategy !== null);
  }

  layout() {
    const form = h(
      "form",
      { class: "panel question", "aria-label": "What to prove" },
      boardField(
        gameText(this.rules),
        (rules) => {
          this.rules = rules;
          void this.offer(false);
          if (this.sheet) this.stop();
          void this.sheet?.board();
        },
        BOARDS,
      ),
      this.whose,
      this.picker.element,
      this.own,
      this.moving,
      this.start,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.run();
    });
    const about =
      "On a small board it plays against every reply; on a large one a search looks for a game that it loses.";
    return formPage("prove", "Can this strategy lose?", about, form, this.progress.element, this.results, this.list, this.gallery.element);
  }

  /** @param {string} whose */
  turnTo(whose) {
    if (whose === "yours") this.turnToYours("").catch(complain);
    else if (whose === "rules") this.turnToRules("").catch(complain);
    else {
      this.clear("shipped");
      this.address();
    }
  }

  /** Put away what was shown for another choice. @param {string} whose */
  clear(whose) {
    this.wanted = whose;
    this.yours = null;
    this.sheet?.leave();
    this.sheet = null;
    this.picker.element.hidden = whose !== "shipped";
    this.own.hidden = whose !== "yours";
    this.list.hidden = whose !== "rules";
    this.moving.hidden = this.start.hidden = whose === "rules";
    put(this.own);
    put(this.list);
    this.stop();
    const chip = /** @type {HTMLInputElement | null} */ (this.whose.querySelector(`[value=${whose}]`));
    if (chip) chip.checked = true; // where it was not pressed
  }

  /** Give up the proof, or put what it has found away. */
  stop() {
    this.running?.abort();
    put(this.results);
    this.progress.hide();
  }

  /** Show the cards: of a list in an address, if there is one. @param {string} list */
  async turnToRules(list) {
    this.clear("rules");
    const { RuleSheet } = await import("./rulesheet.js");
    if (this.wanted !== "rules" || this.gone.signal.aborted) return;
    this.sheet = new RuleSheet({
      rules: () => this.rules,
      place: () => this.place,
      changed: (step) => {
        this.stop();
        rename(this.place, step);
      },
      studied: (known) => {
        this.moving.hidden = this.start.hidden = known;
      },
      signal: this.gone.signal,
    });
    put(this.list, this.sheet.element);
    await this.sheet.open(list);
    if (this.wanted === "rules" && !this.gone.signal.aborted) this.address();
  }

  /** Show the editor; with the program of a link, which does not run by itself. @param {string} hash */
  async turnToYours(hash) {
    this.clear("yours");
    const { OwnStrategy } = await import("./ownstrategy.js");
    if (this.wanted !== "yours" || this.gone.signal.aborted) return;
    this.running?.abort(); // what began meanwhile
    this.yours = new OwnStrategy({ rules: () => this.rules, place: () => this.place, signal: this.gone.signal });
    put(this.own, this.yours.element);
    await this.yours.editor.open(hash);
    if (!this.gone.signal.aborted) this.address();
  }

  /** The address of what is asked. */
  get place() {
    const game = gameText(this.rules);
    if (this.sheet) return withQuery("/prove", { rules: this.sheet.text, game });
    return this.yours ? withQuery("/prove", { yours: 1, game, seat: this.seat }) : proveAddress(this.picker.text, game, this.seat);
  }

  address() {
    rename(this.place);
  }

  /** Offer the strategies of the board, and run what the address asks for. @param {boolean} run */
  async offer(run) {
    const game = gameText(this.rules);
    void this.gallery.show(game);
    try {
      const strategies = await strategiesFor(game);
      if (game !== gameText(this.rules) || this.gone.signal.aborted) return;
      const replaced = this.picker.offer(strategies);
      if (this.wanted !== "shipped") return;
      if (replaced) say(replaced, "trouble");
      else if (run) await this.run();
    } catch (error) {
      complain(error);
    }
  }

  async run() {
    this.running?.abort();
    const running = (this.running = new AbortController());
    this.address();
    put(this.results);
    this.proof = null;
    if (this.yours) {
      await this.runYours(this.yours, running.signal);
      return;
    }
    const strategy = this.sheet ? `${RULES} ${this.sheet.text}` : this.picker.text;
    const question = { strategy, game: gameText(this.rules), seat: this.seat };
    this.wait(null);
    try {
      const proof = await run("proofs", question, running.signal, (each) => {
        this.proof = each.id;
        this.wait(each);
      });
      if (running.signal.aborted) return;
      this.show(proof);
    } catch (error) {
      if (running.signal.aborted) return;
      complain(error);
    }
    this.progress.hide();
  }

  /** @param {OwnStrategy} yours @param {AbortSignal} signal */
  async runYours(yours, signal) {
    const proof = await yours.prove(this.seat, signal, (words, at) => this.progress.show(words, at));
    if (signal.aborted) return;
    this.progress.hide();
    if (proof) yours.show(this.results, proof);
  }

  /** Show how far it is. @param {ProofState | null} proof */
  wait(proof) {
    const at = proof?.progress;
    const words = waitingWords(proof, () => (at ? progressWords(at) : "Starting…"), 0);
    this.progress.show(words, at ? progressShare(at) : null);
  }

  async cancel() {
    this.running?.abort();
    this.progress.hide();
    this.start.focus();
    say("The proof was cancelled");
    if (!this.proof) return;
    try {
      await api.cancel("proofs", this.proof);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {ProofState} proof */
  show({ status, result, problem, strategy, game }) {
    if (!result) {
      say(problem?.detail ?? (status === "cancelled" ? "The proof was cancelled" : "The proof has failed"), "trouble");
      return;
    }
    const seats = /** @type {("first" | "second")[]} */ (Object.keys(result.seats));
    const rules = parseGame(game) ?? this.rules;
    const decide = (/** @type {string} */ position) => api.decision(game, position, strategy, this.gone.signal);
    const sections = seats.map((seat) => {
      const finding = result.seats[seat];
      return finding ? seatResult({ rules, strategy: isRules(strategy) ? "your sheet" : strategy, seat, finding, decide }) : null;
    });
    put(this.results, sections);
    announce(sections.map((section) => sentence(section?.querySelector("h2")?.textContent ?? "")).join(" "));
  }

  leave() {
    this.running?.abort();
    this.gone.abort();
  }
}

