"""SGF: what we write, and what other programs write."""

import random
from collections import Counter

import pytest

from noughts.core.game import Game
from noughts.core.record import Record
from noughts.errors import NotationError
from noughts.records.sgf import read, trees, write
from tests.fuzz.mutate import mutated
from tests.refusals import refused

GOMOKU = Game(15, 15, 5)


def first(text: str, game: Game | None = None) -> Record:
    return next(read(text, game))


def test_an_independent_reader_sees_the_same_game() -> None:
    record = Record(GOMOKU, (112, 113, 97), ("a]b\\c", "d"), "X", "O resigned")
    ((root, *moves),) = collection(write(record)) or []
    said = {"AP": "noughts", "CA": "UTF-8", "FF": "4", "GM": "4", "RE": "B+R", "RU": "Freestyle", "SZ": "15"}
    assert root == {name: [text] for name, text in said.items()} | {"PB": ["a]b\\c"], "PW": ["d"]}
    assert moves == [{"B": ["hh"]}, {"W": ["ih"]}, {"B": ["hg"]}]


DAMAGED = [
    "(;GM[4]SZ[15]PB[Black]RE[B+R];B[hh];W[hi]C[good \\] move];B[ii](;W[gg](;B[aa])(;B[bb]))(;W[jj];B[ff]))",
    "mail\n( ;FF[3]GaMe[4]SiZe[5:3]RU[3 in a row, free]AddBlack[aa][ba]AW[cc:cc];White[ca]BL[3.5];Black[bb])\n(;SZ[3])",
    "(;SZ[3]AB[aa:ba]AW[bb]\n;B[CC]RE[0])(;SZ[3]PB[a \\\nb\\\\\tc\n\\\td];B[aa]W[bb]B[cc])(;;)",
]


def test_another_grammar_reads_damaged_files_alike() -> None:
    """The grammar by characters and recursion: the same properties, or neither has any."""
    rng, seen = random.Random(0), Counter[bool]()
    damaged = (mutated(rng.choice(DAMAGED).encode(), rng).decode("latin-1") for _ in range(3000))
    for text in [*DAMAGED, *damaged]:
        expected = collection(text)
        try:
            found = [*trees(text)]
        except NotationError:
            found = None
        assert found == expected, text
        seen[found is None] += 1
    assert min(seen.values()) > 500


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (Record(Game(3, 3, 3), (0, 3, 1, 4, 2)), "RE[B+]RU[3 in a row]SZ[3];"),
        (Record(Game(3, 3, 3), (0, 1, 2, 4, 3, 5, 7, 6, 8)), "RE[0]RU[3 in a row]SZ[3];"),
        (Record(Game(4, 3, 3), ()), "PW[?]RU[3 in a row]SZ[4:3])"),
        (Record(Game(4, 3, 3), (0,), result="O", ending="X resigned"), "RE[W+R]"),
        (Record(Game(4, 3, 3), (0,), result="X", ending="O ran out of time"), "RE[B+T]"),
        (Record(Game(4, 3, 3), (0,), result="X", ending="O forfeited"), "RE[B+F]"),
        (Record(Game(4, 3, 3), (0,), result="X", ending="X resigned"), "END[X resigned]"),
        (Record(Game(4, 3, 3), (0,), result="draw", ending="agreed"), "END[agreed]"),
    ],
)
def test_what_is_said_of_a_game(record: Record, said: str) -> None:
    text = write(record).replace("\n", "")
    assert said in text
    assert ("END" in said) == ("END" in text)
    assert first(text) == record


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("(;FF[4]GM[4]SZ[15];B[hh];W[hi];B[ii])", "h8 h9 i9"),
        ("(;GM[4]SZ[15:15];B[HH];W[Hi])", "h8 h9"),
        ("noise\n( ;gm[4]x ; )(;SZ[3];B[aa])(;SZ[3];B[bb])", None),
        ("(;SZ[3](;B[aa](;W[bb])(;W[cc]))(;B[ab]))", "a1 b2"),
        ("(;SiZe[3];Black[aa]C[good \\] move];White[bb]BL[3.5]XY[z];)", "a1 b2"),
        ("(;SZ[3];B[aa]W[bb])", "a1 b2"),
        ("(;SZ[3]AB[aa][ba]AW[cc];W[ca])", "a1 c3 b1 c1"),
        ("(;SZ[4,3]RU[3 in a row]AB[aa:ba]AW[ac:bc];B[ca])", "a1 a3 b1 b3 c1"),
        ("(;SZ[3];AB[bb];W[aa])", "b2 a1"),
        ("(;SZ[3]C[(;B[cc\\])];B[aa])", "a1"),
    ],
)
def test_what_other_programs_write(text: str, names: str | None) -> None:
    if names is None:
        with refused("error.not-an-sgf", "error.sgf-unexpected"):
            first(text)
    else:
        record = first(text)
        assert record.cell_names == names.split()


@pytest.mark.parametrize(
    ("setup", "last"),
    [("AB[aa][ba][ca]AW[ab][bb]", "ca"), ("AB[ca][bb][ba][aa][bc]AW[ab][ac][cc][cb]", None)],
)
def test_a_finished_game_may_be_set_up(setup: str, last: str | None) -> None:
    record = first(f"(;SZ[3]{setup})")
    assert record.result == "X"
    assert sorted(record.cell_names) == sorted(
        f"{point[0]}{'abc'.index(point[1]) + 1}"
        for point in setup.replace("AB", "").replace("AW", "")[1:-1].split("][")
    )


def test_two_lines_set_up_are_completed_by_their_common_stone() -> None:
    cross = "AB[aa][cc][ca][ac][bb]AW[ba][ab][cb][bc]"
    record = first(f"(;SZ[3]{cross})")
    assert record.game.name(record.moves[-1]) == "b2"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("RE[B+R]", ("X", "O resigned")),
        ("RE[W+Resign]", ("O", "X resigned")),
        ("RE[b+time]", ("X", "O ran out of time")),
        ("RE[Black+]", ("X", "not by the rules")),
        ("RE[W+3.5]", ("O", "not by the rules")),
        ("RE[0]", ("draw", "not by the rules")),
        ("RE[Draw]", ("draw", "not by the rules")),
        ("RE[Void]", (None, "unfinished")),
        ("RE[?]", (None, "unfinished")),
        ("", (None, "unfinished")),
    ],
)
def test_results(said: str, expected: tuple[str | None, str]) -> None:
    record = first(f"(;SZ[3]{said};B[aa])")
    assert (record.result, record.ending) == expected


@pytest.mark.parametrize(
    ("said", "game"),
    [
        ("GM[4]SZ[15]", GOMOKU),
        ("SZ[3]", Game(3, 3, 3)),
        ("SZ[5:3]", Game(5, 3, 5)),
        ("SZ[15]RU[Freestyle]", GOMOKU),
        ("SZ[15]RU[Standard]", Game(15, 15, 5, exact=True)),
        ("SZ[15]RU[1]", Game(15, 15, 5, exact=True)),
        ("SZ[3]RU[2 in a row]", Game(3, 3, 2)),
        ("SZ[15]RU[exactly 5 in a row]", Game(15, 15, 5, exact=True)),
        ("GM[4]SZ[19]RU[6 in a row, no overlines]", Game(19, 19, 6)),
    ],
)
def test_which_game(said: str, game: Game) -> None:
    assert first(f"(;{said})").game == game


def test_an_overline_that_is_set_up() -> None:
    """And a line beside it: the stones are placed in an order that wins with the last one."""
    text = "(;SZ[7:3]RU[exactly 3 in a row]AB[aa][ba][ca][da][ac][bc][cc]AW[ab][cb][eb][gb][ec][gc])"
    record = first(text)
    assert str(record.final) == "XXXX.../O.O.O.O/XXX.O.O"
    assert record.result == "X"


def test_a_game_that_is_named() -> None:
    assert first("(;GM[1]SZ[9];B[aa])", Game(9, 9, 4)).game == Game(9, 9, 4)
    assert first("(;B[aa])", Game(9, 9, 4)).game == Game(9, 9, 4)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("", "error.not-an-sgf error.sgf-empty"),
        ("(;SZ[3];B[aa]", "error.not-an-sgf error.sgf-unclosed:262144"),
        ("(;SZ[3]" + "C[x]" * 70_000 + ")", "error.not-an-sgf error.sgf-unclosed:262144"),
        ("(;SZ[3]B)", "error.not-an-sgf error.sgf-unexpected:9"),
        ("(;GM[1]SZ[9];B[aa])", "error.sgf-other-game:1"),
        ("(;GM[4];B[aa])", "error.sgf-no-size"),
        ("(;SZ[four])", "error.sgf-size:four"),
        ("(;SZ[4])", "error.how-many:4"),
        ("(;SZ[99])", "error.out-of-range:99 error.size-columns"),
        ("(;SZ[3]RU[9 in a row])", "error.line-too-long:9"),
        ("(;SZ[3];W[aa])", "error.move-number:1 error.sgf-mover:B"),
        ("(;SZ[3];B[aa];B[bb])", "error.move-number:2 error.sgf-mover:W"),
        ("(;SZ[3];B[aa];W[])", "error.move-number:2 error.sgf-pass:cc"),
        ("(;SZ[3];B[tt])", "error.move-number:1 error.sgf-pass:cc"),
        ("(;SZ[3];B[da])", "error.move-number:1 error.sgf-point:cc"),
        ("(;SZ[3];B[aa];W[aa])", "error.move-number:2 error.cell-taken:a1"),
        ("(;SZ[3]AE[aa])", "error.sgf-setup:0"),
        ("(;SZ[3];B[aa];AW[bb])", "error.sgf-setup:1"),
        ("(;SZ[3]AB[aa]AW[aa])", "error.stones-of-both"),
        ("(;SZ[3]AB[aa][aa])", "error.stone-twice"),
        ("(;SZ[3]AB[aa:zz])", "error.sgf-point:cc"),
        ("(;SZ[3]AW[aa])", "error.stones-uneven:0"),
        ("(;SZ[3]AB[cc:aa])", "error.sgf-rectangle"),
        ("(;SZ[15];B[\u212aa])", "error.move-number:1 error.sgf-point:oo"),
        ("(;SZ[3];b[aa];w[bb])", "error.not-an-sgf error.sgf-property"),
        ("(;SZ[15]RU[+4 in a row])", "error.sgf-rule"),
        ("(;SZ[3]END[line];B[aa])", "error.ending-not-shown"),
    ],
)
def test_what_is_no_game_of_ours(text: str, kinds: str) -> None:
    with refused(*kinds.split()):
        first(text)


def test_games_far_apart() -> None:
    text = "(;SZ[3];B[aa])" + " " * 300_000 + "(;SZ[3];B[bb])"
    assert [record.cell_names for record in read(text)] == [["a1"], ["b2"]]


def test_gm_4_never_stands_alone() -> None:
    rules = {
        Game(3, 3, 3): "3 in a row",
        Game(7, 6, 4): "4 in a row",
        Game(7, 6, 4, exact=True): "exactly 4 in a row",
        GOMOKU: "Freestyle",
        Game(15, 15, 5, exact=True): "Standard",
    }
    for game, rule in rules.items():
        text = write(Record(game, ()))
        assert "GM[4]" in text
        assert f"RU[{rule}]" in text
        assert first(text).game == game


# --- the grammar, character by character and by recursion: a witness that shares nothing with the reader


Node = dict[str, list[str]]


BLANKS = " \t\n\r\f\v"


class Broken(Exception):
    """The text is not a collection of games."""


class Reader:
    """A text, and the place in it that is read next."""

    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0

    def next(self) -> str:
        """Return the next character that is not blank, "" at the end."""
        while self.text[self.place : self.place + 1] in (*BLANKS,):
            self.place += 1
        return self.text[self.place : self.place + 1]

    def take(self, expected: str) -> None:
        if self.next() != expected:
            raise Broken
        self.place += 1

    def tree(self) -> list[Node]:
        """Return the nodes of a tree's first branch."""
        self.take("(")
        nodes = [self.node()]
        while self.next() == ";":
            nodes.append(self.node())
        branches = []
        while self.next() == "(":
            branches.append(self.tree())
        self.take(")")
        return nodes + (branches[0] if branches else [])

    def node(self) -> Node:
        self.take(";")
        found: Node = {}
        while (letter := self.next()).isascii() and letter.isalpha():
            name = ""
            while (letter := self.text[self.place : self.place + 1]).isascii() and letter.isalpha():
                name += letter if letter.isupper() else ""
                self.place += 1
            values = found.setdefault(name, [])
            values.append(self.value())
            while self.next() == "[":
                values.append(self.value())
        return found

    def value(self) -> str:
        self.take("[")
        text = ""
        while (letter := self.text[self.place : self.place + 1]) != "]":
            escaped = letter == "\\"
            self.place += 1 + escaped
            letter = self.text[self.place - 1 : self.place]
            if letter == "":
                raise Broken
            if not (escaped and letter == "\n"):
                text += " " if letter in BLANKS else letter
        self.place += 1
        return text


def collection(text: str) -> list[list[Node]] | None:
    """Return the main lines of the games in a text, None if there is none or one is broken."""
    reader, games = Reader(text), []
    while (start := next((i for i in range(reader.place, len(text)) if begins(text, i)), None)) is not None:
        reader.place = start
        try:
            games.append(reader.tree())
        except Broken:
            return None
    return games or None


def begins(text: str, place: int) -> bool:
    """Return whether a game begins here."""
    return text[place] == "(" and text[place + 1 :].lstrip(BLANKS)[:1] == ";"
