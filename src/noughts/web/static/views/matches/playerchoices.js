/** Choosing several players: levels and strategies by name, each one tap away. */

import { h, manyChips } from "../../dom.js";
import { t } from "../../language.js";
import { levelTitle, strategyTitle } from "../../words.js";

/** @import { Level, StrategyListed } from "../../types.js" */

/** @typedef {(player: string) => string} NameOf a player */

/**
 * Return what the players of a board are called: a strategy that is a level by the level's name, and a strategy that has
 * the name of a level so that it is not taken for it.
 * @param {Level[]} levels
 * @returns {NameOf}
 */
export function namesOn(levels) {
  return (player) => {
    const level = levels.find(({ strategy }) => strategy === player);
    if (level) return levelTitle(level.name);
    const title = strategyTitle(player);
    return levels.some(({ name }) => name === title) ? t("strategy {name}", { name: title }) : title;
  };
}

/**
 * Return the choices.
 * @param {Level[]} levels
 * @param {StrategyListed[]} strategies
 * @param {string[]} chosen those that are in neither list are offered too
 * @param {(players: string[]) => void} changed
 */
export function playerChoices(levels, strategies, chosen, changed) {
  const players = new Set(chosen);
  const nameOf = namesOn(levels);
  const ladder = levels.map(({ strategy }) => strategy);
  const others = strategies.map(({ name }) => name).filter((name) => !ladder.includes(name));
  const own = chosen.filter((player) => !ladder.includes(player) && !others.includes(player));
  /** @param {string} legend @param {string[]} offered */
  const group = (legend, offered) =>
    manyChips(
      legend,
      offered.map((each) => [each, nameOf(each)]),
      players,
      () => changed([...players]),
    );
  return h(
    "div",
    { class: "player-set" },
    group(t("Levels"), ladder),
    behind(levels),
    group(t("Strategies"), [...others, ...own]),
  );
}

/** The strategies of the levels, folded. @param {Level[]} levels */
function behind(levels) {
  const items = levels.map(({ name, strategy }) =>
    h("li", {}, t("{level}: {strategy}", { level: levelTitle(name), strategy: strategyTitle(strategy) })),
  );
  return h("details", {}, h("summary", {}, t("The strategy of each level")), h("ul", {}, items));
}
