"""Every lesson against witnesses that share no code with it: minimax, and a plain search over fours on a grid."""

import sys

import pytest

from noughts.board_text.position_text import parse_position
from noughts.core.game import Game, Move
from noughts.core.notation import parse_cell
from noughts.core.position import Position, Side, positions_after
from noughts.core.record import Record
from noughts.core.value import Value
from noughts.errors import LimitExceeded
from noughts.lessons import GRADES, OnlyMove, lesson, lessons_of, refutation
from noughts.lessons.exact_lessons import reason_of_only
from noughts.lessons.fours import shortest_win
from noughts.search.plain_search import OWN, FoursBoard
from noughts.solve.minimax import Plain
from noughts.solve.solver import Solver
from tests.refusals import refused
from tests.test_imports import loaded
from tests.witnesses import minimax

TRUTH = Plain().values
SMALL = [name for name in GRADES if name not in ("4,4,3", "five")]

# Lessons are shared by grade and seed, so a change of these breaks links.
FIRST = {
    "win": "OXX/.X./O.O b3",
    "block": "..O/..X/O.X b2",
    "fork": "X../OOX/... c1",
    "stop": "OXO./.X../XOX. c2",
    "4,3,3": ".XO./..X./.OXO b2",
    "4,4,3": ".XOO/X..X/..../.... c2",
    "4,4,4-gravity": ".X../.X../.O../OX.. a3",
    "3,3,3-misere": ".OO/.X./.X. a3",
    "five": "........./........./........./..OXOOOOX/..OXXXXO./...OXOX../....XX.../........./....O.... g8",
}


def others(given: OnlyMove) -> list[Move]:
    return [move for move in given.position.legal_moves if move != given.answer]


def check_the_moves(given: OnlyMove) -> None:
    """Its moves are legal and lead to the position; nobody on the way left a line of their own uncompleted."""
    *before, last = positions_after(given.game, given.moves)
    assert last == given.position
    assert last.outcome is None
    for position in before:
        assert not winning(position, position.legal_moves)


def winning(position: Position, moves: tuple[Move, ...]) -> list[Move]:
    """The moves that end the game at once."""
    ends = [(move, position.play(move).outcome) for move in moves]
    return [move for move, end in ends if end is not None and end.winner is position.side]


def value_after(position: Position, move: Move) -> Value:
    return minimax(position.play(move)).parent()


def check_the_values(given: OnlyMove) -> None:
    """By brute force: the answer keeps the value, every other move does not, and each line is best play."""
    best = minimax(given.position)
    assert value_after(given.position, given.answer) == best
    assert len(others(given)) > 1
    for move in others(given):
        wrong, refuted = value_after(given.position, move), refutation(given, move, TRUTH)
        assert refuted.after == wrong.word
        assert wrong.result < best.result
        check_the_line(given.position, refuted.line, move, wrong)
    check_the_line(given.position, given.line, given.answer, best)


def check_the_line(position: Position, line: tuple[Move, ...], first: Move, value: Value) -> None:
    """A line begins with a move, keeps its value, and is as long as best play."""
    assert line[0] == first
    assert len(line) == value.distance
    side = position.side
    for move in line:
        position = position.play(move)
        now = minimax(position)
        assert (now if position.side is side else now.parent()).result == value.result


def check_the_kind(given: OnlyMove) -> None:
    """What the question says, by brute force."""
    position, answer = given.position, given.answer
    threats = [cell for cell in position.legal_moves if is_line_with(position, position.side.opponent, cell)]
    wins, best = winning(position, position.legal_moves), minimax(position).result
    if given.grade == "win":
        assert (wins, best) == ([answer], 1)
    elif given.grade == "block":
        assert (threats, wins) == ([answer], [])
    elif position.game.line_wins:
        assert (threats, wins) == ([], [])
    if given.grade == "fork":
        assert best == 1
        assert [move for move in position.legal_moves if threats_after(position, move) > 1] == [answer]
    if given.grade == "stop":
        assert best == 0
        assert {value_after(position, move).result for move in others(given)} == {-1}


def threats_after(position: Position, move: Move) -> int:
    """How many cells complete a line of the mover after a move."""
    after = position.play(move)
    return sum(is_line_with(after, position.side, cell) for cell in after.legal_moves)


def is_line_with(position: Position, side: Side, cell: Move) -> bool:
    """Whether a stone of a side on a cell completes a line, whoever is to move."""
    stones = {other: position.stone(other) for other in range(position.game.cells)}
    return completes(position.game, {other for other, stone in stones.items() if stone is side}, cell)


def completes(game: Game, stones: set[Move], cell: Move) -> bool:
    """Whether a stone on a cell makes k in a row, counted cell by cell in four directions."""
    row, column = divmod(cell, game.m)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        run = 1
        for sign in (1, -1):
            r, c = row + sign * down, column + sign * right
            while 0 <= r < game.n and 0 <= c < game.m and r * game.m + c in stones:
                run, r, c = run + 1, r + sign * down, c + sign * right
        if run >= game.k:
            return True
    return False


def runs(game: Game, own: set[Move], theirs: set[Move]) -> list[Move]:
    """The moves that begin a win by fours, or complete a line: every free cell is tried, and nothing is remembered."""
    free = [cell for cell in range(game.cells) if cell not in own | theirs]
    if lines := [cell for cell in free if completes(game, own, cell)]:
        return lines
    stops = [cell for cell in free if completes(game, theirs, cell)]
    wins = []
    for move in free:
        if stops in ([], [move]):
            fours = [cell for cell in free if cell != move and completes(game, own | {move}, cell)]
            if len(fours) > 1 or (fours and runs(game, own | {move}, theirs | {fours[0]})):
                wins.append(move)
    return wins


def stones(position: Position) -> tuple[set[Move], set[Move]]:
    """The cells of the side to move, and of the other."""
    of = {side: {cell for cell in range(position.game.cells) if position.stone(cell) is side} for side in Side}
    return of[position.side], of[position.side.opponent]


def check_the_run(given: OnlyMove) -> None:
    """Only the answer begins a win by fours; its line wins, each answer forced; what is said of other moves is so."""
    game, (own, theirs) = given.game, stones(given.position)
    assert runs(game, own, theirs) == [given.answer]
    check_forced(given.position, given.line)
    for move in {*others(given)[::7], *given.line[1:]}:
        refuted = refutation(given, move, TRUTH)
        after = given.position.play(move)
        if refuted.after == "loss":
            check_forced(after, refuted.line[1:])
        elif len(refuted.line) > 1:
            reply_own, reply_theirs = stones(after.play(refuted.line[1]))
            assert runs(game, reply_own, reply_theirs) == []
        assert refuted.after in ("loss", None)


def check_forced(position: Position, line: tuple[Move, ...]) -> None:
    """A line ends in a win of the side to move, and the other side could only have chosen between two lost cells."""
    for ply, move in enumerate(line):
        if ply % 2:
            theirs, own = stones(position)
            cells = [cell for cell in position.legal_moves if completes(position.game, own, cell)]
            assert move in cells
            assert len(cells) == 1 or ply == len(line) - 2
            assert not any(completes(position.game, theirs, cell) for cell in position.legal_moves)
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winner is not None


def check(given: OnlyMove) -> None:
    check_the_moves(given)
    if given.grade == "five":
        check_the_run(given)
    else:
        check_the_values(given)
        check_the_kind(given)


@pytest.mark.parametrize("grade", SMALL)
def test_lessons_of_small_boards(grade: str) -> None:
    for seed in range(2):
        check(lesson(grade, seed, TRUTH))


@pytest.mark.parametrize("grade", ["4,4,3", "five"])
def test_a_lesson_of_a_larger_board(grade: str) -> None:
    check(lesson(grade, 1, TRUTH))


SEEDS = {"stop": 40, "4,4,4-gravity": 40, "4,4,3": 8, "five": 8}  # where a lesson takes a tenth of a second and more
CLASSES = {"stop": 10, "4,4,3": 7, "five": 7}  # among the lessons, where they are few or such positions are rare


@pytest.mark.slow
@pytest.mark.parametrize("grade", GRADES)
def test_many_lessons(grade: str) -> None:
    """They are as they should be, and they vary."""
    lessons = [lesson(grade, seed, TRUTH) for seed in range(SEEDS.get(grade, 300))]
    for given in lessons:
        check(given)
    assert len({given.position.canonical() for given in lessons}) >= CLASSES.get(grade, 25)


@pytest.mark.parametrize("grade", GRADES)
def test_a_grade_and_a_seed_give_one_lesson(grade: str) -> None:
    """Whatever the source of the values: here brute force on the smallest board."""
    given = lesson(grade, 1, TRUTH)
    assert f"{given.position} {given.game.name(given.answer)}" == FIRST[grade]
    assert (given.grade, given.seed) == (grade, 1)
    assert given.game in GRADES[grade].boards


def test_an_unknown_grade_is_named() -> None:
    with refused("error.no-grade", "hint.did-you-mean:['win']", grade="'wni'"):
        lesson("wni", 0, TRUTH)
    with refused("error.no-grade", "hint.known-are"):
        lesson("zzz", 0, TRUTH)


def test_where_no_position_fits_a_lesson_is_refused_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were every position a draw, there would be no only move."""
    monkeypatch.setattr("noughts.lessons.grades._PLIES", 5)
    with refused("error.no-lesson", grade="'win'", seed=3):
        lesson("win", 3, lambda position: dict.fromkeys(position.legal_moves, Value(0, position.empty.bit_count())))


@pytest.mark.parametrize(
    ("grade", "question", "why", "wrong"),
    [
        ("win", "X can win at once. Where?", "b3 completes b1 b2 b3.", "Now O wins at once."),
        (
            "fork",
            "X can win with a fork. Where?",
            "c1 threatens b1 and c3, and O",
            "Now it is only a draw: O can hold it.",
        ),
        (
            "five",
            "X can win with a run of fours. Where does it begin?",
            "g8 (O h9), g7 (O g9), d7 (O c7), h7.",
            "That makes no four: O plays g8,",
        ),
    ],
)
def test_the_words(grade: str, question: str, why: str, wrong: str) -> None:
    given = lesson(grade, 1, TRUTH)
    refuted = refutation(given, others(given)[0], TRUTH)
    assert str(given.question) == question
    assert why in explanation(given)
    assert str(refuted.words).startswith(wrong)


def explanation(given: OnlyMove) -> str:
    """Why the answer is right, in English."""
    return " ".join(map(str, given.why))


def test_a_move_that_is_not_legal_is_no_answer() -> None:
    given = lesson("win", 1, TRUTH)
    with refused("error.cell-taken", cell="a1", side="O"):
        refutation(given, 0, TRUTH)


def test_the_lessons_of_a_lost_game() -> None:
    """O takes an edge against a corner: only the centre would have held the draw. Its later moves cannot help."""
    game = Game(3, 3, 3)
    moves = tuple(parse_cell(game, name) for name in ["a1", "b1", "b2", "c3", "a3", "a2", "c1"])
    record = Record(game, moves)
    (given,) = lessons_of(record, Side.O, TRUTH)
    assert (given.position, game.name(given.answer), given.moves) == (parse_position("X../.../..."), "b2", moves[:1])
    assert str(given.question) == "Only one move of O keeps the draw. Which one?"
    assert (given.grade, given.seed, explanation(given)) == (
        "own",
        None,
        "After b2 it is a draw. Every other move loses.",
    )
    assert str(refutation(given, 1, TRUTH).words) == "Now X wins in 3 moves."
    assert lessons_of(record, Side.X, TRUTH) == []


def test_positions_without_known_values_give_no_lesson() -> None:
    def unknown(position: Position) -> dict[Move, Value]:
        raise LimitExceeded("no table")

    assert lessons_of(Record(Game(3, 3, 3), (0, 1, 4, 8)), Side.O, unknown) == []


def test_a_search_for_fours_that_ends_early_is_no_answer() -> None:
    position = parse_position("...X./....O/OX.../OX...", Game(5, 4, 4))
    assert len(shortest_win(FoursBoard(position), OWN, 100)) == 5
    with refused("error.fours-limit"):
        shortest_win(FoursBoard(position), OWN, 1)


def test_fours_of_an_exact_game_lead_to_no_overline() -> None:
    """On X.X.X.. a stone on b1 makes a four whose last cell, d1, makes five in a row."""
    boards = [FoursBoard(Position(Game(7, 1, 4, exact=exact))) for exact in (False, True)]
    for board in boards:
        for cell in (0, 2, 4):
            board.put(OWN, cell)
    assert [board.fours(OWN) for board in boards] == [{1: {3}, 3: {1, 5}, 5: {3}}, {3: {5}, 5: {3}}]


def test_where_the_search_against_a_quiet_move_ends_early_no_line_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    given = lesson("five", 1, TRUTH)
    monkeypatch.setattr("noughts.lessons.fours._REFUTING", 0)
    refuted = refutation(given, 0, TRUTH)
    assert (refuted.line, refuted.after) == ((0,), None)
    assert str(refuted.words) == "That makes no four, and O need not answer it: it begins no run of fours."


@pytest.mark.parametrize(
    ("others", "words"),
    [
        ([0, -1, -1], "After a1 X wins in 2 moves. Other moves that only draw: 1. That lose: 2."),
        ([0, 0], "After a1 X wins in 2 moves. Every other move only draws."),
    ],
)
def test_what_the_other_moves_are_worth(others: list[int], words: str) -> None:
    values = {0: Value(1, 3)} | {1 + cell: Value(result) for cell, result in enumerate(others)}
    assert " ".join(map(str, reason_of_only(Position(Game(3, 3, 3)), values, 0))) == words


def test_lessons_load_the_standard_library_alone() -> None:
    """So they can be made in a browser."""
    _, names, _ = loaded("import noughts.lessons")
    assert names - {"noughts"} <= sys.stdlib_module_names


@pytest.mark.parametrize("name", ["4,3,3", pytest.param("4,4,3", marks=pytest.mark.slow)])
def test_the_right_threat_is_what_a_wider_board_teaches(name: str) -> None:
    """As the titles say: most answers threaten to complete a line, found by trying each cell for the mover."""
    assert str(GRADES[name].title).startswith("The right threat")
    truth = Solver().known
    threats = [makes_a_threat(lesson(name, seed, truth)) for seed in range(1, 13)]
    assert sum(threats) > 0.9 * len(threats)


def makes_a_threat(given: OnlyMove) -> bool:
    """Whether the side that answers has, then, all but one stone of a row, and that cell is free."""
    game, side = given.game, given.position.side
    after = given.position.play(given.answer)
    cells = {(cell % game.m, cell // game.m): after.stone(cell) for cell in range(game.cells)}
    rows = [
        [cells.get((x + step * dx, y + step * dy), side.opponent) for step in range(game.k)]
        for x, y in cells
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    ]
    return any(row.count(side) == game.k - 1 and row.count(None) == 1 for row in rows)
