/** The card of the day's dare: a position, and the strategy to beat from there. */

import { api } from "../../api.js";
import { button, h, panel } from "../../dom.js";
import { thumbnail } from "../../drawings.js";
import { t } from "../../language.js";
import { complain } from "../../messages.js";
import { parseGame, positionText, stonesAfter } from "../../rules.js";
import { enterGame, playersWith } from "../../startgame.js";
import { keepDare, preference } from "../../store.js";
import { strategyTitle } from "../../words.js";
import { dareOn, dayOf } from "./day.js";

/** @import { Rules } from "../../types.js" */
/** @import { Dare } from "./dares.js" */

const GAME = "3,3,3";
const RULES = /** @type {Rules} */ (parseGame(GAME));

/** Return the card of today. */
export function dareCard() {
  const day = dayOf(new Date());
  const dare = dareOn(day);
  const done = preference("dare", "") === day;
  const stones = stonesAfter(RULES, dare.moves) ?? [];
  const take = button(t(done ? "Play it again" : "Take the dare"), () => void begin(dare, day), {
    class: done ? "button" : "button main",
  });
  return panel(
    t("Today's dare"),
    { id: "dare" },
    h(
      "div",
      { class: "dare" },
      thumbnail(RULES, positionText(RULES, stones)),
      h("p", {}, dareWords(dare)),
      h("p", { class: "actions" }, take, done && h("span", { class: "done" }, t("✓ done: the next one is tomorrow's"))),
    ),
  );
}

/** @param {Dare} dare */
function dareWords({ strategy, called, side }) {
  const values = { strategy: strategyTitle(strategy), called, side };
  return strategy === called
    ? t("Beat “{strategy}”, which is called unbeatable. You are {side}: against it you can force a win.", values)
    : t(
        "Beat “{strategy}”, a reading of “{called}”, which is called unbeatable. You are {side}: against it you can force a win.",
        values,
      );
}

/** Begin the game of a day's dare. @param {Dare} dare @param {string} day */
async function begin({ strategy, side, moves }, day) {
  try {
    const made = await api.create({ game: GAME, ...playersWith(side, strategy), moves });
    keepDare(made.game.id, day);
    enterGame(made);
  } catch (error) {
    complain(error);
  }
}
