/** Whether a strategy can lose: watch the proof run, and step through the line that beats it. */

import { ask } from "../../analysis/jobs.ts";
import { waitingWords } from "../../analysis/question.ts";
import { api, levelsFor, strategiesFor, withQuery } from "../../api.ts";
import { boardField } from "../../controls/boardfield.ts";
import { Picker, proveAddress } from "../../controls/strategypicker.ts";
import { button, chips, choice, formPage, h, put, quiet } from "../../dom.ts";
import { t } from "../../language.ts";
import { announce, complain, say } from "../../messages.ts";
import { rename } from "../../router.ts";
import { CONNECT_FOUR, gameText, gameWords, parseGame } from "../../rules.ts";
import { beginGame } from "../../startgame.ts";
import { keepLevel } from "../../store.ts";
import type { Job, Page, Rules, SeatsDocument } from "../../types.ts";
import { isRules, RULES, strategyTitle } from "../../words.ts";
import type { Called } from "./called.ts";
import { calledProgram, calledSheet, calledStrategy, seatWords } from "./called.ts";
import { gallery } from "./gallery.ts";
import { OwnStrategy } from "./ownstrategy.ts";
import { ProgressPanel, progressShare, wordsAfter } from "./progress.ts";
import { RuleSheet } from "./rulesheet.ts";
import { seatResult, spoken } from "./seatresult.ts";

const BESIDE = "(min-width: 60rem)"; // where a program and its verdict stand side by side: so in style.css

const BOARDS = ["3,3,3", CONNECT_FOUR, "4,3,3", "4,4,3", "4,4,4", "15,15,5"];

const SEATS: [string, string][] = [
  ["both", t("first and second")],
  ["first", t("first (X)")],
  ["second", t("second (O)")],
];

const WHOSE: [string, string][] = [
  ["shipped", t("a published one")],
  ["rules", t("a list of rules")],
  ["yours", t("your own")],
];

export function open({ url }: { url: URL }): Page {
  const query = url.searchParams;
  const rules = parseGame(query.get("game") ?? "3,3,3");
  if (!rules) throw new Error(t("This address names no board."));
  const seat = query.get("seat") ?? "both";
  const strategy = query.get("strategy");
  const list = strategy !== null && isRules(strategy) ? strategy.slice(RULES.length).trim() : query.get("rules");
  const page = new ProvePage(
    rules,
    list === null ? strategy : null,
    SEATS.some(([name]) => name === seat) ? seat : "both",
    query.get("level"),
  );
  if (list !== null) page.turnToRules(list).catch(complain);
  else if (query.has("yours") || hasProgram(url.hash)) page.turnToYours(url.hash).catch(complain);
  return { title: t("Prove"), element: page.element, leave: () => page.leave() };
}

/** Whether a fragment contains a program. */
function hasProgram(hash: string) {
  return hash.startsWith("#program=");
}

/** Let the arrow keys step through a losing line: the one with the focus, else the first. */
function stepWithKeys(signal: AbortSignal) {
  document.addEventListener(
    "keydown",
    (event) => {
      const focused = event.target instanceof Element ? event.target.closest(".losing, .finding") : null;
      const box = focused?.closest(".losing") ?? focused?.querySelector(".losing") ?? document.querySelector(".losing");
      box?.dispatchEvent(new CustomEvent("keys", { detail: event }));
    },
    { signal },
  );
}

class ProvePage {
  running: AbortController | null = null;
  gone = new AbortController();
  /** Null while a strategy of the program's is chosen. */
  yours: OwnStrategy | null = null;
  sheet: RuleSheet | null = null;
  wanted = "shipped";
  readonly whose = chips(t("Whose strategy"), WHOSE, "shipped", (whose) => this.turnTo(whose));
  readonly own = h("div", { hidden: true });
  readonly list = h("div", { hidden: true });
  readonly moving: HTMLLabelElement;
  readonly picker: Picker;
  readonly start = h(
    "button",
    { type: "submit", class: "button main large", "aria-keyshortcuts": "Control+Enter" },
    t("Prove"),
  );
  readonly progress = new ProgressPanel(t("Progress of the proof"), t("Cancel"), () => this.cancel());
  readonly results = h("div", { class: "results", id: "results" });
  readonly proved = h("div", { class: "proved-words" });
  readonly beat = button(t("Play against it"), () => void this.play(), { class: "button small" });
  readonly folded = h(
    "div",
    { class: "panel folded", hidden: true },
    this.proved,
    button(t("Change"), () => this.change(), { class: "button small" }),
    this.beat,
  );
  readonly gallery = gallery((name, level) => {
    if (this.wanted !== "shipped") this.clear("shipped");
    this.picker.set(name);
    this.level = level;
    void this.run();
  });
  readonly form: HTMLFormElement;
  readonly element: HTMLDivElement;

  constructor(
    public rules: Rules,
    strategy: string | null,
    public seat: string,
    public level: string | null,
  ) {
    this.moving = choice(t("Moving"), SEATS, this.seat, (seat) => {
      this.seat = seat;
      this.address();
    });
    const changed = () => {
      this.level = null;
      this.address();
    };
    this.picker = new Picker(t("Strategy"), strategy ?? "weights", changed, [], true);
    this.form = this.question();
    this.element = this.layout();
    stepWithKeys(this.gone.signal);
    const { signal } = this.gone;
    window.addEventListener(
      "hashchange",
      () => hasProgram(location.hash) && this.turnToYours(location.hash).catch(complain),
      { signal },
    );
    void this.offer(strategy !== null);
  }

  question() {
    const form = h(
      "form",
      { class: "panel question", "aria-label": t("What to prove") },
      boardField(
        this.rules,
        (rules) => {
          this.rules = rules;
          this.level = null;
          this.stop();
          void this.offer(false);
          void this.sheet?.board();
        },
        { boards: BOARDS },
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
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || this.start.hidden) return;
      event.preventDefault();
      form.requestSubmit();
    });
    return form;
  }

  layout() {
    return formPage(
      "prove",
      t("Can this strategy lose?"),
      t("On a small board it plays against every reply; on a large one a search looks for a game that it loses."),
      this.form,
      this.folded,
      this.progress.element,
      this.results,
      h(
        "p",
        { class: "panel quiet-text awaited" },
        t("The verdict on your program comes here, with a game that beats it if there is one."),
      ),
      this.list,
      this.gallery.element,
    );
  }

  /** Whether a program is edited beside its verdict. */
  get beside() {
    return this.yours !== null && matchMedia(BESIDE).matches;
  }

  /** Fold the form to a line that says what was proved. @param behind the strategy of a level */
  fold(called: Called, behind: string = "") {
    const values = { strategy: called.start, board: gameWords(this.rules) };
    const { seat } = this;
    const both = seat === "both" || this.sheet?.study?.seats;
    const words = both
      ? t("{strategy} on {board}, moving first and second", values)
      : t("{strategy} on {board}, moving {seat}", { ...values, seat: seatWords(seat as "first" | "second") });
    put(this.proved, h("p", {}, words), behind && quiet(behind));
    this.form.hidden = true;
    this.folded.hidden = false;
    this.beat.hidden = this.sheet !== null; // the sheet has its own
  }

  /** Show the form again. */
  unfold() {
    this.form.hidden = false;
    this.folded.hidden = true;
  }

  /** Let the visitor ask something else. */
  change() {
    this.unfold();
    const chosen =
      this.yours?.editor.text ??
      (this.sheet ? this.whose.querySelector("input:checked") : this.picker.element.querySelector("select"));
    if (chosen instanceof HTMLElement) chosen.focus({ preventScroll: true });
    this.form.scrollIntoView({ block: "nearest" });
  }

  /** Bring the verdict into view, with the focus on it. */
  look() {
    this.folded.scrollIntoView();
    (this.results.querySelector("h2") as HTMLElement | null)?.focus({ preventScroll: true });
  }

  /** Begin a game against the strategy that was proved. */
  play() {
    if (this.yours) return this.yours.play("O");
    const asked = { game: gameText(this.rules), x: "human", o: this.picker.text };
    return beginGame(asked, (id) => keepLevel(id, this.level));
  }

  turnTo(whose: string) {
    if (whose === "yours") this.turnToYours("").catch(complain);
    else if (whose === "rules") this.turnToRules("").catch(complain);
    else {
      this.clear("shipped");
      this.address();
    }
  }

  /** Put away what was shown for another choice. */
  clear(whose: string) {
    this.wanted = whose;
    this.yours = null;
    this.sheet?.leave();
    this.sheet = null;
    this.picker.element.hidden = whose !== "shipped";
    this.own.hidden = whose !== "yours";
    this.element.classList.toggle("workbench", whose === "yours");
    this.list.hidden = whose !== "rules";
    this.moving.hidden = this.start.hidden = whose === "rules";
    put(this.own);
    put(this.list);
    this.stop();
    this.unfold();
    const chip = this.whose.querySelector(`[value=${whose}]`) as HTMLInputElement | null;
    if (chip) chip.checked = true; // where it was not pressed
  }

  /** Give up the proof, or put what it has found away. */
  stop() {
    this.running?.abort();
    put(this.results);
    this.progress.hide();
  }

  /** Show the cards: of a list in an address, if there is one. */
  async turnToRules(list: string) {
    this.clear("rules");
    this.sheet = new RuleSheet(
      () => this.rules,
      () => this.place,
      (step) => {
        this.stop();
        if (!this.start.hidden) this.unfold(); // where the verdict is not known at once
        rename(this.place, step);
      },
      (known, linked) => {
        this.moving.hidden = this.start.hidden = known;
        if (!known || !linked) return;
        this.fold(calledSheet());
        this.folded.scrollIntoView();
      },
      this.gone.signal,
    );
    put(this.list, this.sheet.element);
    await this.sheet.open(list);
    if (this.wanted === "rules" && !this.gone.signal.aborted) this.address();
  }

  /** Show the editor; with the program of a link, which does not run by itself. */
  async turnToYours(hash: string) {
    this.clear("yours");
    this.yours = new OwnStrategy(
      () => this.rules,
      () => this.place,
      this.gone.signal,
    );
    put(this.own, this.yours.element);
    await this.yours.editor.open(hash, this.rules.gravity);
    if (!this.gone.signal.aborted) this.address();
  }

  /** The address of what is asked. */
  get place() {
    const game = gameText(this.rules);
    if (this.sheet) return withQuery("/prove", { rules: this.sheet.text, game });
    if (this.yours) return withQuery("/prove", { yours: 1, game, seat: this.seat });
    return proveAddress(this.picker.text, game, this.seat, this.level);
  }

  address() {
    rename(this.place);
  }

  /** Offer the strategies of the board, and run what the address asks for. */
  async offer(run: boolean) {
    const game = gameText(this.rules);
    void this.gallery.show(game);
    try {
      const [strategies, levels] = await Promise.all([strategiesFor(game), levelsFor(game)]);
      if (game !== gameText(this.rules) || this.gone.signal.aborted) return;
      const replaced = this.picker.offer(strategies);
      if (!levels.some(({ name, strategy }) => name === this.level && strategy === this.picker.text)) this.level = null;
      if (this.wanted !== "shipped") return;
      if (replaced && run) say(replaced, "trouble");
      else if (run) await this.run();
    } catch (error) {
      complain(error);
    }
  }

  async run() {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    this.address();
    put(this.results);
    if (this.yours) {
      await this.runYours(this.yours, running.signal);
      return;
    }
    const strategy = this.sheet ? `${RULES} ${this.sheet.text}` : this.picker.text;
    const question = { strategy, game: gameText(this.rules), seat: this.seat };
    this.wait(null);
    try {
      const proof = await ask("proof", question, running.signal, (job) => this.wait(job));
      this.show(proof, question);
    } catch (error) {
      if (running.signal.aborted) return;
      this.unfold();
      complain(error);
    }
    this.progress.hide();
  }

  async runYours(yours: OwnStrategy, signal: AbortSignal) {
    const proof = await yours.prove(this.seat, signal, (words, at) => this.progress.show(words, at));
    if (signal.aborted) return;
    this.progress.hide();
    if (!proof) {
      this.unfold();
      put(this.results, yours.editor.fault); // where a verdict would be
      yours.editor.fault.scrollIntoView({ block: "nearest" });
      return;
    }
    yours.show(this.results, proof);
    if (this.beside) {
      this.results.querySelector("h2")?.scrollIntoView({ block: "nearest" }); // the focus stays in the program
      return;
    }
    this.fold(calledProgram());
    this.look();
  }

  /** Show how far it is. */
  wait(job: Job<SeatsDocument> | null) {
    const at = job?.progress;
    const words = waitingWords(job, () => (at ? wordsAfter(at, at.seconds) : t("Starting…")), 0);
    this.progress.show(words, at ? progressShare(at) : null);
  }

  cancel() {
    this.running?.abort();
    this.progress.hide();
    this.unfold();
    this.start.focus();
    say(t("The proof was cancelled"));
  }

  show(result: SeatsDocument, { strategy, game }: { strategy: string; game: string }) {
    const seats = Object.keys(result.seats) as ("first" | "second")[];
    const rules = parseGame(game) ?? this.rules;
    const decide = (position: string) => api.decision(game, position, strategy, this.gone.signal);
    const called = isRules(strategy) ? calledSheet() : calledStrategy(strategy, this.level);
    const sections = seats.map((seat) => {
      const finding = result.seats[seat];
      return finding ? seatResult({ rules, called, seat, finding, decide }) : null;
    });
    put(this.results, sections);
    announce(spoken(this.results));
    this.fold(called, this.level ? strategyTitle(strategy) : "");
    this.look();
  }

  leave() {
    this.running?.abort();
    this.gone.abort();
  }
}
