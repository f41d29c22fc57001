/** Choosing a strategy: what it is, and where one proves its options. */

import { withQuery } from "../api.ts";
import { choice, field, h, put } from "../dom.ts";
import { t } from "../language.ts";
import { sentence } from "../messages.ts";
import type { ListedOption, StrategyListed } from "../types.ts";
import { isRules, strategyTitle } from "../words.ts";

type Spec = { name: string; options: Record<string, string> };

/** Return a list of rules, which no server lists, as a strategy. */
function listed(text: string): StrategyListed {
  const [name, verdicts] = [text, { first: null, second: null }];
  return { name, what: text, origin: "", plays: "", noisy: false, view: null, usual: null, options: {}, verdicts };
}

/** Split "paths:level=easy,override=off". */
function parseSpec(text: string): Spec {
  if (isRules(text)) return { name: text, options: {} };
  const [name, tail = ""] = text.split(/:(.*)/s);
  const pairs = tail.split(",").flatMap((part) => (part.includes("=") ? [part.split(/=(.*)/s).slice(0, 2)] : []));
  return { name, options: Object.fromEntries(pairs) };
}

/** Return the text of a strategy, with the options that differ from their defaults. */
function specText({ name, options }: Spec, info: StrategyListed) {
  const parts = Object.entries(info.options).flatMap(([option, listed]) => {
    const value = options[option];
    return value === undefined || value === listed.default ? [] : [`${option}=${value}`];
  });
  return parts.length ? `${name}:${parts.join(",")}` : name;
}

/** Whether a strategy has all these options, and these choices of them. */
function understands({ options }: Spec, info: StrategyListed) {
  return Object.entries(options).every(([name, value]) => {
    const option = info.options[name];
    return option && (choicesOf(option)?.includes(value) ?? true);
  });
}

/** Return the choices of an option, null where it is a number. */
function choicesOf({ choices }: ListedOption) {
  return ["N", "number"].includes(choices) ? null : choices.split("|");
}

/** The options that are no terms of a strategy's own. */
const OPTIONS: Record<string, string> = {
  level: t("level"),
  nodes: t("nodes"),
  plies: t("moves ahead"),
  seconds: t("seconds"),
};

/** Return the fields of a strategy's options. @param spec changed in place */
function optionFields(info: StrategyListed, spec: Spec, changed: () => void) {
  return Object.entries(info.options).map(([name, option]) => {
    const set = (value: string) => {
      spec.options[name] = value;
      changed();
    };
    return optionField(OPTIONS[name] ?? name, choicesOf(option), spec.options[name] ?? option.default, set);
  });
}

function optionField(name: string, values: string[] | null, value: string, set: (value: string) => void) {
  if (values)
    return choice(
      name,
      values.map((each) => [each, each]),
      value,
      set,
    );
  const input = h("input", { type: "number", value, min: 0, step: "any", size: 4 });
  input.addEventListener("change", () => set(input.value));
  return field(name, input);
}

/** @param level as which it was chosen */
export function proveAddress(strategy: string, game: string, seat: string, level: string | null = null) {
  return withQuery("/prove", { strategy, game, seat, level });
}

/**
 * A picker of a strategy with its options. `text` is what it says now.
 */
export class Picker {
  spec: Spec;
  /** None until they are offered. */
  strategies: StrategyListed[] = [];
  readonly element = h("div", { class: "picker" });

  /**
   * @param asked the choice at first
   * @param others choices that are no strategies
   * @param optional whether the options of a strategy can be chosen
   */
  constructor(
    readonly label: string,
    public asked: string,
    readonly changed: () => void,
    readonly others: [string, string][] = [],
    readonly optional: boolean = false,
  ) {
    this.spec = parseSpec(asked);
  }

  /** Return the strategy chosen, or null for another choice. */
  get info() {
    return this.strategies.find(({ name }) => name === this.spec.name) ?? null;
  }

  /** Return the whole choice; until there are strategies to know its options by, as it was asked for. */
  get text() {
    const info = this.info;
    if (info) return specText(this.spec, info);
    return this.strategies.length ? this.spec.name : this.asked;
  }

  /** Take another value. */
  set(value: string) {
    this.asked = value;
    this.spec = parseSpec(value);
    this.render();
  }

  /**
   * Offer these strategies. What was asked for and is not among them gives way to another: return words about that
   * where nobody can have seen it, as it stood in the address.
   */
  offer(strategies: StrategyListed[], otherwise: string = "paths") {
    const { asked, info: before } = this;
    const first = !this.strategies.length;
    this.strategies = isRules(asked) ? [...strategies, listed(asked)] : strategies;
    const { info } = this;
    if (this.others.some(([name]) => name === this.spec.name) || (info && (before || understands(this.spec, info)))) {
      this.render();
      return "";
    }
    const has = strategies.some(({ name }) => name === parseSpec(otherwise).name);
    this.spec = parseSpec(info || !has ? (info ?? strategies[0]).name : otherwise);
    this.render();
    return first
      ? t("There is no strategy '{asked}' for this board; chosen instead: {chosen}.", { asked, chosen: this.text })
      : "";
  }

  render() {
    const info = this.info;
    const names: [string, string][] = this.strategies.map(({ name }) => [
      name,
      this.others.length ? t("Computer: {strategy}", { strategy: strategyTitle(name) }) : strategyTitle(name),
    ]);
    const select = choice(this.label, [...this.others, ...names], this.spec.name, (name) => {
      this.spec = { name, options: {} };
      this.render();
      this.changed();
      this.element.querySelector("select")?.focus();
    });
    put(
      this.element,
      select,
      info && h("p", { class: "about" }, sentence(info.what)),
      this.optional && info && Object.keys(info.options).length > 0 && this.options(info),
    );
  }

  /** Return the fields of a strategy's options. */
  options(info: StrategyListed) {
    return [
      info.name === "ring" &&
        h("p", { class: "about" }, t("Its published rules can be read in several ways. These options choose one.")),
      h("div", { class: "options" }, optionFields(info, this.spec, this.changed)),
    ];
  }
}
