/** Choosing a strategy: its options, what it is, and whether it can lose here. */

import { withQuery } from "../api.js";
import { choice, h, put } from "../dom.js";
import { t } from "../language.js";
import { sentence } from "../messages.js";
import { isRules, strategyTitle } from "../words.js";

/** @import { ListedOption, StrategyListed } from "../types.js" */

/** @typedef {{name: string, options: Record<string, string>}} Spec */

/** Return a list of rules, which no server lists, as a strategy. @param {string} text @returns {StrategyListed} */
function listed(text) {
  const [name, verdicts] = [text, { first: null, second: null }];
  return { name, what: text, origin: "", plays: "", noisy: false, view: null, usual: null, options: {}, verdicts };
}

/** Split "paths:level=easy,override=off". @param {string} text @returns {Spec} */
function parseSpec(text) {
  if (isRules(text)) return { name: text, options: {} };
  const [name, tail = ""] = text.split(/:(.*)/s);
  const pairs = tail.split(",").flatMap((part) => (part.includes("=") ? [part.split(/=(.*)/s).slice(0, 2)] : []));
  return { name, options: Object.fromEntries(pairs) };
}

/** Return the text of a strategy, with the options that differ from their defaults. @param {Spec} spec @param {StrategyListed} info */
function specText({ name, options }, info) {
  const parts = Object.entries(info.options).flatMap(([option, listed]) => {
    const value = options[option];
    return value === undefined || value === listed.default ? [] : [`${option}=${value}`];
  });
  return parts.length ? `${name}:${parts.join(",")}` : name;
}

/** Whether a strategy has all these options, and these choices of them. @param {Spec} spec @param {StrategyListed} info */
function understands({ options }, info) {
  return Object.entries(options).every(([name, value]) => {
    const option = info.options[name];
    return option && (choicesOf(option)?.includes(value) ?? true);
  });
}

/** Return the choices of an option, null where it is a number. @param {ListedOption} option */
function choicesOf({ choices }) {
  return ["N", "number"].includes(choices) ? null : choices.split("|");
}

/**
 * Return the fields of a strategy's options.
 * @param {StrategyListed} info
 * @param {Spec} spec changed in place
 * @param {() => void} changed
 */
function optionFields(info, spec, changed) {
  return Object.entries(info.options).map(([name, option]) => {
    /** @param {string} value */
    const set = (value) => {
      spec.options[name] = value;
      changed();
    };
    return optionField(name, choicesOf(option), spec.options[name] ?? option.default, set);
  });
}

/** @param {string} name @param {string[] | null} values @param {string} value @param {(value: string) => void} set */
function optionField(name, values, value, set) {
  if (values)
    return choice(
      name,
      values.map((each) => [each, each]),
      value,
      set,
    );
  const input = h("input", { type: "number", value, min: 0, step: "any", size: 4 });
  input.addEventListener("change", () => set(input.value));
  return h("label", { class: "field" }, h("span", { class: "field-name" }, name), input);
}

/** @param {string} strategy @param {string} game @param {string} seat @param {string | null} [level] as which it was chosen */
export function proveAddress(strategy, game, seat, level = null) {
  return withQuery("/prove", { strategy, game, seat, level });
}

/**
 * A picker of a strategy with its options. `text` is what it says now.
 */
export class Picker {
  /**
   * @param {{label: string, value: string, others?: [string, string][], changed: () => void}} options
   * `others`: choices that are no strategies
   */
  constructor({ label, value, others = [], changed }) {
    this.label = label;
    this.others = others;
    this.changed = changed;
    this.asked = value;
    this.spec = parseSpec(value);
    /** @type {StrategyListed[]} none until they are offered */
    this.strategies = [];
    this.element = h("div", { class: "picker" });
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

  /** Take another value. @param {string} value */
  set(value) {
    this.asked = value;
    this.spec = parseSpec(value);
    this.render();
  }

  /**
   * Offer these strategies. What was asked for and is not among them gives way to another: return words about that
   * where nobody can have seen it, as it stood in the address.
   * @param {StrategyListed[]} strategies
   * @param {string} [otherwise]
   */
  offer(strategies, otherwise = "paths") {
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
    /** @type {[string, string][]} */
    const names = this.strategies.map(({ name }) => [
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
      info?.name === "ring" &&
        h("p", { class: "about" }, t("Its published rules can be read in several ways. These options choose one.")),
      info &&
        Object.keys(info.options).length > 0 &&
        h("div", { class: "options" }, optionFields(info, this.spec, this.changed)),
    );
  }
}
