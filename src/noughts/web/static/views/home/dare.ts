/** The card of the day's dare: a position, and the strategy to beat from there. */

import { dayOf } from "../../day.ts";
import { button, h, panel } from "../../dom.ts";
import { thumbnail } from "../../drawings.ts";
import { t } from "../../language.ts";
import { parseGame, positionText, stonesAfter } from "../../rules.ts";
import { beginGame, playersWith } from "../../startgame.ts";
import { habit, keepDare, preference } from "../../store.ts";
import type { Rules } from "../../types.ts";
import { strategyTitle } from "../../words.ts";
import type { Dare } from "./dares.ts";
import { dareOn } from "./day.ts";

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
    h("p", { class: "quiet-text", id: "habit" }, habitWords()),
  );
}

/** Return what is done in a row, where it is more than one. */
function habitWords() {
  const { days, answers } = habit();
  return [
    days > 1 && t("{count} days in a row", { count: days }),
    answers > 1 && t("{count} right answers in a row", { count: answers }),
  ]
    .filter(Boolean)
    .join(", ");
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
function begin({ strategy, side, moves }: Dare, day: string) {
  return beginGame({ game: GAME, ...playersWith(side, strategy), moves }, (id) => keepDare(id, day));
}
