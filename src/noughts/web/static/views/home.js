/** The first page: a new game, my games, and a record to load. */

import { h } from "../dom.js";
import { newGame } from "../parts/newgame.js";
import { myGames } from "../parts/mygames.js";
import { loadRecord } from "../parts/load.js";

/** @param {{url: URL}} at @returns {import("../types.js").Page} */
export function open({ url }) {
  const gone = new AbortController();
  const element = h(
    "div",
    { class: "page home", "data-view": "home" },
    h(
      "div",
      { class: "hero" },
      h("h1", {}, "Noughts and crosses, on any board"),
      h("p", {}, "Play any strategy, see why it moves as it does, and what each position is truly worth."),
    ),
    newGame(url.searchParams, gone.signal),
    h("div", { class: "beside" }, myGames(), loadRecord()),
  );
  return { title: "Play", element, leave: () => gone.abort() };
}
