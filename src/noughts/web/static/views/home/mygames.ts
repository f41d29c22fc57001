/** The games of this browser, newest first. */

import { api } from "../../api.ts";
import { button, h, panel, put } from "../../dom.ts";
import { thumbnail } from "../../drawings.ts";
import { counted, t } from "../../language.ts";
import { wordsOf } from "../../messages.ts";
import { parseGame } from "../../rules.ts";
import type { GameListed } from "../../types.ts";
import { ago, playerName, rulesWords, statusWords } from "../../words.ts";

export function myGames() {
  const list = h("ul", { class: "games" });
  const note = h("p", { class: "quiet-text", role: "status" });
  const more = h("div");
  const element = panel(t("My games"), { id: "my-games", hidden: true }, note, list, more);
  void load(null);
  return element;

  async function load(before: string | null) {
    put(more);
    try {
      const { games, next } = await api.mine(before);
      list.append(...games.map(row));
      note.textContent = list.children.length ? "" : t("None yet. They are listed here once you have begun one.");
      put(more, next !== null && button(t("Show more"), () => void load(next)));
    } catch (error) {
      note.textContent = wordsOf(error);
      put(
        more,
        button(t("Try again"), () => void load(before)),
      );
    }
    element.hidden = false; // a static site has no list before Python is there
  }
}

function row(game: GameListed) {
  const rules = parseGame(game.game);
  return h(
    "li",
    {},
    h(
      "a",
      { href: `/game/${game.id}` },
      rules && thumbnail(rules, game.position),
      h(
        "span",
        { class: "about-game" },
        h("strong", {}, statusWords(game, game.seats)),
        h(
          "span",
          {},
          t("{x} against {o}, {rules}", {
            x: seatName(game, "X"),
            o: seatName(game, "O"),
            rules: rulesWords(game.game),
          }),
        ),
        h("span", {}, counted(game.ply, "{count} move, {when}", "{count} moves, {when}", { when: ago(game.updated) })),
      ),
    ),
  );
}

function seatName(game: GameListed, side: "X" | "O") {
  return game.seats.includes(side) ? t("you") : playerName(game, side, []);
}
