"""Certificates of games with options: brute force follows them too, and what is false of such a game is refused."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from noughts.board_text.position_text import parse_position
from noughts.certify import Entry, Section, check
from noughts.certify.check import replay
from noughts.core.budget import Budget
from noughts.core.game import Game, image_of
from noughts.core.position import Position, Side
from noughts.core.value import Value
from noughts.errors import CertificateError, CertificateRefused, LimitExceeded
from noughts.solve.certificates import write_certificate
from noughts.strategies.registry import load
from tests.certify.builders import strategy_entries, write
from tests.cli.conftest import Run
from tests.core import brute
from tests.fuzz.certificate_mutations import Draft, order, place, section, symmetries
from tests.fuzz.certificate_mutations import number as other_number
from tests.fuzz.small_games import sealed
from tests.witnesses import minimax

GAMES = [
    "3,3,3-gravity",
    "3,3,3-misere",
    "3,3,3-exact",
    "4,3,3-exact",
    "3,3,3-gravity-misere",
    "3,3,2-misere",
    "4,3,2-gravity-exact",
]
SMALL = [game for game in GAMES if game.startswith("3,3")]
Moves = dict[tuple[int, int], list[int]]


def solved(path: Path, text: str) -> Path:
    """Write the certificate of a game's value."""
    start = Position(Game.from_text(text))
    write_certificate(path, start, Value(minimax(start).result), Budget())
    return path


class Followed:
    """The sections of a file, followed by the rules as `brute` has them; nothing of `noughts.certify`."""

    def __init__(self, data: bytes) -> None:
        head, *lines, _ = data.decode().splitlines()
        self.head = json.loads(head)
        m, n, k, *options = self.head["game"]
        self.game = Game(m, n, k, **dict.fromkeys(options, True))
        self.start = tuple(self.head["position"].split("/"))
        self.sections = list[tuple[dict[str, str], Moves]]()
        for line in lines:
            if line.startswith("{"):
                self.sections.append((json.loads(line), {}))
            else:
                x, o, moves = line.split()
                listed = [int(move) for move in moves[1:].split(",")] if moves[0] == "m" else []
                self.sections[-1][1][int(x, 16), int(o, 16)] = listed
        last_row = {*range(m * n - m, m * n)}
        self.images = [
            image
            for image in symmetries(m, n)
            if not self.game.gravity or {image[cell] for cell in last_row} == last_row
        ]

    def hold(self) -> bool:
        """Return whether every game that the moves allow ends as each section says."""
        return all(self._holds(*each) for each in self.sections)

    def _holds(self, line: dict[str, str], listed: Moves) -> bool:
        images = self.images if line["symmetry"] else self.images[:1]
        waiting, seen = [self.start], {self.start}
        while waiting:
            rows = waiting.pop()
            if (end := brute.status(rows, self.game)) is not None:
                if end != line["side"] and (end != "draw" or line["goal"] == "win"):
                    return False
                continue
            moves = legal = brute.moves(rows, self.game)
            mover = "X" if len(brute.stones(rows, "X")) == len(brute.stones(rows, "O")) else "O"
            if mover == line["side"]:
                moves = self._moves(rows, images, listed) or [
                    cell for cell in legal if brute.status(brute.with_mark(rows, cell, mover), self.game) == mover
                ]
                if not moves or not {*moves} <= {*legal}:
                    return False
            for cell in moves:
                after = brute.with_mark(rows, cell, mover)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return True

    def _moves(self, rows: brute.Rows, images: list[list[int]], listed: Moves) -> list[int]:
        """Return the moves of the entry for a place or, with symmetry, for its least image."""
        x, o = brute.stones(rows, "X"), brute.stones(rows, "O")
        boards = ((sum(1 << image[c] for c in x), sum(1 << image[c] for c in o), image) for image in images)
        *least, image = min(boards)
        return [image.index(cell) for cell in listed.get((least[0], least[1]), [])]


def changed_entries(data: bytes, change: Callable[[bytes], list[list[bytes]]]) -> Iterator[bytes]:
    """Yield the files in which one entry is replaced by others, under a right digest."""
    lines = data.splitlines()[:-1]
    for number, line in enumerate(lines):
        if not line.startswith(b"{"):
            for entries in change(line):
                body = [*lines[:number], *entries, *lines[number + 1 :]]
                yield sealed(b"\n".join(body) + b"\n", sum(not each.startswith(b"{") for each in body))


def refuse(path: Path, data: bytes, message: str | None = None) -> None:
    path.write_bytes(data)
    with pytest.raises(CertificateRefused, match=message):
        check(path)


@pytest.mark.parametrize("text", [*GAMES, "4,4,4-gravity"])
def test_values(text: str, tmp_path: Path) -> None:
    """The checker finds the value, and brute force follows the moves to the ends that the file promises."""
    path = solved(tmp_path / "c", text)
    checked = check(path)
    start = Position(Game.from_text(text))
    assert checked.head.position == start
    assert checked.value == minimax(start).word
    assert Followed(path.read_bytes()).hold()


@pytest.mark.parametrize("symmetry", [False, True])
@pytest.mark.parametrize("text", SMALL)
def test_a_strategy_for_each_side(text: str, symmetry: bool, tmp_path: Path) -> None:
    """Moves that minimax chose, of a later position too, hold for the goal that it gives, and for no better one."""
    game = Game.from_text(text)
    for start in (Position(game), Position(game).play(7)):
        for side in Side:
            result = minimax(start).result * (1 if start.side is side else -1)
            if result < 0:
                continue
            goals = ("not lose", "win")[: 1 + result]
            entries = strategy_entries(start, side, goals[-1], symmetry)
            for goal in ("not lose", "win"):
                line = Section("strategy", side.value, goal, symmetry)
                path = write(tmp_path / "c", start, "", [(line, entries)])
                if goal in goals:
                    assert check(path).shown == {side: goal}
                else:
                    refuse(path, path.read_bytes(), "should win, but the game ends with")
                assert Followed(path.read_bytes()).hold() == (goal in goals)


@pytest.mark.parametrize("text", SMALL)
def test_every_entry_is_needed(text: str, tmp_path: Path) -> None:
    """A misère game has no entry that may be left out: nobody wins by a line there."""
    path = solved(tmp_path / "c", text)
    data, spared, dropped = path.read_bytes(), 0, 0
    for short in changed_entries(data, lambda entry: [[]]):
        path.write_bytes(short)
        dropped += 1
        try:
            check(path)
        except CertificateRefused:
            continue
        assert spared % 5 or Followed(short).hold()
        spared += 1
    assert spared < dropped
    assert not spared or not Game.from_text(text).misere


@pytest.mark.parametrize("text", ["3,3,3-gravity", "3,3,3-gravity-misere"])
def test_a_stone_that_floats_is_found(text: str, tmp_path: Path) -> None:
    path, game = solved(tmp_path / "c", text), Game.from_text(text)

    def floating(entry: bytes) -> list[list[bytes]]:
        x, o = (int(board, 16) for board in entry.split()[:2])
        free = game.full & ~(x | o | game.legal(x | o))
        return [[b"%x %x m%d" % (x, o, cell)] for cell in range(game.cells) if free >> cell & 1]

    files = [*changed_entries(path.read_bytes(), floating)]
    assert len(files) > 20
    for changed in files:
        refuse(path, changed, "has a free cell below it")


@pytest.mark.parametrize("text", SMALL)
def test_changes_by_chance(full: bool, text: str, tmp_path: Path) -> None:
    """What the checker accepts of a file that was changed, brute force accepts too."""
    path, rng = solved(tmp_path / "c", text), random.Random(text)
    data, accepted, refused = path.read_bytes(), 0, 0
    for _ in range(120 if full else 40):
        draft = Draft.of(data.replace(json.dumps(Game.from_text(text).to_list()).encode(), b"[3, 3, 3]"))
        rng.choice((order, place, section, other_number, other_number))(draft, rng)
        draft.head = data.splitlines()[0]
        path.write_bytes(draft.sealed())
        try:
            check(path)
        except (CertificateError, CertificateRefused):
            refused += 1
        else:
            assert Followed(path.read_bytes()).hold()
            accepted += 1
    assert refused > accepted > 0


@pytest.mark.parametrize("entry", [Entry(0, 0, potential=True), Entry(0, 0, pairs=((0, 1), (23, 24)))])
@pytest.mark.parametrize("options", [["gravity"], ["misere"], ["exact"]])
def test_nothing_but_moves_is_an_argument(options: list[str], entry: Entry, tmp_path: Path) -> None:
    """On 5,5,5 the potential closes the empty board; of a game with options nothing of the kind is proved."""
    game, plain = Game(5, 5, 5, **dict.fromkeys(options, True)), Game(5, 5, 5)
    start, section = Position(game), Section("strategy", "O")
    assert check(write(tmp_path / "c", Position(plain), "", [(section, [entry])])).shown
    path = write(tmp_path / "c", start, "", [(section, [entry])])
    refuse(path, path.read_bytes(), "line 3: .*only moves of O are followed in a game with options")
    path = write(tmp_path / "c", start, "", [(Section("breaker", "X"), [Entry(0, game.full, potential=True)])])
    refuse(path, path.read_bytes(), "line 2: a section 'breaker' is for games without options")
    late = Position(Game(1, 1, 1, **dict.fromkeys(options, True)))
    path = write(tmp_path / "c", late, "", [(Section("breaker", "O"), [])])
    refuse(path, path.read_bytes(), "line 2: a section 'breaker' is for games without options")


@pytest.mark.parametrize("text", ["3,3,3-gravity", "3,3,3-misere", "3,3,3-exact"])
def test_no_strategy_is_stolen(text: str, tmp_path: Path) -> None:
    """That O does not lose says of X nothing, where a stone more may hurt."""
    start = Position(Game.from_text(text))
    sections = [(Section("strategy", "O"), strategy_entries(start, Side.O, "not lose", False))]
    checked = check(write(tmp_path / "c", start, "", sections))
    assert (checked.shown, checked.value) == ({Side.O: "not lose"}, None)
    path = write(tmp_path / "c", start, "", sections, value="draw")
    refuse(path, path.read_bytes(), "the head claims 'draw'")


def test_an_overline_is_no_line(tmp_path: Path) -> None:
    """c1 makes four in a row: that wins three in a row, and is nothing where three are exact."""
    for exact in (False, True):
        start = parse_position("XX.X/OO.O", Game(4, 2, 3, exact=exact))
        for entries in ([], [Entry(start.x, start.o, moves=(2,))]):
            path = write(tmp_path / "c", start, "", [(Section("strategy", "X", "win"), entries)])
            if exact:
                refuse(path, path.read_bytes(), "should win, but" if entries else "no move is given")
            else:
                assert check(path).value == "win"


def test_a_line_loses_in_a_misere_game(tmp_path: Path) -> None:
    """The last cell completes X's line, whether an entry says so or not."""
    start = parse_position("XOX/OXO/OX.", Game(3, 3, 3, misere=True))
    for entries in ([], [Entry(start.x, start.o, moves=(8,))]):
        path = write(tmp_path / "c", start, "", [(Section("strategy", "X"), entries)])
        refuse(path, path.read_bytes(), "the game ends with 'O wins'" if entries else "no move is given")
    path = write(tmp_path / "c", start, "", [(Section("strategy", "O", "win"), [])], value="loss")
    assert check(path).value == "loss"


def test_a_strategy_that_completes_a_line_needs_an_entry_in_a_misere_game() -> None:
    """Where no entry is, a move that wins by a line is proved; the same move loses here."""
    section, strategy = Section("strategy", "X"), load("rules: any")
    assert replay(strategy, parse_position("XOX/OXO/OX."), section, {}) == 1
    with pytest.raises(CertificateRefused, match="plays c3, the certificate proves no move"):
        replay(strategy, parse_position("XOX/OXO/OX.", Game(3, 3, 3, misere=True)), section, {})


@pytest.mark.parametrize("text", ["3,3,3-gravity", "3,3,3-misere", "3,3,2-misere", "3,3,3-gravity-misere"])
def test_it_proves_nothing_of_another_game(text: str, tmp_path: Path) -> None:
    path = solved(tmp_path / "c", text)
    data, game = path.read_bytes(), Game.from_text(text)
    written = json.dumps(game.to_list()).encode()
    assert data.count(written) == 1
    for options in brute.OPTIONS:
        other = Game(game.m, game.n, game.k, **options)
        # Without room for an overline an exact game is the same one.
        if (other.gravity, other.misere) != (game.gravity, game.misere):
            *lines, _ = data.replace(written, json.dumps(other.to_list()).encode()).splitlines(keepends=True)
            refuse(path, sealed(b"".join(lines), sum(not line.startswith(b"{") for line in lines)))


@pytest.mark.parametrize(
    "options",
    [
        '"misere", "gravity"',
        '"misere", "misere"',
        '"Misere"',
        '"overline"',
        '"misere", true',
        '["misere"]',
        '""',
        "null",
    ],
)
def test_options_have_one_spelling(options: str, tmp_path: Path) -> None:
    path = solved(tmp_path / "c", "3,3,2-misere")
    *lines, _ = path.read_bytes().replace(b'"misere"', options.encode()).splitlines(keepends=True)
    path.write_bytes(sealed(b"".join(lines), len(lines) - 2))
    with pytest.raises(CertificateError, match=r"^line 1: "):
        check(path)


def test_with_symmetry_falling_stones_are_mirrored_alone(tmp_path: Path) -> None:
    """A place's other images, under rotations, are no places that its entry stands for."""
    game = Game(3, 3, 3, gravity=True)
    start = Position(game).play(6)
    entries = strategy_entries(start, Side.O, "not lose", True)
    path = write(tmp_path / "c", start, "", [(Section("strategy", "O", "not lose", True), entries)])
    assert check(path).shown == {Side.O: "not lose"}
    turned = next(p for p in Game(3, 3, 3).symmetries if p not in game.symmetries)
    other = [Entry(image_of(e.first, turned), image_of(e.second, turned), (turned[e.moves[0]],)) for e in entries]
    path = write(tmp_path / "c", start, "", [(Section("strategy", "O", "not lose", True), other)])
    refuse(path, path.read_bytes())


@pytest.mark.parametrize("game", ["3,3,3-misere", "3,3,3-gravity", "3,3,3-exact"])
def test_the_proof_of_a_strategy(game: str, run: Run, tmp_path: Path) -> None:
    """`prove` writes the walk against every reply, which holds, and the strategy makes only the moves proved."""
    assert run("prove", "perfect", "--game", game, "--certificate", "made").code == 0
    assert Followed((tmp_path / "made").read_bytes()).hold()
    shown = run("check", "made", "--strategy", "perfect")
    assert shown.code == 0
    assert shown.out.startswith(f"holds: draw on {game}, X to move at .../.../...\n")
    assert run("check", "made", "--strategy", "rules: any").code == 1


def test_nothing_is_written_beyond_the_budget(run: Run, tmp_path: Path) -> None:
    assert run("solve", "5,4,4-gravity", "--nodes", "50", "--certificate", "made").code == 3
    with pytest.raises(LimitExceeded):
        write_certificate(tmp_path / "made", Position(Game(5, 4, 4, gravity=True)), Value(0), Budget(nodes=50))
    assert not [*tmp_path.iterdir()]
