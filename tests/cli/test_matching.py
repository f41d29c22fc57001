"""Everyone against everyone: exact where exact, the same documents as the command's, sums that fit."""

import json
import random
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from noughts.app.match_tables import MatchTable
from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.player import Strategy, consult
from noughts.core.position import Position, Side
from noughts.core.tally import Tally
from noughts.results.codec import encode
from noughts.results.table import TableProgress
from noughts.strategies.registry import load
from tests.cli.conftest import Run

STANDARD = Game(3, 3, 3)


def played(*names: str, game: Game = STANDARD, games: int = 4, **limits: Any) -> tuple[dict[str, Any], list[Any]]:
    """Return the document of a table, and the reports."""
    told = list[TableProgress]()
    limits = {"max_positions": 100_000, "seconds": 60.0, **limits}
    players = {name: load(name) for name in names}
    table = MatchTable(players, game, games, 7, **limits, report=told.append).run()
    return encode(table), [encode(each) for each in told]


def counted(players: Mapping[Side, Strategy], position: Position) -> Tally[Fraction]:
    """The witness: follow every choice of both players to the end, one game after the other."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return Tally(*(Fraction(winner is each) for each in (Side.X, None, Side.O)))
    decision = consult(players[position.side], position, random.Random(0))
    chances = decision.chances or [Fraction(1, len(decision.moves))] * len(decision.moves)
    total = Tally(Fraction(0), Fraction(0), Fraction(0))
    for move, chance in zip(decision.moves, chances, strict=True):
        below = counted(players, position.play(move))
        total += Tally(below.win * chance, below.draw * chance, below.loss * chance)
    return total


def test_exact_results_are_those_of_following_every_choice() -> None:
    names = ("ring", "weights", "first", "potential")
    table, _ = played(*names)
    assert table["complete"]
    assert len(table["matches"]) == 6
    for match in table["matches"]:
        assert match["method"] == "exact"
        for chances in match["chances"]:
            players = {Side.X: load(chances["x"]), Side.O: load(chances["o"])}
            expected = counted(players, Position(STANDARD))
            assert [chances[name] for name in ("x_wins", "draw", "o_wins")] == [*map(str, vars(expected).values())]
        for example in match["examples"]:
            position = Position(STANDARD)
            for cell in example["moves"]:
                position = position.play(parse_cell(STANDARD, cell))
            assert position.outcome is not None
            winner = position.outcome.winner
            assert example["result"] == ("draw" if winner is None else winner.value)


def test_the_points_of_a_table_are_those_of_its_pairs() -> None:
    table, _ = played("ring", "random", "paths:level=easy")
    assert [match["method"] for match in table["matches"]] == ["exact", "sampled", "sampled"]
    points = dict.fromkeys(table["players"], Fraction(0))
    for match in table["matches"]:
        [pair] = match["pairs"]
        points[pair["first"]] += Fraction(pair["score"])
        points[pair["second"]] += 1 - Fraction(pair["score"])
    assert {row["player"]: row["mean"] for row in table["standings"]} == {
        name: float(score / 2) for name, score in points.items()
    }
    means = [row["mean"] for row in table["standings"]]
    assert means == sorted(means, reverse=True)
    assert sum(means) == pytest.approx(1.5)


def test_a_pair_is_what_the_command_prints(run: Run) -> None:
    [exact] = played("ring", "weights")[0]["matches"]
    assert exact == json.loads(run("match", "ring", "weights", "--json").out)
    [sampled] = played("paths:level=easy", "first", game=Game(4, 2, 3))[0]["matches"]
    command = ("match", "paths:level=easy", "first", "--game", "4,2,3", "--games", "4", "--seed", "7", "--workers", "1")
    assert sampled == json.loads(run(*command, "--json").out) | {
        "reason": "paths:level=easy draws random numbers of its own"
    }


def test_the_command_prints_the_same_table(run: Run) -> None:
    command = ("match", "ring", "random", "paths:level=easy", "--pairwise", "--games", "4", "--seed", "7")
    table, _ = played("ring", "random", "paths:level=easy")
    assert json.loads(run(*command, "--json").out) == table
    page = run(*command).out
    assert "3,3,3, pair by pair: 1 exact; 2 sampled, 4 games each, seed 7" in page
    assert "Score of ring vs random: [0.963798] exact" in page
    assert page.count("paths:level=easy draws random numbers of its own") == 2
    assert "points in per cent, row against column" in page


def test_an_interrupted_command_has_what_is_finished(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(table: MatchTable, *_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(MatchTable, "_sampled", interrupted)
    ran = run("match", "ring", "random", "paths:level=easy", "--pairwise", "--json")
    assert ran.code == 130
    table = json.loads(ran.out)
    assert (table["complete"], table["reason"], len(table["matches"])) == (False, "interrupted", 1)
    page = run("match", "ring", "random", "paths:level=easy", "--pairwise")
    assert "row against column" not in page.out
    assert ran.err == page.err == "interrupted\n"


@pytest.mark.parametrize("option", ["openings", "sprt", "records", "resume", "workers", "executor", "fractions"])
def test_what_a_table_of_pairs_does_not_have(run: Run, option: str) -> None:
    value = {"workers": ["2"], "fractions": []}.get(option, ["x"])
    ran = run("match", "ring", "random", "--pairwise", f"--{option}", *value)
    assert (ran.code, ran.out) == (2, "")
    assert f"--pairwise has no --{option}" in ran.err


def test_what_is_finished_is_told_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.app.match_tables._AGAIN", 0.0)
    table, told = played("ring", "random", "paths:level=easy")
    assert {json.dumps(each["players"]) for each in told} == {
        json.dumps(list(pair))
        for pair in (("ring", "random"), ("ring", "paths:level=easy"), ("random", "paths:level=easy"))
    }
    games = [each for each in told if each["games"] is not None]
    assert [each["games"] for each in games] == [1, 2, 3, 4] * 2
    assert [each["result"]["matches"][-1]["played"] for each in games] == [1, 2, 3, 4] * 2
    assert not any(each["result"]["complete"] for each in told[:-1])
    assert games[-1]["result"]["matches"] == table["matches"]
    assert games[0]["result"]["matches"][0] == table["matches"][0]


def test_a_table_whose_time_is_up() -> None:
    table, _ = played("random", "weights", "paths:level=easy", seconds=0.0)
    assert not table["complete"]
    assert table["reason"] == "stopped after 0 seconds"
    assert table["matches"][0]["reason"] == "random against weights: it takes too long to compute"
    assert table["matches"][0]["played"] == 1
    assert {row["player"]: row["met"] for row in table["standings"]} == {
        "random": 1,
        "weights": 1,
        "paths:level=easy": 0,
    }
    assert table["standings"][-1]["mean"] is None


def test_what_is_too_large_to_compute_is_sampled() -> None:
    table, _ = played("random", "weights", max_positions=50)
    assert table["matches"][0]["reason"] == "random against weights: there are more than 50 positions between them"
    assert (table["matches"][0]["games"], table["matches"][0]["seed"], table["complete"]) == (4, 7, True)


def test_without_numpy_the_table_is_the_same() -> None:
    code = (
        "import sys, json; sys.modules['numpy'] = sys.modules['click'] = None\n"
        "from noughts.app.match_tables import MatchTable\n"
        "from noughts.core.game import Game\n"
        "from noughts.strategies.registry import load\n"
        "players = {name: load(name) for name in ('ring', 'random', 'first')}\n"
        "limits = {'max_positions': 160, 'seconds': 60.0, 'report': lambda told: None}\n"
        "from noughts.results.codec import encode\n"
        "print(json.dumps(encode(MatchTable(players, Game(3, 3, 3), 4, 7, **limits).run())))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    table = json.loads(done.stdout)
    expected, _ = played("ring", "random", "first", max_positions=160)
    assert {match["method"] for match in expected["matches"]} == {"exact", "sampled"}
    assert table == expected
