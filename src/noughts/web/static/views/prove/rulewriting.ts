/** A list of rules in a person's own sentences, and how each of them was understood. */

import { api } from "../../api.ts";
import { field, folded, h, put } from "../../dom.ts";
import { t } from "../../language.ts";
import { ended, sentence, wordsOf } from "../../messages.ts";
import type { RuleShelf, RuleStudy } from "../../types.ts";
import { ruleTitle } from "../../words.ts";
import { ruleText } from "./rulecard.ts";

export class RuleWriting {
  readonly text = h("textarea", {
    id: "rule-sentences",
    rows: 6,
    placeholder: t("If you can win, win"),
    "aria-describedby": "rule-sentences-form",
  });
  readonly fault = h("p", { class: "fault", role: "alert", hidden: true });
  readonly understood = h("ol", { class: "rule-understood", "aria-label": t("Understood as"), hidden: true });
  readonly element: HTMLDetailsElement;

  /** @param take what becomes of a list that was read */
  constructor(
    readonly game: () => string,
    readonly shelf: () => RuleShelf,
    readonly take: (study: RuleStudy) => void,
    readonly signal: AbortSignal,
  ) {
    const form = h(
      "form",
      {},
      field(t("Your rules"), this.text),
      h(
        "p",
        { class: "quiet-text", id: "rule-sentences-form" },
        t("A rule a line, the most important first. How each was understood is shown here."),
      ),
      h("button", { type: "submit", class: "button" }, t("Read them")),
      this.fault,
      this.understood,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.read();
    });
    this.element = folded(t("Write it in sentences"), {}, form);
  }

  async read() {
    const text = this.text.value.trim();
    if (!text) {
      this.text.focus();
      return;
    }
    this.fault.hidden = this.understood.hidden = true;
    try {
      this.known(await api.ruleStudy(this.game(), text, this.signal));
    } catch (error) {
      await this.apart(text.split(/\n+/), error).catch(() => {});
    }
  }

  known(study: RuleStudy) {
    this.show(study);
    this.take(study);
  }

  /** Read each line by itself: one that is not understood is refused alone. @param error of all of them */
  async apart(lines: string[], error: unknown) {
    /** @returns the study, or why there is none */
    const read = (line: string): Promise<RuleStudy | string> =>
      api.ruleStudy(this.game(), line, this.signal).catch((wrong) => `“${line}”: ${ended(wordsOf(wrong))}`);
    const studies = lines.length > 1 ? await Promise.all(lines.map(read)) : [];
    this.signal.throwIfAborted();
    const understood = studies.flatMap((each) => (typeof each === "string" ? [] : [each]));
    const faults = studies.filter((each) => typeof each === "string");
    this.fault.textContent = sentence(faults.join(" ") || wordsOf(error));
    this.fault.hidden = false;
    const cards = understood.flatMap((each) => each.cards);
    if (!cards.length) return;
    const study = await api.ruleStudy(this.game(), cards.map(ruleText).join(", "), this.signal);
    this.known({ ...study, said: understood.flatMap((each) => each.said) });
  }

  /** Show a list that was opened by a link. */
  opened(text: string, study: RuleStudy) {
    if (study.said.every((words) => !words)) return;
    this.text.value = text;
    this.element.open = true;
    this.show(study);
  }

  /** Show how each rule was understood. */
  show({ cards, said }: RuleStudy) {
    const shelf = this.shelf();
    put(
      this.understood,
      cards.map((rule, at) => {
        const meaning = shelf.conditions.find(({ name }) => name === rule.condition)?.meaning;
        return h(
          "li",
          {},
          said[at] && h("q", {}, said[at]),
          h("strong", {}, ruleTitle(shelf, rule)),
          meaning && h("span", { class: "quiet-text" }, meaning),
        );
      }),
    );
    this.understood.hidden = false;
  }
}
