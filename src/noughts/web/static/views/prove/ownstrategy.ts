/** A strategy of the visitor's own: its proof, by Python in this browser. */

import { fullAddress } from "../../addresses.ts";
import { button, h, put, quiet } from "../../dom.ts";
import { t } from "../../language.ts";
import { announce, complain, sentence } from "../../messages.ts";
import { loadingWords, PythonProblem, python } from "../../python.ts";
import { gameText } from "../../rules.ts";
import { playProgram } from "../../startgame.ts";
import type { Rules, SeatsDocument, Side } from "../../types.ts";
import { calledProgram } from "./called.ts";
import { checklist } from "./checklist.ts";
import { Editor } from "./editor.ts";
import type { FixedProgram } from "./exceptions.ts";
import { canBeFixed, fixOffer } from "./exceptions.ts";
import { progressShare, wordsAfter } from "./progress.ts";
import { seatResult, spoken } from "./seatresult.ts";

const READING = t("Python reads your program");

export class OwnStrategy {
  readonly editor: Editor;
  proved: { rules: Rules; program: { source: string; read: string | null } };
  readonly element: HTMLDivElement;

  /** @param rules its board @param place to link to */
  constructor(
    readonly rules: () => Rules,
    place: () => string,
    readonly signal: AbortSignal,
  ) {
    this.editor = new Editor(() => fullAddress(place()));
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

  /** Return the proof of the program, or null where it has an error, which the editor shows. */
  async prove(
    seat: string,
    signal: AbortSignal,
    wait: (words: string, at: { done: number; of: number } | null) => void,
  ): Promise<SeatsDocument | null> {
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
      if (error instanceof PythonProblem) this.editor.complain(error, this.proved.rules);
      else complain(error);
      return null;
    }
  }

  /** Show a proof in the place of the results. */
  show(place: Element, { strategy, seats, read, unlisted }: SeatsDocument) {
    const { rules, program } = this.proved;
    const { signal } = this;
    const lost = Object.keys(seats).filter((seat) => seats[seat as "first" | "second"]?.losing_line);
    const asked = { ...program, game: gameText(rules), seat: lost.length > 1 ? "both" : lost[0] };
    let fixed: Promise<FixedProgram> | null = null;
    const fix = () => {
      fixed ??= python.ask("program_fix", asked, { signal });
      return fixed;
    };
    const sections = (Object.keys(seats) as ("first" | "second")[]).flatMap((seat) => {
      const finding = seats[seat];
      const decide = (position: string) =>
        python.ask("program_decision", { ...program, game: gameText(rules), position }, { signal: this.signal });
      if (!finding) return [];
      const section = seatResult({ rules, called: calledProgram(strategy), seat, finding, decide });
      if (finding.losing_line && canBeFixed(rules)) section.append(fixOffer(rules, seat, fix));
      return [section];
    });
    const points = checklist(rules, () =>
      python.ask("program_regret", { ...program, game: gameText(rules) }, { signal }),
    );
    const notes = [
      read && t("Read as: {how}", { how: read }),
      unlisted && t("Its random numbers: {how}", { how: unlisted }),
    ].filter(Boolean);
    put(
      place,
      sections,
      canBeFixed(rules) && h("div", { class: "panel" }, points),
      notes.map((note) => quiet(sentence(String(note)))),
    );
    announce(spoken(place));
  }

  /** Begin a game against the program. @param side that it plays */
  play(side: Side) {
    return playProgram(gameText(this.rules()), { ...this.editor.program, side });
  }
}
