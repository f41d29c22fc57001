/** Choosing several players: levels and strategies by name, each one tap away. */

import { h, manyChips } from "../../dom.js";
import { strategyTitle } from "../../words.js";

/** @import { Level, StrategyListed } from "../../types.js" */

/**
 * Return the choices.
 * @param {Level[]} levels
 * @param {StrategyListed[]} strategies
 * @param {string[]} chosen those that are in neither list are offered too
 * @param {(players: string[]) => void} changed
 */
export function playerChoices(levels, strategies, chosen, changed) {
  const players = new Set(chosen);
  const taken = new Set(levels.map(({ strategy }) => strategy));
  const others = strategies.map(({ name }) => name).filter((name) => !taken.has(name));
  const own = chosen.filter((player) => !taken.has(player) && !others.includes(player));
  /** @param {string} legend @param {[value: string, text: string][]} options */
  const group = (legend, options) => manyChips(legend, options, players, () => changed([...players]));
  return h(
    "div",
    { class: "player-set" },
    group("Levels", levels.map(({ name, strategy }) => [strategy, `${name} (${strategyTitle(strategy).split(",")[0]})`])),
    group("Strategies", [...others, ...own].map((name) => [name, strategyTitle(name)])),
  );
}
