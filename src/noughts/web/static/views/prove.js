/** Whether a strategy can lose: watch the proof run, and step through the line that beats it. */

import { api } from "../api.js";
import { button, choice, h, put } from "../dom.js";
import { announce, complain, say, sentence } from "../messages.js";
import { gallery } from "../parts/gallery.js";
import { boardField } from "../parts/newgame.js";
import { seatResult, stepWithKeys } from "../parts/finding.js";
import { runProof } from "../parts/proofs.js";
import { Picker, proveAddress, strategiesFor } from "../parts/strategies.js";
import { rename } from "../router.js";
import { gameText, parseGame } from "../rules.js";
import { grouped } from "../words.js";

/** @import { MeasureProgress, Proof, ProofProgress, Rules } from "../types.js" */

const BOARDS = ["3,3,3", "4,3,3", "4,4,3", "4,4,4"];

/** @type {[string, string][]} */
const SEATS = [
  ["both", "first and second"],
  ["first", "first (X)"],
  ["second", "second (O)"],
];

/** @param {{url: URL}} at @returns {import("../types.js").Page} */
export function open({ url }) {
  const query = url.searchParams;
  const rules = parseGame(query.get("game") ?? "3,3,3");
  if (!rules) throw new Error("This address names no board.");
  const seat = query.get("seat") ?? "both";
  const page = new ProvePage(rules, query.get("strategy"), SEATS.some(([name]) => name === seat) ? seat : "both");
  return { title: "Prove", element: page.element, leave: () => page.leave() };
}

/** @param {ProofProgress | MeasureProgress} at */
function progressWords(at) {
  const far =
    "ply" in at
      ? `ply ${at.ply} of ${at.plies}, ${grouped(at.positions)} positions`
      : `${grouped(at.games)} of ${grouped(at.of)} games`;
  return `Moving ${at.seat}: ${far}, ${at.seconds.toFixed(1)} s`;
}

/** @param {Proof | null} proof */
function waitingWords(proof) {
  if (proof?.status !== "queued") return "Starting…";
  return proof.ahead ? `Waiting its turn: ${proof.ahead} before it` : "Waiting its turn: it is the next one";
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
    this.picker = new Picker({ label: "Strategy", value: strategy ?? "weights", changed: () => this.address() });
    this.start = h("button", { type: "submit", class: "button main large" }, "Prove");
    this.progress = h("div", { class: "panel progress", id: "progress", hidden: true });
    this.results = h("div", { class: "results", id: "results" });
    this.gallery = gallery((name) => {
      this.picker.set(name);
      void this.run();
      this.start.scrollIntoView({ block: "center" });
    });
    this.element = this.layout();
    stepWithKeys(this.gone.signal);
    void this.offer(strategy !== null);
  }

  layout() {
    const form = h(
      "form",
      { class: "panel prove-form", "aria-label": "What to prove" },
      boardField(
        gameText(this.rules),
        (rules) => {
          this.rules = rules;
          void this.offer(false);
        },
        BOARDS,
      ),
      this.picker.element,
      choice("Moving", SEATS, this.seat, (seat) => {
        this.seat = seat;
        this.address();
      }),
      this.start,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.run();
    });
    return h(
      "div",
      { class: "page narrow", "data-view": "prove" },
      h(
        "div",
        { class: "hero" },
        h("h1", {}, "Can this strategy lose?"),
        h("p", {}, "It is played against every reply and over every tie: either it never loses, or here is the line that beats it."),
      ),
      form,
      this.progress,
      this.results,
      this.gallery.element,
    );
  }

  address() {
    rename(proveAddress(this.picker.text, gameText(this.rules), this.seat));
  }

  /** Offer the strategies of the board, and run what the address asks for. @param {boolean} run */
  async offer(run) {
    const game = gameText(this.rules);
    void this.gallery.show(game);
    try {
      const strategies = await strategiesFor(game);
      if (game !== gameText(this.rules)) return;
      const replaced = this.picker.offer(strategies);
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
    const question = { strategy: this.picker.text, game: gameText(this.rules), seat: this.seat };
    this.wait(null);
    try {
      const proof = await runProof(question, running.signal, (each) => {
        this.proof = each.id;
        this.wait(each);
      });
      if (running.signal.aborted) return;
      this.show(proof);
    } catch (error) {
      if (running.signal.aborted) return;
      complain(error);
    }
    this.progress.hidden = true;
  }

  /** Show how far it is. @param {Proof | null} proof */
  wait(proof) {
    const at = proof?.progress;
    this.progress.hidden = false;
    let bar = this.progress.querySelector("progress");
    if (!bar) {
      bar = h("progress", { "aria-label": "Progress of the proof" });
      put(this.progress, bar, h("p", {}), button("Cancel", () => void this.cancel()));
    }
    if (at) [bar.max, bar.value] = "ply" in at ? [at.plies, at.ply] : [at.of, at.games];
    else bar.removeAttribute("value");
    const line = this.progress.querySelector("p");
    if (line) line.textContent = at ? progressWords(at) : waitingWords(proof);
  }

  async cancel() {
    this.running?.abort();
    this.progress.hidden = true;
    this.start.focus();
    say("The proof was cancelled");
    if (!this.proof) return;
    try {
      await api.cancel(this.proof);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Proof} proof */
  show({ status, result, problem, strategy, game }) {
    if (!result) {
      say(problem?.detail ?? (status === "cancelled" ? "The proof was cancelled" : "The proof has failed"), "trouble");
      return;
    }
    const seats = /** @type {("first" | "second")[]} */ (Object.keys(result.seats));
    const rules = parseGame(game) ?? this.rules;
    const sections = seats.map((seat) => {
      const finding = result.seats[seat];
      return finding ? seatResult({ rules, strategy, seat, finding, signal: this.gone.signal }) : null;
    });
    put(this.results, sections);
    announce(sections.map((section) => sentence(section?.querySelector("h2")?.textContent ?? "")).join(" "));
  }

  leave() {
    this.running?.abort();
    this.gone.abort();
  }
}

