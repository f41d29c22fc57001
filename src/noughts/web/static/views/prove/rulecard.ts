/** A card of a list of rules: its rule, how it is moved and changed, and what the list would do without it. */

import { badge, kindOf } from "../../controls/verdictline.ts";
import { button, choice, h, iconButton, manyChips, put, renamed } from "../../dom.ts";
import { counted, t } from "../../language.ts";
import type { CardWord, Rule, RuleShelf, RuleStudy } from "../../types.ts";
import { grouped, ruleTitle } from "../../words.ts";
import { seatWords } from "./called.ts";

/** What a card asks of its sheet. */
interface Sheet {
  shelf: RuleShelf;
  change: (said: string) => void;
  move: (card: Card, to: number) => void;
  drag: (card: Card, event: PointerEvent) => void;
  drop: (card: Card) => void;
  /** What if it were dropped. */
  suppose: (card: Card) => void;
  /** Show a game that the list loses without it. */
  showWithout: (card: Card) => void;
}

export const SEATS = ["first", "second"] as const;

/** Return a rule as a list has it. */
export function ruleText({ condition, limits, ties }: Rule) {
  return [...limits, ties ? `${condition} ${ties}` : condition].join(": ");
}

export class Card {
  readonly rule: { limits: string[]; condition: string; ties: string };
  at = 0;
  readonly grip = iconButton("grip", "", () => {}); // its place gives it its name
  readonly up = iconButton("up", "", () => this.sheet.move(this, this.at - 1));
  readonly down = iconButton("down", "", () => this.sheet.move(this, this.at + 1));
  readonly remove = iconButton("remove", "", () => this.sheet.drop(this));
  readonly name = h("h3", {});
  readonly meaning = h("p", { class: "rule-meaning quiet-text" });
  readonly use = h("p", { class: "rule-use" });
  readonly what = button(t("What if I drop this?"), () => this.toggle(), {
    class: "button small",
    "aria-expanded": "false",
  });
  readonly answer = h("div", { class: "what-if", hidden: true });
  readonly summary = h("summary", {});
  readonly options = h("div", { class: "rule-options" });
  readonly element = h(
    "li",
    { class: "rule-card" },
    this.grip,
    h("div", { class: "rule-name" }, h("span", { class: "rule-number" }), this.name),
    h("div", { class: "rule-moves" }, this.up, this.down, this.remove),
    this.meaning,
    h("div", { class: "rule-foot" }, h("details", {}, this.summary, this.options), this.use, this.what),
    this.answer,
  );

  constructor(
    rule: Rule,
    readonly sheet: Sheet,
  ) {
    this.rule = { ...rule, limits: [...rule.limits] };
    this.grip.addEventListener("pointerdown", (event) => this.sheet.drag(this, event));
    this.grip.addEventListener("keydown", (event) => this.key(event));
    this.write();
  }

  /** What it is called: "2. block". */
  get title() {
    return `${this.at + 1}. ${this.called}`;
  }

  get called() {
    return ruleTitle(this.sheet.shelf, { ...this.rule, limits: [] });
  }

  get text() {
    return ruleText(this.rule);
  }

  /** Show what the rule says, and what else it can say on the board. */
  write() {
    const { condition, limits, ties } = this.rule;
    const { conditions, limits: known, ties: choices } = this.sheet.shelf;
    const taken = new Set(limits);
    this.name.textContent = this.called;
    const word = conditions.find(({ name }) => name === condition);
    this.meaning.textContent = word ? word.meaning : "";
    put(
      this.options,
      manyChips(
        t("Only"),
        withChosen(known, limits).map((each) => [each.name, each.meaning]),
        taken,
        () => {
          this.rule.limits = [...taken];
          this.changed();
        },
      ),
      choice(
        t("Takes"),
        withChosen(choices, [ties]).map((each) => [each.name, each.meaning]),
        ties,
        (chosen) => {
          this.rule.ties = chosen;
          this.changed();
        },
      ),
    );
    this.summarize();
  }

  summarize() {
    const { limits, ties } = this.rule;
    const takes =
      ties &&
      withChosen(this.sheet.shelf.ties, [ties])
        .filter(({ name }) => name === ties)
        .map((each) => each.meaning)[0];
    const words = withChosen(this.sheet.shelf.limits, limits).filter(({ name }) => limits.includes(name));
    const only = words.map(({ meaning }) => meaning).join(", ");
    this.summary.textContent = [only ? t("only {limits}", { limits: only }) : t("always"), takes]
      .filter(Boolean)
      .join("; ");
    this.summary.classList.toggle("told", limits.length > 0 || ties !== "");
  }

  changed() {
    this.summarize();
    this.sheet.change(
      t("Card {number}: {rule}.", { number: this.at + 1, rule: `${this.called}, ${this.summary.textContent}` }),
    );
  }

  /** Say where it stands. */
  place(at: number, of: number) {
    this.at = at;
    const values = { card: this.title };
    renamed(this.grip, "grip", t("Move {card}: drag it, or use the arrow keys", values));
    renamed(this.up, "up", t("Move {card} up", values));
    renamed(this.down, "down", t("Move {card} down", values));
    renamed(this.remove, "remove", t("Take {card} off", values));
    this.up.setAttribute("aria-disabled", String(at === 0));
    this.down.setAttribute("aria-disabled", String(at === of - 1));
    this.what.hidden = of === 1;
    this.close();
  }

  /** Say how often it decides. @param positions null: not known */
  count(positions: number | null) {
    this.element.classList.toggle("superfluous", positions === 0);
    if (positions === null) this.use.textContent = "";
    else if (!positions) this.use.textContent = t("never decides: superfluous here");
    else
      this.use.textContent = counted(positions, "decides in {count} position", "decides in {count} positions", {
        count: grouped(positions),
      });
  }

  key(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowUp: this.at - 1, ArrowDown: this.at + 1, Home: 0, End: Infinity }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // it is not a step of the losing line
    this.sheet.move(this, to);
  }

  // What if I drop this?

  toggle() {
    if (this.answer.hidden) this.sheet.suppose(this);
    else this.close();
  }

  close() {
    this.answer.hidden = true;
    put(this.answer);
    this.what.setAttribute("aria-expanded", "false");
  }

  /** Show what the list does without it. @returns in words */
  answered(now: RuleStudy, without: RuleStudy): string {
    const lines = SEATS.flatMap((seat) => {
      const [before, after] = [now.seats?.[seat].verdict, without.seats?.[seat].verdict];
      return before && after ? [{ kind: kindOf(after), words: supposed(seat, before, after) }] : [];
    });
    const lost = SEATS.some((seat) => without.seats?.[seat].losing_line);
    put(
      this.answer,
      lines.map(({ kind, words }) => h("p", { class: "seat-verdict" }, badge(kind), words)),
      h(
        "div",
        { class: "actions" },
        lost && button(t("Show the game"), () => this.sheet.showWithout(this), { class: "button small" }),
        button(t("Drop it"), () => this.sheet.drop(this), { class: "button small" }),
        button(t("Keep it"), () => this.keep(), { class: "button small" }),
      ),
    );
    this.answer.hidden = false;
    this.what.setAttribute("aria-expanded", "true");
    return [t("Without {card}.", { card: this.title }), ...lines.map(({ words }) => words)].join(" ");
  }

  keep() {
    this.close();
    this.what.focus();
  }
}

/** Say what a list does without a card. */
function supposed(seat: "first" | "second", before: string, after: string) {
  const values = { seat: seatWords(seat) };
  if (after === "can lose")
    return t(before === after ? "Moving {seat}: it can still lose." : "Moving {seat}: it could lose.", values);
  return t(before === after ? "Moving {seat}: it still never loses." : "Moving {seat}: it would never lose.", values);
}

/** Return some choices, with the chosen ones, which another board may have. */
function withChosen(choices: CardWord[], chosen: string[]) {
  const others = chosen.filter((each) => !choices.some(({ name }) => name === each));
  return [...choices, ...others.map((each) => ({ name: each, meaning: each }))];
}
