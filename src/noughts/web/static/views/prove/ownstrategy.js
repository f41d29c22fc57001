/** A strategy of the visitor's own: its proof, by Python in this browser. */

import { fullAddress } from "../../addresses.js";
import { button, h, put } from "../../dom.js";
import { t } from "../../language.js";
import { announce, complain, sentence } from "../../messages.js";
import { loadingWords, PythonProblem, python } from "../../python.js";
import { gameText } from "../../rules.js";
import { playProgram } from "../../startgame.js";
import { calledProgram } from "./called.js";
import { Editor } from "./editor.js";
import { canBeFixed, fixOffer } from "./exceptions.js";
import { progressShare, wordsAfter } from "./progress.js";
import { seatResult, spoken } from "./seatresult.js";

/** @import { Rules, SeatsDocument, Side } from "../../types.js" */

const READING = t("Python reads your program");

export class OwnStrategy {
  /** @param {{rules: () => Rules, place: () => string, signal: AbortSignal}} page its board, and the place to link to */
  constructor({ rules, place, signal }) {
    this.rules = rules;
    this.signal = signal;
    this.editor = new Editor({ address: () => fullAddress(place()) });
    this.proved = { rules: rules(), program: this.editor.program }; // what the last proof is of, whatever is edited meanwhile
    this.element = h(
      "div",
      { id: "yours" },
      this.editor.element,
      h(
        "div",
        { class: "actions" },
        button(t("Play against it"), () => void this.play("O"), { "data-action": "play" }),
        button(t("Let it begin"), () => void this.play("X")),
        this.editor.share,
      ),
    );
    python.start(); // so that the first verdict need not wait for it
  }

  /**
   * Return the proof of the program, or null where it has an error, which the editor shows.
   * @param {string} seat
   * @param {AbortSignal} signal
   * @param {(words: string, at: {done: number, of: number} | null) => void} wait
   * @returns {Promise<SeatsDocument | null>}
   */
  async prove(seat, signal, wait) {
    const began = performance.now();
    this.proved = { rules: this.rules(), program: this.editor.program };
    const asked = { ...this.proved.program, game: gameText(this.proved.rules), seat };
    this.editor.clear();
    wait(python.ready ? READING : t("Python is being started"), null);
    try {
      return await python.ask("program_proof", asked, {
        signal,
        loading: (loading) => wait(loadingWords(loading), loading.done < loading.of ? loading : null),
        started: () => wait(READING, null),
        progress: (at) => wait(wordsAfter(at, (performance.now() - began) / 1000), progressShare(at)),
      });
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof PythonProblem) this.editor.complain(error.message, this.proved.rules);
      else complain(error);
      return null;
    }
  }

  /** Show a proof in the place of the results. @param {Element} place @param {SeatsDocument} proof */
  show(place, { seats, read, unlisted }) {
    const { rules, program } = this.proved;
    const { signal } = this;
    const sections = /** @type {("first" | "second")[]} */ (Object.keys(seats)).flatMap((seat) => {
      const finding = seats[seat];
      /** @param {string} position */
      const decide = (position) =>
        python.ask("program_decision", { ...program, game: gameText(rules), position }, { signal: this.signal });
      if (!finding) return [];
      const section = seatResult({ rules, called: calledProgram(), seat, finding, decide });
      if (finding.losing_line && canBeFixed(rules)) {
        const asked = { ...program, game: gameText(rules), seat };
        section.append(fixOffer(rules, async () => (await python.ask("program_fix", asked, { signal })).seats[seat]));
      }
      return [section];
    });
    const notes = [
      read && t("Read as: {how}", { how: read }),
      unlisted && t("Its random numbers: {how}", { how: unlisted }),
    ].filter(Boolean);
    put(
      place,
      sections,
      notes.map((note) => h("p", { class: "quiet-text" }, sentence(String(note)))),
    );
    announce(spoken(place));
  }

  /** Begin a game against the program. @param {Side} side that it plays */
  async play(side) {
    try {
      await playProgram(gameText(this.rules()), { ...this.editor.program, side });
    } catch (error) {
      complain(error);
    }
  }
}
