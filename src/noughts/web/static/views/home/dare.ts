/** The card of the day's dare: a position, and the strategy to beat from there. */

import { api } from "../../api.ts";
import { button, h, panel } from "../../dom.ts";
import { thumbnail } from "../../drawings.ts";
import { t } from "../../language.ts";
import { complain } from "../../messages.ts";
import { parseGame, positionText, stonesAfter } from "../../rules.ts";
import { enterGame, playersWith } from "../../startgame.ts";
import { keepDare, preference } from "../../store.ts";
import type { Rules } from "../../types.ts";
import { strategyTitle } from "../../words.ts";
import type { Dare } from "./dares.ts";
import { dareOn, dayOf } from "./day.ts";

const GAME = "3,3,3";
const RULES = parseGame(GAME) as Rules;

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

function dareWords({ strategy, called, side }: Dare) {
  const values = { strategy: strategyTitle(strategy), called, side };
  return strategy === called
    ? t("Beat “{strategy}”, which is called unbeatable. You are {side}: against it you can force a win.", values)
    : t(
        "Beat “{strategy}”, a reading of “{called}”, which is called unbeatable. You are {side}: against it you can force a win.",
        values,
      );
}

/** Begin the game of a day's dare. */
async function begin({ strategy, side, moves }: Dare, day: string) {
  try {
    const made = await api.create({ game: GAME, ...playersWith(side, strategy), moves });
    keepDare(made.game.id, day);
    enterGame(made);
  } catch (error) {
    complain(error);
  }
}
