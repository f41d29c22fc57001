"""What the page says of games in a row: its module, run by node."""

import json

from tests.web.page_modules import STATIC, needs_node, run_on_modules

pytestmark = needs_node
SCRIPT = """
import { readFileSync } from "node:fs";
Object.defineProperty(globalThis, "navigator", { value: { languages: [] }, configurable: true });
globalThis.document = { documentElement: { dataset: {} }, getElementById: () => null };
globalThis.location = new URL("http://localhost/");
const { games, sentences } = JSON.parse(readFileSync(0, "utf8"));
globalThis.fetch = async () => ({ json: async () => ({ sentences }) });
const store = await import("./store.ts");
const score = await import("./views/game/score.ts");

function play({ id, level, winner, helped = false, opening = 0, seat = "X" }) {
  store.keepLevel(id, level);
  if (helped) store.keepHelped(id);
  const other = seat === "X" ? "O" : "X";
  const state = { id, game: "3,3,3", opening, outcome: { winner }, players: { [seat]: "human", [other]: "paths" } };
  return score.scoreWords(state, [seat]);
}

console.log(JSON.stringify(games.map(play)));
"""

Game = dict[str, object]


def said_after(games: list[Game]) -> list[str]:
    """Return what the page says after each of some games."""
    sentences = json.loads((STATIC.parents[1] / "words" / "en.json").read_text("utf-8"))["sentences"]
    given = json.dumps({"games": games, "sentences": sentences})
    texts: list[str] = json.loads(run_on_modules(SCRIPT, given=given))
    return texts


def series(level: str, results: str, **more: object) -> list[Game]:
    """Games in order against a level: w, d and l for the visitor, upper case with help."""
    winners = {"w": "X", "d": None, "l": "O"}
    return [
        {"id": f"{level}{at}", "level": level, "winner": winners[each.lower()], "helped": each.isupper(), **more}
        for at, each in enumerate(results)
    ]


def test_wins_in_a_row() -> None:
    """A loss and a draw end a streak; a win with help does not count, and ends nothing."""
    assert said_after(series("easy", "wwwWlwdw")) == [
        "",
        "So far against easy: you 2, they 0, 0 draws. 2 wins in a row: your longest streak.",
        "So far against easy: you 3, they 0, 0 draws. 3 wins in a row: your longest streak.",
        "So far against easy: you 4, they 0, 0 draws. You had help: this game does not count for the streak.",
        "So far against easy: you 4, they 1, 0 draws. Your longest streak: 3.",
        "So far against easy: you 5, they 1, 0 draws. Your longest streak: 3.",
        "So far against easy: you 5, they 1, 1 draw. Your longest streak: 3.",
        "So far against easy: you 6, they 1, 1 draw. Your longest streak: 3.",
    ]


def test_draws_against_a_level_that_never_loses() -> None:
    texts = said_after(series("perfect", "ddDd"))
    assert [text.partition("draw")[2].lstrip("s. ") for text in texts[1:]] == [
        "2 games unbeaten in a row: your longest streak.",
        "You had help: this game does not count for the streak.",
        "3 games unbeaten in a row: your longest streak.",
    ]


def test_a_game_is_counted_once_and_one_that_was_set_up_not_for_the_streak() -> None:
    won = series("hard", "ww")
    texts = said_after([*won, won[-1], *series("hard", "w", id="later", opening=2)])
    assert texts[1] == texts[2]
    assert texts[3].endswith("It began after some moves: this game does not count for the streak.")
