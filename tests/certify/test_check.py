"""Certificates hold, and every fault is found: flipped bits, cuts, false arguments under a right digest."""

import gzip
import os
import pickle
import random
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from noughts.board_text.position_text import parse_position
from noughts.certify import Checked, Entry, Section, Writer, check
from noughts.certify.check import Findings
from noughts.certify.entry import ReplyGroup
from noughts.certify.reading import Part, read
from noughts.cli.certificates import in_workers
from noughts.core.game import Game, image_of
from noughts.core.position import Position, Side
from noughts.errors import CertificateError, CertificateRefused, LimitExceeded, NoughtsError, WorkersError
from noughts.players.player import Decision, Strategy
from noughts.processes.pool import Processes
from noughts.strategies.registry import load
from tests.certify.builders import draw_of_333, followed, kept, normal_form, strategy_entries, write
from tests.fuzz.certificate_mutations import KINDS, Draft
from tests.fuzz.small_games import grown, resealed
from tests.witnesses import minimax

STANDARD, WIN = Game(3, 3, 3), Game(4, 3, 3)


@pytest.mark.parametrize("symmetry", [False, True])
@pytest.mark.parametrize("name", ["draw.cert", "draw.cert.gz"])
def test_a_draw(tmp_path: Path, name: str, symmetry: bool) -> None:
    checked = check(draw_of_333(tmp_path / name, symmetry))
    assert checked.conclusion == "draw"
    assert checked.shown == {Side.O: "not lose", Side.X: "not lose"}
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("symmetry", [False, True])
def test_a_win(tmp_path: Path, symmetry: bool) -> None:
    start, section = parse_position("O.../.X../....", WIN), Section("strategy", "X", "win", symmetry)
    entries = strategy_entries(start, Side.X, "win", symmetry)
    checked = check(write(tmp_path / "win", start, "X wins", [(section, entries)], value="win"))
    assert checked.conclusion == "X wins"
    assert checked.entries == len(entries)


def test_a_win_needs_no_entry_where_a_line_is_completed(tmp_path: Path) -> None:
    start = parse_position("XX./OO./...")
    assert check(write(tmp_path / "win", start, "", [(Section("strategy", "X", "win"), [])], value="win")).shown


def test_both_sides_of_a_later_position(tmp_path: Path) -> None:
    start = parse_position("X../.O./...")
    sections = [
        (Section("strategy", side.value, "not lose"), strategy_entries(start, side, "not lose", False)) for side in Side
    ]
    assert check(write(tmp_path / "both", start, "draw", sections, value="draw")).conclusion == "draw"
    with pytest.raises(CertificateRefused, match="the head claims 'draw'"):
        check(write(tmp_path / "one", start, "draw", sections[:1], value="draw"))
    one = check(write(tmp_path / "modest", start, "", sections[:1]))
    assert one.conclusion == "X does not lose"


def test_pairing_draws_a_board_at_once(tmp_path: Path) -> None:
    """On 5,5,5 each of the 12 lines has two cells of its own in the pairing of Hales and Jewett's figure."""
    game = Game(5, 5, 5)
    pairing = """
        11 1 8 1 12
        6 2 2 9 10
        3 7 0 9 3
        6 7 4 4 10
        12 5 8 5 11
    """
    cells: dict[str, list[int]] = {}
    for cell, label in enumerate(pairing.split()):
        cells.setdefault(label, []).append(cell)
    pairs = tuple((a, b) for a, b in (pair for label, pair in cells.items() if label != "0"))
    entry = Entry(0, game.full, pairs=pairs)
    path = write(tmp_path / "pairs", Position(game), "draw", [(Section("breaker", "X"), [entry])], value="draw")
    assert check(path).conclusion == "draw"
    shared = Entry(0, game.full, pairs=(*pairs[1:], (pairs[0][0], pairs[1][0])))
    path = write(tmp_path / "shared", Position(game), "draw", [(Section("breaker", "X"), [shared])], value="draw")
    with pytest.raises(CertificateError, match=r"line 3: .* names a cell twice"):
        check(path)


def test_potential_draws_a_board_at_once(tmp_path: Path) -> None:
    for text, holds in (("4,4,4", True), ("5,5,5", True), ("3,3,3", False)):
        game = Game.from_text(text)
        entry = Entry(0, game.full, potential=True)
        path = write(tmp_path / "e", Position(game), "draw", [(Section("breaker", "X"), [entry])], value="draw")
        if holds:
            assert check(path).conclusion == "draw"
        else:
            with pytest.raises(CertificateRefused, match="too much potential"):
                check(path)


def test_pairs_and_the_potential_of_the_rest(tmp_path: Path) -> None:
    """Two pairs on 5,5,5 stop two rows; the rest has 17/32, and the centre's lines double another 7/32."""
    game, section = Game(5, 5, 5), Section("breaker", "X")
    entry = Entry(0, game.full, pairs=((0, 1), (23, 24)))
    assert check(write(tmp_path / "f", Position(game), "", [(section, [entry])])).shown[Side.O] == "not lose"
    game = Game(4, 3, 3)
    entry = Entry(0, game.full, pairs=((0, 1), (4, 5)))
    with pytest.raises(CertificateRefused, match="too much potential in the 12 lines that no pair stops"):
        check(write(tmp_path / "f", Position(game), "", [(section, [entry])]))


def test_breaker_loses_what_maker_wins(tmp_path: Path) -> None:
    start, section = Position(Game(2, 2, 2)), Section("breaker", "X")
    replies = Entry(0, 0b1111, groups=_groups((0, 1), (1, 0), (2, 3), (3, 2)))
    nested = [
        Entry(1 << a, 0b1111 & ~(1 << a | 1 << b), groups=_groups((c, d), (d, c)))
        for a, b, c, d in [(0, 1, 2, 3), (1, 0, 2, 3), (2, 3, 0, 1), (3, 2, 0, 1)]
    ]
    for entries, message in (
        ([replies, *nested], "Maker completes a line with 2"),
        ([replies], "no reply is given, and line 3 leads there"),
        ([Entry(0, 15, groups=_groups((0, 1), (1, 0), (2, 3)))], "does not answer Maker's move 3"),
        ([Entry(0, 15, groups=_groups((0, 0), (1, 0), (2, 3), (3, 0)))], "reply 0 is not free"),
        ([Entry(0, 15, moves=(1,))], "Maker is to move"),
        ([Entry(1, 14, potential=True)], "no line above leads to this place"),
    ):
        with pytest.raises(CertificateRefused, match=message):
            check(write(tmp_path / "b", start, "", [(section, entries)]))
    with pytest.raises(CertificateError, match="names a cell twice"):
        check(write(tmp_path / "b", start, "", [(section, [Entry(0, 15, pairs=((0, 1), (0, 2)))])]))


def _groups(*replies: tuple[int, int]) -> tuple[ReplyGroup, ...]:
    """A group for each of Maker's moves, and Breaker's reply to it."""
    return tuple(ReplyGroup(reply, 1 << move) for move, reply in replies)


@pytest.mark.parametrize("symmetry", [False, True])
def test_breaker_to_move_first(tmp_path: Path, symmetry: bool) -> None:
    """His move stands at the place of the start, like any other entry: without dead cells, and as the least image."""
    start = parse_position("...X/..../..../....", Game(4, 4, 4))
    section, corner = Section("breaker", "X", symmetry=symmetry), 0 if symmetry else 3
    place = 1 << corner, start.game.full & ~(1 << corner)
    for move, message in ((corner, "is not his move there"), (None, "no move is given")):
        entries = [] if move is None else [Entry(*place, moves=(move,))]
        with pytest.raises(CertificateRefused, match=message):
            check(write(tmp_path / "b", start, "", [(section, entries)]))
    move = 5 if symmetry else 6
    after = normal_form(start.game, place[0], place[1] & ~(1 << move), symmetry=symmetry)
    entries = [Entry(*place, moves=(move,)), Entry(*after, potential=True)]
    assert check(write(tmp_path / "b", start, "", [(section, entries)])).shown == {Side.O: "not lose"}
    with pytest.raises(CertificateRefused, match="is not his move there"):
        check(write(tmp_path / "b", start, "", [(section, entries[1:])]))


def test_a_dead_board_needs_no_breaker(tmp_path: Path) -> None:
    start = parse_position("XOX/OOX/X.O")
    assert start.side is Side.X
    for entries in ([], [Entry(0, 0, potential=True)]):
        assert check(write(tmp_path / "b", start, "", [(Section("breaker", "X"), entries)])).shown == {
            Side.O: "not lose"
        }


def redigest(path: Path) -> None:
    """Give a file that was tampered with a right count and digest again."""
    path.write_bytes(resealed(re.sub(rb"end .*\n\Z", b"", path.read_bytes())))


def test_every_entry_is_needed(tmp_path: Path) -> None:
    """With any entry dropped, under a right digest, the check fails, but where a line is completed instead."""
    path = draw_of_333(tmp_path / "good")
    lines = path.read_text().splitlines(keepends=True)
    spared = 0
    for number in range(2, len(lines) - 1):
        path.write_text("".join(lines[:number] + lines[number + 1 :]))
        redigest(path)
        x, o = (int(board, 16) for board in lines[number].split()[:2])
        try:
            assert check(path).conclusion == "draw"
        except CertificateRefused as error:
            assert re.search("no move is given|no line above leads to this place", str(error))  # noqa: PT017
        else:
            assert completes(o, STANDARD.full & ~(x | o))
            spared += 1
    assert 0 < spared < len(lines) - 10


def test_no_entry_is_idle(tmp_path: Path) -> None:
    """An entry repeated, or moved above the one that leads to it, is a fault."""
    path = draw_of_333(tmp_path / "good")
    lines = path.read_text().splitlines(keepends=True)
    for number in range(2, len(lines) - 1):
        changes = [[*lines[:number], lines[number], *lines[number:]]]
        if lines[number].split()[1] != "0":  # the start itself leads to the places with one stone
            changes.append([*lines[:2], lines[number], *lines[2:number], *lines[number + 1 :]])
        for changed in changes:
            path.write_text("".join(changed))
            redigest(path)
            with pytest.raises(CertificateRefused, match="no line above leads to this place"):
                check(path)


def test_a_move_that_loses_is_found(tmp_path: Path) -> None:
    """Every entry's move is changed to one that minimax says loses: the check fails."""
    path = draw_of_333(tmp_path / "good")
    lines = path.read_text().splitlines(keepends=True)
    changed = 0
    for number in range(2, len(lines) - 1):
        x, o = (int(board, 16) for board in lines[number].split()[:2])
        position = Position.from_boards(STANDARD, x, o)
        for move in position.legal_moves:
            if minimax(position.play(move)).result == 1:
                path.write_text("".join([*lines[:number], f"{x:x} {o:x} m{move}\n", *lines[number + 1 :]]))
                redigest(path)
                with pytest.raises(CertificateRefused):
                    check(path)
                changed += 1
    assert changed > 100


def completes(stones: int, free: int) -> bool:
    return any((stones | 1 << c) & m == m for c in range(9) if free >> c & 1 for m in STANDARD.line_masks)


HEAD = '{"schema": "noughts/certificate/2", "game": [3, 3, 3], "position": ".../.../...", "claim": "a draw"'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "noughts/certificate/2",
            "noughts/certificate/1",
            "line 1: schema is 'noughts/certificate/1', expected \"noughts/certificate/2\"",
        ),
        ('"game": [3, 3, 3]', '"game": [3, 3, 4]', "line 1: no game '3,3,4'"),
        ('"game": [3, 3, 3]', '"game": [3, 3, true]', r"line 1: game is \[3, 3, True\]"),
        ('"game": [3, 3, 3]', '"game": [3,3,3]', "line 1: spelled '3,3"),
        ('".../.../..."', '".../..."', "line 1: position is '.../...', expected 3 rows of 3 cells"),
        ('".../.../..."', '"xx./oo./..."', "line 1: position is 'xx./oo./...'"),
        ('".../.../..."', '"XX./.../..."', "line 1: 2 X to 0 O"),
        ('".../.../..."', '"XXX/OOO/..."', "line 1: both sides have won"),
        (', "claim": "a draw"', "", "line 1: claim is None, expected a string"),
        ('"value": "draw"', '"value": "won"', "line 1: value is 'won'"),
        ('"value": "draw"', '"value": "draw", "strategy": 3', "line 1: strategy is 3"),
        ('"value": "draw"', '"value": "draw", "proved": true', "line 1: spelled"),
        ("{", "[", "line 1: "),
        (HEAD, "[" * 60_000, "line 1: nested too deeply"),
        (HEAD, " " * 262_144 + HEAD, "line 1: longer than 262,144 bytes"),
        ("a draw", "a dräw", "line 1: byte .* is 0xc3, expected ASCII"),
        ('"section": "strategy"', '"section": "guess"', "line 2: section is 'guess'"),
        ('"side": "O"', '"side": "Y"', "line 2: side is 'Y'"),
        ('"goal": "not lose"', '"goal": "draw"', "line 2: goal is 'draw'"),
        (', "goal": "not lose"', "", "line 2: spelled"),
        ("\n1 0 m4", "\n1 0 z4", "line 3: no head, section, entry or end: '1 0 z4'"),
        ("\n1 0 m4", "\n1 0 m9", "line 3: '1 0 m9' names cell 9, the board has cells 0 to 8"),
        ("\n1 0 m4", "\n1 0 m4,4", "line 3: '1 0 m4,4' names a cell twice"),
        ("\n1 0 m4", "\n200 0 m4", "line 3: '200 0 m4' has a board of more than 9 cells"),
        ("\n1 0 m4", "\n1 0 m4\n", "line 4: no head, section, entry or end: ''"),
    ],
)
def test_a_file_that_is_no_certificate(tmp_path: Path, old: str, new: str, message: str) -> None:
    """It breaks the form: one line says where and how, whatever its digest says."""
    path = draw_of_333(tmp_path / "bad", claim="a draw")
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    redigest(path)
    with pytest.raises(CertificateError, match=message) as caught:
        check(path)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"value": "draw"', '"value": "win"', "line 92: the head claims 'win' for X to move, the sections show 'draw'"),
        ('"side": "O"', '"side": "X"', "line 3: entry '1 0 m4': no line above leads to this place"),
        (
            '"goal": "not lose"',
            '"goal": "win"',
            r"line [0-9]+: at 'XOX/OOX/XXO', O to move: O should win, but the game ends with",
        ),
        ("\n1 0 m4", "\n1 0 m0", "line 3: at 'X../.../...', O to move: entry '1 0 m0': a1 is taken"),
        ("\n1 0 m4", "\n1 0 g1:1", "line 3: at 'X../.../...', O to move: entry '1 0 g1:1' is not a leaf"),
        ("\n1 0 m4", "\n1 0 p1-2", "line 3: at 'X../.../...', O to move: entry '1 0 p1-2': too much potential"),
        ("\n1 0 m4", "\n1 0 p0-1", "pair 0-1 needs two free cells that no other pair has"),
    ],
)
def test_a_certificate_that_does_not_hold(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = draw_of_333(tmp_path / "bad")
    path.write_text(path.read_text().replace(old, new, 1))
    redigest(path)
    with pytest.raises(CertificateRefused, match=message):
        check(path)


def test_a_drawn_position_is_no_proof_of_another(tmp_path: Path) -> None:
    """The proof of the empty board says nothing of a position that its mover wins in one."""
    path = draw_of_333(tmp_path / "bad")
    path.write_text(path.read_text().replace(".../.../...", "XX./OO./..."))
    redigest(path)
    with pytest.raises(CertificateRefused, match="O should not lose, but the game ends with 'X wins'"):
        check(path)


def test_sections_that_add_nothing(tmp_path: Path) -> None:
    start = Position(STANDARD)
    draw = Section("strategy", "O"), strategy_entries(start, Side.O, "not lose", False)
    won = parse_position("XX./OO./...")
    win: tuple[Section, list[Entry]] = (Section("strategy", "X", "win"), [])
    for position, sections in (
        (start, [draw, draw]),
        (start, [draw, (Section("breaker", "X"), [Entry(0, 511, potential=True)])]),
        (won, [win, (Section("strategy", "X"), [])]),
        (won, [win, (Section("strategy", "O"), [])]),
    ):
        with pytest.raises(CertificateError, match=r"line [0-9]+: the section .* adds nothing"):
            check(write(tmp_path / "f", position, "", sections))


def test_other_faults(tmp_path: Path) -> None:
    start, section = Position(STANDARD), Section("strategy", "X", "win")
    for entries, message in (
        ([Entry(0, 0, potential=True)], "only entries with moves can show a win"),
        ([Entry(0, 0, moves=(4,))], "no move is given, and line 3 leads there"),
    ):
        with pytest.raises(CertificateRefused, match=message):
            check(write(tmp_path / "f", start, "", [(section, entries)]))
    with pytest.raises(CertificateError, match="line 2: the file ends before any section"):
        check(write(tmp_path / "f", start, "", []))
    with Writer(tmp_path / "f", start, "") as writer:
        writer.entry(Entry(0, 0, moves=(0,)))
    with pytest.raises(CertificateError, match="line 2: '0 0 m0' comes before any section"):
        check(tmp_path / "f")
    (tmp_path / "f").write_text("")
    with pytest.raises(CertificateError, match="line 1: the file is cut short"):
        check(tmp_path / "f")


def test_a_fault_in_the_form_comes_first(tmp_path: Path) -> None:
    """A file is refused for its argument only if it is a certificate to its last line."""
    path = draw_of_333(tmp_path / "bad")
    path.write_text(path.read_text().replace("\n1 0 m4", "\n1 0 m0", 1))
    with pytest.raises(CertificateError, match="digest"):
        check(path)


def test_limits(tmp_path: Path) -> None:
    path = draw_of_333(tmp_path / "good")
    entries = check(path).entries
    assert check(path, max_entries=entries).entries == entries
    with pytest.raises(LimitExceeded, match=f"more than {entries - 1} entries"):
        check(path, max_entries=entries - 1)


def test_a_writer_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    def stop() -> None:
        with Writer(tmp_path / "f", Position(STANDARD), "") as writer:
            writer.section(Section("strategy", "X"))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop()
    assert list(tmp_path.iterdir()) == []


class Last:
    """The last free cell: no strategy of a proof."""

    name = "last"

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return Decision(moves=position.legal_moves[-1:])


class Narrow(Last):
    """Of the moves that a certificate proves always the last."""

    name = "narrow"

    def __init__(self, path: Path) -> None:
        lines = [line.split() for line in path.read_text().splitlines()[2:-1] if not line.startswith("{")]
        self.moves = {(int(x, 16), int(o, 16)): int(re.split("[m,]", moves)[-1]) for x, o, moves in lines}

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return Decision(moves=(self.moves[position.x, position.o],))


def played_by(strategy: Strategy, path: Path) -> Path:
    """Write the certificate of a strategy that does not lose at 3,3,3, as X and as O."""
    start, rng = Position(STANDARD), random.Random(0)
    sections = [
        (Section("strategy", side.value), followed(start, side, lambda position: strategy.decide(position, rng).moves))
        for side in Side
    ]
    return write(path, start, "", sections)


def test_a_strategy_is_held_against_a_certificate(tmp_path: Path) -> None:
    path = played_by(load("ring"), tmp_path / "ring")
    assert [section.asked for section in check(path, strategy=load("ring")).sections] == [97, 292]
    assert check(path, strategy=Narrow(path)).sections[0].asked == 97
    with pytest.raises(CertificateRefused, match=r"X to move: 'last' plays c3, the certificate proves b2"):
        check(path, strategy=Last())
    with pytest.raises(CertificateRefused, match="'last' plays"):
        check(draw_of_333(tmp_path / "f"), strategy=Last())
    potential = Entry(0, (1 << 16) - 1, potential=True)
    start = Position(Game(4, 4, 4))
    with pytest.raises(CertificateRefused, match="it holds no moves of 'last'"):
        check(write(tmp_path / "e", start, "", [(Section("breaker", "X"), [potential])]), strategy=Last())


def test_a_strategy_follows_the_images_of_a_place(tmp_path: Path) -> None:
    """With symmetry a strategy is held against the image of each entry, and where it wins at once to a winning move."""
    path = draw_of_333(tmp_path / "f", symmetry=True)
    moves: dict[tuple[int, int], int] = {}
    for line in path.read_text().splitlines()[2:-1]:
        x, o, what = line.split()
        moves[int(x, 16), int(o, 16)] = int(what[1:])

    class Images(Last):
        def decide(self, position: Position, rng: random.Random) -> Decision:
            x, o, p = min((image_of(position.x, p), image_of(position.o, p), p) for p in STANDARD.symmetries)
            return Decision(moves=(p.index(moves[x, o]),))

    asked = check(path, strategy=Images()).sections[0].asked
    assert asked is not None
    assert asked > len(moves)


KEPT = kept(most=3000)


def all_read_first(work: Callable[[Part], Findings], parts: Iterable[Part]) -> Iterator[Findings]:
    """Like `map`, but every part is read before the first is checked, and all is sent, as between processes."""
    for part in list(parts):
        yield pickle.loads(pickle.dumps(work(pickle.loads(pickle.dumps(part)))))


def verdict(path: Path, **how: object) -> Checked | str:
    """Return what a check says, its fault if it has one."""
    try:
        return check(path, **how)  # type: ignore[arg-type]
    except NoughtsError as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("path", KEPT, ids=[path.name for path in KEPT])
def test_the_same_findings(path: Path) -> None:
    assert verdict(path, mapper=all_read_first) == verdict(path)


def test_the_same_first_fault(tmp_path: Path, full: bool) -> None:
    """Of files with several faults too, and whichever the limit of entries is."""
    rng, path, seen = random.Random(0), tmp_path / "f", set[str]()
    small = [gzip.decompress(path.read_bytes()) for path in kept(most=600)]
    for _ in range(500 if full else 150):
        data = rng.choice(small) if rng.random() < 0.5 else grown(rng)
        for _ in range(rng.choice((1, 1, 3))):
            with suppress(IndexError):  # a file whose first line is broken in two is not changed further
                changed = rng.choice(KINDS[4:])(data, rng)
                data = changed if changed.count(b"\n") > 2 else data
        path.write_bytes(data)
        most = rng.choice((10_000, len(data.splitlines()) - 4, 2))
        alone = verdict(path, max_entries=most)
        assert verdict(path, max_entries=most, mapper=all_read_first) == alone
        seen.add(alone.partition(":")[0] if isinstance(alone, str) else "holds")
    assert seen == {"holds", "CertificateError", "CertificateRefused", "LimitExceeded"}


@pytest.mark.gate
def test_real_processes(tmp_path: Path) -> None:
    """Of a win with symmetry, and of a file with a fault in its middle."""
    good = next(path for path in KEPT if path.name == "6,5,4.cert.gz")
    bad = draw_of_333(tmp_path / "bad")
    draft = Draft.of(bad.read_bytes())
    del draft.parts[0].entries[40]
    bad.write_bytes(draft.sealed())
    with Processes(2) as pool:
        mapper = partial(in_workers, pool)
        assert verdict(good, mapper=mapper) == verdict(good)
        assert verdict(bad, mapper=mapper) == verdict(bad)


def die(part: Part) -> Findings:
    os._exit(1)


def test_a_process_that_is_killed() -> None:
    with pytest.raises(WorkersError, match="a process that checks was killed"), Processes(2) as pool:
        list(in_workers(pool, die, read(KEPT[0])))


def test_a_section_that_is_refused_is_only_read_on(tmp_path: Path) -> None:
    """Below a fault the entries are counted and their form is checked, but nothing is followed."""
    path = draw_of_333(tmp_path / "f")
    draft = Draft.of(path.read_bytes())
    draft.parts[0].entries = [b"1 0 m0", *[b"1 0 m4"] * 2000]
    path.write_bytes(draft.sealed())
    idle = list[bool]()

    def watched(work: Callable[[Part], Findings], parts: Iterable[Part]) -> Iterator[Findings]:
        for part in parts:
            found = work(part)
            idle.append(found.entries > len(found.each))
            yield found

    with pytest.raises(CertificateRefused, match=r"line 3: .*a1 is taken by X"):
        check(path, mapper=watched)
    assert idle[2] is False
    assert idle.count(True) == 7
    with pytest.raises(LimitExceeded):
        check(path, max_entries=2000)


def test_the_largest_board(tmp_path: Path) -> None:
    """Any number of cells, in groups too: a line of 26 on 26,26,26 is stopped in the first half of its cells or in the
    second."""
    game = Game(26, 26, 26)
    entry = Entry(0, game.full, potential=True)
    path = write(tmp_path / "f", Position(game), "", [(Section("breaker", "X", symmetry=True), [entry])])
    assert check(path, mapper=all_read_first).value == "draw"
