"""The engine's side: dialogues, every command and every refusal, its clock; then anything at all is said to it."""

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.engines.server import Server
from noughts.engines.timing import LEAST_SECONDS
from noughts.errors import GameError, LimitExceeded
from noughts.players.player import Decision, Player, Strategy
from noughts.strategies import load


class Lowest:
    """The lowest free cell."""

    name = "lowest"

    def supports(self, game: Game) -> bool:
        return game.m > 1

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return Decision(position.legal_moves[:1])


class Unsure(Lowest):
    def decide(self, position: Position, rng: random.Random) -> Decision:
        return Decision(position.legal_moves)


def deciding(decide: Callable[[Position], Any]) -> Strategy:
    class Deciding(Lowest):
        def decide(self, position: Position, rng: random.Random) -> Any:
            return decide(position)

    return Deciding()


def talk(server: Server, *lines: str) -> list[str]:
    return [answer for line in lines for answer in server.feed(line)]


def server(strategy: Strategy | None = None, **options: Any) -> Server:
    return Server(lambda seconds: strategy or Lowest(), **options)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("START 15|BEGIN|TURN 1,0|TURN 3,0", "OK|0,0|2,0|4,0"),
        ("start 15\r|begin\r|turn 7 , 7\r", "OK|0,0|1,0"),
        ("RECTSTART 7,5|TURN 0,0", "OK|1,0"),
        ("INFO k 3|RECTSTART 4,3|BOARD|0,0,2|1,0,1|2,0,2|3,0,1|DONE", "OK|0,1"),  # O moves where X has one more
        ("START 15|BOARD|2,0,1|0,0,2|DONE|TURN 5,5", "OK|1,0|3,0"),  # X's turn, after the X at 2,0
        ("START 15|BEGIN|RESTART|TURN 0,0", "OK|0,0|OK|1,0"),
        ("START 15|TURN 5,5|TAKEBACK 0,0|TAKEBACK 5,5|TURN 0,0", "OK|0,0|OK|OK|1,0"),
        ("START 15|BEGIN|TAKEBACK 0,0|BEGIN", "OK|0,0|OK|0,0"),
        ("START 15|INFO timeout_turn 100|INFO nosuchkey 5|INFO|INFO rule 0|INFO folder /tmp|INFO k x|BEGIN", "OK|0,0"),
        ("|  |START 15||\r|BEGIN", "OK|0,0"),
        ("START 15|BOARD|1,1,1|START 15|BEGIN", "OK|OK|0,0"),  # another command gives the BOARD up
        ("START 15|BOARD|1,1,1|INFO rule 0|2,2,2|DONE", "OK|0,0"),
        ("START 15|END|BEGIN|ABOUT", "OK"),
    ],
)
def test_dialogues(said: str, expected: str) -> None:
    assert talk(server(), *said.split("|")) == expected.split("|")


FIVE = "START 15|BOARD|" + "|".join(f"{column},1,2|{column},2,1" for column in range(4))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("BEGIN", "ERROR no game: expected START or RECTSTART first"),
        ("BOARD|1,1,1|DONE", "ERROR no game"),
        ("START 23", "ERROR boards for five in a row are 5 to 22, not 23"),
        ("INFO k 5|START 27", "ERROR no game '27,27,5': columns must be from 1 to 26, not 27"),
        ("RECTSTART 4,4", "ERROR no game '4,4,5'"),
        ("INFO k 1|RECTSTART 1,9", "ERROR 'lowest' does not play '1,9,1'"),
        ("START", "ERROR 'START': START takes a size"),
        ("START 15|TURN h8", "ERROR 'TURN h8': TURN takes x,y"),
        ("START 15|BEGIN now", "ERROR 'BEGIN now': BEGIN takes nothing"),
        ("START 15|TURN 15,0", "ERROR no point 15,0: expected 0,0 to 14,14"),
        ("START 15|BEGIN|TURN 0,0", "ERROR a1 is taken by X"),
        ("START 15|BEGIN|BEGIN", "ERROR BEGIN needs an empty board"),
        ("START 15|DONE", "ERROR DONE without a BOARD"),
        ("START 15|BOARD|1,1,3|DONE", "ERROR '1,1,3': such cells belong to rules that are not played here"),
        ("START 15|BOARD|1,1,0|DONE", "ERROR '1,1,0': the stone is 1 (own) or 2 (the opponent's)"),
        ("START 15|BOARD|hello|world|DONE", "ERROR 'hello' in a BOARD: expected x,y,f or DONE"),
        ("START 15|BOARD|1,1,1|DONE", "ERROR 1 own stones to 0 of the opponent's: it is not our move"),
        ("START 15|BOARD|1,1,2|2,2,2|DONE", "ERROR 2 X to 0 O"),
        ("START 15|BOARD|1,1,1|1,1,2|DONE", "ERROR X and O on the same cell (b2)"),
        ("START 15|BOARD|1,1,2|1,1,2|DONE", "ERROR X more than once on the same cell"),
        (f"{FIVE}|4,1,2|DONE", "ERROR no move: the game is over (X wins)"),
        (f"{FIVE}|DONE|TURN 4,1", "ERROR no move: the game is over (O wins)"),
        (f"{FIVE}|DONE|TURN 4,1|TURN 9,9", "ERROR j10 cannot be played: the game is over (O wins)"),
        ("START 15|BEGIN|TURN 5,5|TAKEBACK 5,5", "ERROR TAKEBACK 5,5: that is not the last move"),
    ],
)
def test_refusals(said: str, expected: str) -> None:
    assert talk(server(), *said.split("|"))[-1].startswith(expected)


def test_a_refusal_changes_nothing() -> None:
    engine = server()
    talk(engine, "START 15", "BEGIN")
    talk(engine, "TURN 0,0", "TURN 99,99", "BOARD", "x", "DONE", "START 99", "TAKEBACK 3,3", "rubbish", "BEGIN")
    assert talk(engine, "TURN 1,0") == ["2,0"]


@pytest.mark.parametrize("line", ["HELLO", "7,7", "7,7,1", "ENDE", "SWAP2BOARD", "\x1b[31m", "日本", "A" * 10_000])
def test_anything_else_is_unknown(line: str) -> None:
    (answer,) = server().feed(line)
    assert answer.startswith("UNKNOWN '")
    assert answer.isascii()
    assert answer.isprintable()
    assert len(answer) < 200


def test_the_talk_in_the_documentation() -> None:
    page = Path(__file__).parents[2] / "docs" / "engines.md"
    (shown,) = re.findall(r"```text\n(.*?)```", page.read_text(), re.DOTALL)
    engine = Server(lambda seconds: load("paths"))
    expected = shown.splitlines()
    said = [line.removeprefix("> ") for line in expected if line.startswith("> ")]
    assert [part for line in said for part in (f"> {line}", *engine.feed(line))] == expected
    assert engine.ended


def test_the_memory_of_each_game_is_ready_before_ok() -> None:
    prepared = list[Game]()

    class Preparing(Player):
        def decide(self, position: Position, rng: random.Random) -> Decision:
            return Decision(position.legal_moves[:1])

        def prepare(self, game: Game) -> None:
            prepared.append(game)

    assert talk(server(Preparing()), "START 15", "BEGIN", "RESTART", "RECTSTART 8,7") == ["OK", "0,0", "OK", "OK"]
    assert prepared == [Game(15, 15, 5), Game(15, 15, 5), Game(8, 7, 5)]


def test_about() -> None:
    (line,) = server(version="1.2.3").feed("ABOUT")
    assert re.fullmatch(r'name="noughts", version="1\.2\.3", author="[^"]+", country="[^"]+"', line)


@pytest.mark.parametrize(
    ("rule", "names", "wins"),
    [
        ("9", "caro", "exactly 5"),
        ("14", "continuous game, renju, caro", "5 or more"),
    ],
)
def test_rules_that_are_not_played(rule: str, names: str, wins: str) -> None:
    engine = server()
    expected = f"MESSAGE rule {rule} ({names}) is not played here: any free cell, {wins} in a row win"
    assert talk(engine, "START 15", f"INFO rule {rule}", "BEGIN") == ["OK", expected, "0,0"]


OVERLINE = (
    "BOARD",
    *(f"{column},0,2" for column in (0, 1, 2, 4, 5)),
    *(f"{column},7,1" for column in (0, 2, 4, 6, 8)),
    "DONE",
)


@pytest.mark.parametrize(
    ("lines", "exact"),
    [
        (["START 15"], False),
        (["INFO rule 1", "START 15"], True),
        (["START 15", "INFO rule 1"], True),
        (["START 15", "BEGIN", "INFO rule 1", "RESTART"], True),
        (["INFO rule 1", "INFO k 5", "RECTSTART 15,15"], True),
    ],
)
def test_exactly_five(lines: list[str], exact: bool) -> None:
    """The opponent's next move makes six in a row."""
    engine = server(deciding(lambda position: Decision(position.legal_moves[-1:])))
    talk(engine, *lines)
    answer = "13,14" if exact else "ERROR no move: the game is over (O wins)"
    assert talk(engine, *OVERLINE, "TURN 3,0") == ["14,14", answer]


class Ordinary(Lowest):
    name = "ordinary"

    def supports(self, game: Game) -> bool:
        return not game.exact


def test_a_strategy_that_does_not_play_exactly_five() -> None:
    engine = server(Ordinary())
    assert talk(engine, "START 15", "INFO rule 1") == [
        "OK",
        "MESSAGE INFO rule is ignored in this game: \"'ordinary' does not play '15,15,5-exact'\"",
    ]
    assert talk(engine, "RESTART") == ["ERROR 'ordinary' does not play '15,15,5-exact'"]
    assert talk(engine, "INFO rule 0", "RESTART") == ["OK"]


def test_k_that_comes_after_the_start() -> None:
    engine = server()
    assert talk(engine, "START 6", "INFO k 3", "BEGIN", "TURN 0,1", "TURN 0,2") == ["OK", "0,0", "1,0", "2,0"]
    assert talk(engine, "TURN 5,5") == ["ERROR f6 cannot be played: the game is over (X wins)"]


def test_k_that_does_not_fit_is_passed_over() -> None:
    engine = server()
    (message,) = talk(engine, "START 6", "INFO k 9")[1:]
    assert message.startswith("MESSAGE INFO k is ignored: ")
    assert talk(engine, "RESTART", "BEGIN") == ["OK", "0,0"]


@pytest.mark.parametrize(
    ("decide", "complaint"),
    [
        (lambda position: 1 / 0, "raised ZeroDivisionError"),
        (lambda position: Decision((0,)), "played a1"),
        (lambda position: None, "returned None"),
        (lambda position: raise_(LimitExceeded("out of\nreach")), "out of reach"),
        (lambda position: raise_(GameError("caf\u00e9")), "caf\\xe9"),
        (lambda position: raise_(SystemExit()), "raised SystemExit"),
    ],
)
def test_a_strategy_that_fails_is_told_and_a_move_made(decide: Callable[[Position], Any], complaint: str) -> None:
    ok, error, move = talk(server(deciding(decide)), "START 7", "TURN 0,0")
    assert (ok, move) == ("OK", "3,3")
    assert error.startswith("ERROR ")
    assert complaint in error
    assert error.isascii()
    assert len(error) < 400


def raise_(error: BaseException) -> Decision:
    raise error


def test_with_a_seed_a_move_depends_on_the_position_alone() -> None:
    moves = [talk(server(Unsure(), seed=seed), "START 15", "TURN 3,3")[-1] for seed in (1, 1, 2)]
    assert moves[0] == moves[1] != moves[2]
    engine = server(Unsure(), seed=1)
    assert talk(engine, "START 15", "BEGIN", "RESTART", "TURN 3,3")[-1] == moves[0]


class Clocked:
    """A server, and the budgets that its strategy was given; a move takes `takes` seconds."""

    def __init__(self, takes: float = 0.0) -> None:
        self.now, self.given = 0.0, list[Budget]()

        def decide(position: Position) -> Decision:
            self.now += takes
            return Decision(position.legal_moves[:1])

        strategy = deciding(decide)

        def strategy_for(budget: Budget) -> Strategy:
            self.given.append(budget)
            return strategy

        self.server = Server(strategy_for, clock=lambda: self.now)

    def say(self, *lines: str) -> Budget:
        talk(self.server, *lines)
        return self.given[-1]


def test_the_time_for_a_move() -> None:
    clocked = Clocked()
    assert clocked.say("START 15") == Budget()  # it is only asked what it plays
    assert clocked.say("BEGIN").seconds == 4.72
    assert clocked.say("INFO timeout_turn 1000", "TURN 2,0").seconds == 0.92
    assert clocked.say("INFO timeout_turn 0", "TURN 0,2").seconds == LEAST_SECONDS  # as fast as possible
    assert clocked.say("INFO timeout_turn 5000", "INFO timeout_match 0", "TURN 0,3").seconds == 4.72
    assert clocked.say("INFO time_left 2147483647", "TURN 0,4").seconds == 4.72
    game = clocked.say("INFO time_left 30000", "TURN 6,0")
    assert game.soft is not None
    assert LEAST_SECONDS < game.soft < (game.seconds or 0) == 4.72
    assert clocked.say("INFO time_left -5", "TURN 1,2") == Budget(seconds=LEAST_SECONDS, soft=LEAST_SECONDS)
    clocked.say("INFO timeout_turn x", "INFO time_left 2147483647", "TURN 1,3")
    assert clocked.given[-1].soft is None  # what is not a number is ignored


def test_the_time_of_a_match_is_kept_where_the_manager_does_not_say_what_is_left() -> None:
    clocked = Clocked(takes=20.0)
    first = clocked.say("INFO timeout_turn 600000", "INFO timeout_match 60000", "START 15", "BEGIN")
    second = clocked.say("TURN 0,1")
    assert 0 < (second.soft or 0) < (first.soft or 0)
    assert clocked.say("TURN 0,2", "TURN 0,3").seconds == LEAST_SECONDS
    clocked = Clocked()
    assert clocked.say("INFO timeout_turn 600000", "INFO timeout_match 60000", "START 15", "BEGIN") == first
    assert clocked.say("RESTART", "BEGIN") == first


lines = st.text(max_size=40) | st.binary(max_size=40).map(lambda data: data.decode("latin-1"))
small = st.integers(-1, 6)
likely = st.one_of(
    st.sampled_from(["BEGIN", "BOARD", "DONE", "RESTART", "ABOUT", "INFO", "INFO k 3", "INFO k 4", "INFO rule 1"]),
    st.builds("START {}".format, small),
    st.builds("RECTSTART {},{}".format, small, small),
    st.builds("TURN {},{}".format, small, small),
    st.builds("TAKEBACK {},{}".format, small, small),
    st.builds("INFO k {}".format, small),
    st.builds("INFO {} {}".format, st.sampled_from(["timeout_turn", "timeout_match", "time_left"]), st.integers()),
    st.builds("{},{},{}".format, small, small, st.integers(0, 4)),
)
ANSWER = re.compile(r"OK|[0-9]+,[0-9]+|(ERROR|UNKNOWN|MESSAGE) .+|name=.+")


@given(st.lists(likely | lines, max_size=60))
def test_whatever_is_said_the_answers_are_lines_of_the_protocol(said: list[str]) -> None:
    engine = server(Unsure(), seed=0)
    for line in said:
        for answer in engine.feed(line):
            assert ANSWER.fullmatch(answer)
            assert answer.isascii()
            assert answer.isprintable()
    talk(engine, "DONE", "INFO k 5")
    assert engine.feed("START 15") == ([] if engine.ended else ["OK"])


class Model:
    """What a manager knows of a board: whose stones are where, in the order they came."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.played: list[tuple[int, int]] = []

    def has(self, point: tuple[int, int]) -> bool:
        return 0 <= point[0] < self.columns and 0 <= point[1] < self.rows and point not in self.played

    def take(self, answer: str) -> None:
        point = tuple(map(int, answer.split(",")))
        assert len(point) == 2
        assert self.has((point[0], point[1]))
        self.played.append((point[0], point[1]))


steps = st.lists(st.tuples(st.sampled_from("TTTTBUR"), st.integers(-1, 7), st.integers(-1, 6)), max_size=30)


@given(st.integers(5, 7), st.integers(5, 6), steps, st.randoms(use_true_random=False))
def test_a_manager_s_own_board_agrees(
    columns: int, rows: int, steps: list[tuple[str, int, int]], rng: random.Random
) -> None:
    """Turns, boards, taking back and beginning anew."""
    engine, model = server(Unsure(), seed=0), Model(columns, rows)
    k = max(columns, rows)
    assert talk(engine, f"INFO k {k}", f"RECTSTART {columns},{rows}") == ["OK"]
    for step, column, row in steps:
        if step == "R":
            assert engine.feed("RESTART") == ["OK"]
            model.played.clear()
        elif step == "U":
            for _ in range(min(2, len(model.played))):
                assert engine.feed("TAKEBACK {},{}".format(*model.played.pop())) == ["OK"]
        elif step == "B":
            stones = [(*point, 1 if (len(model.played) - i) % 2 == 0 else 2) for i, point in enumerate(model.played)]
            rng.shuffle(stones)
            answers = talk(engine, "BOARD", *("{},{},{}".format(*stone) for stone in stones), "DONE")
            if over(answers, model):
                return
            model.take(answers[-1])
        elif model.has((column, row)):
            answers = engine.feed(f"TURN {column},{row}")
            model.played.append((column, row))
            if over(answers, model):
                return
            model.take(answers[-1])
        else:
            assert engine.feed(f"TURN {column},{row}")[0].startswith("ERROR ")


def over(answers: list[str], model: Model) -> bool:
    """Whether the game has ended: a line of k may come about by chance, and the board may be full."""
    return re.match(r"ERROR (no move|[a-z]\d+ cannot be played): the game is over", answers[0]) is not None


def test_a_stand_in_plays_what_the_player_does_not() -> None:
    engine = Server(lambda budget: Ordinary() if budget.seconds else Lowest())
    assert talk(engine, "INFO rule 1", "START 15", "BEGIN") == ["OK", "0,0"]
