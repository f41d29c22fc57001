"""The page's modules: whom they import; what they count (games in a row, lessons solved), run by node."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import noughts

STATIC = Path(noughts.__file__).parent / "web" / "static"
MAY_IMPORT: dict[str, set[str]] = {  # the folders that the modules of a folder may import besides their own
    "": set(),
    "analysis": {""},
    "controls": {"", "analysis"},
    "views": {"", "analysis", "controls"},
    "main": {"", "views"},
}
MODULES = [path for path in sorted(STATIC.rglob("*.js")) if path.parent.name != "python"]


def imported(module: Path) -> Iterator[Path]:
    """Yield the modules that a module imports as it is loaded."""
    for name in re.findall(r'^(?:import|export|\}) .*?from "(.+?)";', module.read_text(), re.MULTILINE):
        yield (module.parent / name).resolve()


def room(module: Path) -> str:
    """Return the folder of a module: "" for those at the top, and for the ways to the program beside them. main.js is
    above all."""
    folder = "main" if module.name == "main.js" else module.relative_to(STATIC).parts[0]
    return folder if folder in MAY_IMPORT else ""


def test_modules_import_no_folder_above_theirs() -> None:
    own = [
        (module, other)
        for module in MODULES
        for other in imported(module)
        if other.is_relative_to(STATIC) and other.exists()
    ]
    assert len(own) > 200
    wrong = [(str(a), str(b)) for a, b in own if room(b) != room(a) and room(b) not in MAY_IMPORT[room(a)]]
    assert wrong == []


def test_views_import_no_other_view() -> None:
    views = [module for module in MODULES if room(module) == "views"]
    assert len({module.parent for module in views}) == 9
    wrong = [
        (module, other)
        for module in views
        for other in imported(module)
        if room(other) == "views" and other.parent != module.parent
    ]
    assert wrong == []


# What the page counts


NODE = shutil.which("node")
SCRIPT = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
Object.defineProperty(globalThis, "navigator", { value: { languages: [] }, configurable: true });
globalThis.document = { documentElement: { dataset: {} }, getElementById: () => null };
globalThis.location = new URL("http://localhost/");
const said = { sentences: JSON.parse(readFileSync(process.argv[3])).sentences };
globalThis.fetch = async () => ({ json: async () => said });
const load = (name) => import(new URL(name, pathToFileURL(process.argv[1] + "/")));
const [store, score] = await Promise.all(["store.js", "views/game/score.js"].map(load));
const grades = await load("views/learn/grades.js");
const { games, lessons } = JSON.parse(process.argv[2]);

function play({ id, level, winner, helped = false, opening = 0, seat = "X" }) {
  store.keepLevel(id, level);
  if (helped) store.keepHelped(id);
  const other = seat === "X" ? "O" : "X";
  const state = { id, game: "3,3,3", opening, outcome: { winner }, players: { [seat]: "human", [other]: "paths" } };
  return score.scoreWords(state, [seat]);
}

function learn([grade, seed, answers]) {
  grades.countSolved(grade, seed, answers);
  return [grades.solvedCount(grade), grades.secondCount(grade), grades.isDone(grade)];
}

console.log(JSON.stringify([games.map(play), lessons.map(learn)]));
"""

Game = dict[str, object]
Lesson = tuple[str, int, int]  # a grade, a seed, and how many answers it took


def counted(games: list[Game], lessons: list[Lesson]) -> tuple[list[str], list[list[object]]]:
    """What the page says after each of some games, and what is solved after each of some lessons."""
    if NODE is None:
        pytest.skip("there is no node, which runs the page's modules here")
    asked = json.dumps({"games": games, "lessons": lessons})
    words = STATIC.parents[1] / "words" / "en.json"
    command = [NODE, "--input-type=module", "-e", SCRIPT, str(STATIC), asked, str(words)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    texts, solved = json.loads(done.stdout)
    return texts, solved


def series(level: str, results: str, **more: object) -> list[Game]:
    """Games in order against a level: w, d and l for the visitor, upper case with help."""
    winners = {"w": "X", "d": None, "l": "O"}
    return [
        {"id": f"{level}{at}", "level": level, "winner": winners[each.lower()], "helped": each.isupper(), **more}
        for at, each in enumerate(results)
    ]


def test_wins_in_a_row() -> None:
    """A loss and a draw end a streak; a win with help does not count, and ends nothing."""
    texts, _ = counted(series("easy", "wwwWlwdw"), [])
    assert texts == [
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
    texts, _ = counted(series("perfect", "ddDd"), [])
    assert [text.partition("draw")[2].lstrip("s. ") for text in texts[1:]] == [
        "2 games unbeaten in a row: your longest streak.",
        "You had help: this game does not count for the streak.",
        "3 games unbeaten in a row: your longest streak.",
    ]


def test_a_game_is_counted_once_and_one_that_was_set_up_not_for_the_streak() -> None:
    won = series("hard", "ww")
    texts, _ = counted([*won, won[-1], *series("hard", "w", id="later", opening=2)], [])
    assert texts[1] == texts[2]
    assert texts[3].endswith("It began after some moves: this game does not count for the streak.")


def test_a_lesson_counts_at_the_second_answer() -> None:
    """Once; solved again at the first answer it is as if it had been so at once."""
    steps = [("win", 1, 1), ("win", 2, 2), ("win", 3, 3), ("win", 2, 2), ("win", 2, 1), ("win", 1, 2)]
    counts = [[1, 0], [2, 1], [2, 1], [2, 1], [2, 0], [2, 0]]
    more = [("win", seed, 2) for seed in (4, 5, 6, 7)]
    _, solved = counted([], [*steps, *more])
    assert [each[:2] for each in solved] == [*counts, [3, 1], [4, 2], [5, 3], [5, 3]]
    assert [done for *_, done in solved] == [False] * 8 + [True] * 2
