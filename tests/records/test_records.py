"""Every format: what was written is read back, recognised, and whatever else comes in ends in one line; JSON too."""

import json
import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from noughts.core.game import Game
from noughts.core.record import Record
from noughts.errors import IllegalMoveError, NoughtsError
from noughts.records import (
    FORMATS,
    LIMIT,
    WORDS,
    decode,
    read_record,
    read_records,
    recognise,
    write_record,
    write_records,
)
from noughts.records.document import read, read_lines, write, write_line
from tests.core.brute import attempt, games, played
from tests.refusals import refused

GAME = Game(3, 3, 3)
WON = Record(GAME, (0, 3, 1, 4, 2), ("human", "ring"))
AWKWARD = """]|\\|[x]|a]\\[|two
lines|\r\n\t|| |"|"quoted"|-1|1,Freestyle|3,4,5|(;B[aa])|game 3,3,3|result X|X|名前|\u2028|\ufeff|\0|\ud800|{}|a:b"""
NAMES = st.text() | st.sampled_from(AWKWARD.split("|"))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draw a record: any game, played to its end or not, with any names, result and ending."""
    game = draw(games())
    walk = played(game, random.Random(draw(st.integers(0, 2**32))), draw(st.integers(0, 60)))
    moves = tuple((before.empty ^ after.empty).bit_length() - 1 for before, after in pairwise(walk))
    result = draw(st.sampled_from(["X", "O", "draw", None]))
    endings = NAMES | st.sampled_from(["X resigned", "O resigned", "X ran out of time", "O forfeited", "unfinished"])
    return Record(game, moves, (draw(NAMES), draw(NAMES)), result, draw(endings))


@pytest.mark.parametrize("format", FORMATS)
@given(record=records())
def test_what_is_written_is_read_back(format: str, record: Record) -> None:
    text = write_record(record, format)
    assert read_record(text) == record
    assert read_record(text.encode()) == record
    assert read_record(text, format=format, game=record.game) == record
    assert recognise(text) == ("json" if format == "jsonl" else format)


@pytest.mark.parametrize("format", [name for name, format in FORMATS.items() if format.several])
@given(some=st.lists(records(), min_size=2, max_size=4))
def test_a_file_of_many_games(format: str, some: list[Record]) -> None:
    text = "".join(write_records(some, format))
    assert recognise(text) == format
    assert [*read_records(text)] == some
    assert read_record(text) == some[0]


@pytest.mark.parametrize("format", ["json", "psq"])
def test_formats_of_one_game(format: str) -> None:
    assert [*write_records([WON], format)] == [write_record(WON, format)]
    with refused("error.several-games", format=repr(format)):
        [*write_records([WON, WON], format)]


def test_the_table_of_formats() -> None:
    for call in (lambda: read_record("b2", format="pgn"), lambda: write_record(WON, "pgn")):
        with refused("error.no-format", format="'pgn'", other="jsonl"):
            call()


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("  \n(;GM[4])", "sgf"),
        ("mail header\n( ;GM[4])", "sgf"),
        ("\n piskvorky 3x3", "psq"),
        ('{"schema":\n 1}', "json"),
        ('{"a": 1}', "json"),
        ('{"a": 1}\n{"a": 2}\n', "jsonl"),
        ("game 3,3,3\nX (;smile\n", "text"),
        ("1. b2 a1", "text"),
        ("", "text"),
        (" " * 300 + '{"a": 1}', "json"),
        ('{"a": 1}\n{"a": 2}\n{', "json"),
    ],
)
def test_the_text_says_its_format(text: str, format: str) -> None:
    assert recognise(text) == format


def test_text_from_bytes() -> None:
    assert decode(b"\xef\xbb\xbfb2\r\na1\rc3") == "b2\na1\nc3"
    assert decode("(;CA[GB2312]PB[王])".encode("gb2312")) == "(;CA[GB2312]PB[王])"
    assert decode(b"(;CA[Latin-1]PB[\xe9])") == "(;CA[Latin-1]PB[é])"
    assert decode(b"(;CA [ windows-1252 ]PB[\x80])") == "(;CA [ windows-1252 ]PB[€])"


@pytest.mark.parametrize(
    ("data", "kinds"),
    [
        (b"b2 \xff", "error.not-utf-8:4"),
        (b"(;CA[base64]PB[\xe9])", "error.not-utf-8:16"),
        (b"(;CA[unicode_escape]PB[\xe9\\d])", "error.not-utf-8:24"),
        (b"X CA[latin-1]\nO \xe9\nb2", "error.not-utf-8:17"),
        (b"b2\0", "error.nul:3"),
        ("\0", "error.nul:1"),
    ],
)
def test_bytes_that_are_no_text(data: str | bytes, kinds: str) -> None:
    with refused(*kinds.split()):
        read_record(data)


@pytest.mark.parametrize(
    "text",
    [
        "(;SZ[\x1b[2J])",
        "(;SZ[3];W[\u202e])",
    ],
)
def test_a_message_shows_no_control_characters(text: str) -> None:
    with pytest.raises(NoughtsError) as caught:
        read_record(text)
    assert str(caught.value).isprintable()


def test_a_file_that_is_too_long() -> None:
    with refused("error.long-file"):
        decode(bytes(LIMIT + 1))


def test_the_game_and_the_move_that_are_wrong() -> None:
    good = write_record(WON, "text")
    with refused("error.game-number:2", "error.move-number:2", "error.cell-taken:b2") as caught:
        [*read_records(good + "game 3,3,3\nb2 b2")]
    assert isinstance(caught.value, IllegalMoveError)
    assert caught.value.move == 4
    with refused("error.game-number", "error.move-number", "error.no-cell-ring", cell="'z9'"):
        [*read_records(2 * good + "game 3,3,3\nz9")]
    with refused("error.stones-uneven", x=3, o=0):
        read_record("(;SZ[3]AB[aa][bb][ab])")
    assert next(read_records(good + "game 3,3,3\nb2 b2")) == WON  # only what is read can be wrong


@pytest.mark.parametrize("format", FORMATS)
def test_an_illegal_move_is_refused_with_its_number(format: str) -> None:
    text = write_record(WON, format)
    last = {"sgf": ("B[ca]", "B[aa]"), "psq": ("3,1,0", "1,1,0")}.get(format, ("c1", "a1"))
    assert last[0] in text
    with refused("error.move-number", "error.cell-taken", number=5, cell="a1", side="X"):
        read_record(text.replace(*last))


def test_another_game_for_the_same_board() -> None:
    record = Record(Game(4, 4, 4), (0, 5, 1))
    for format in ("sgf", "psq", "text"):
        assert read_record(write_record(record, format), Game(4, 4, 3)).game == Game(4, 4, 3)
    for format in ("json", "jsonl"):
        with refused("error.other-game", game="'4,4,4'", expected="'4,4,3'"):
            read_record(write_record(record, format), Game(4, 4, 3))
    for format in ("sgf", "psq"):
        with refused("error.board-of-other", game="'3,3,3'"):
            read_record(write_record(record, format), GAME)


HOSTILE = {
    "brackets": "[" * 1_000_000,
    "nodes": "(" + ";" * 1_000_000,
    "escapes": "(;C[" + "\\" * 1_000_001,
    "unclosed": "(;" + "B[" * 500_000,
    "many games": "(;SZ[3])" * 3 + "(;" * 10,
    "JSON": '{"a":' * 200_000,
    "digits": '{"schema": ' + "9" * 100_000 + "}",
    "numbers": "9" * 1_000_000,
    "moves": "a1 " * 300_000,
    "joined": "a1" * 500_000 + "!",
    "dots": "." * 1_000_000,
    "too long": "b2 " * 400_000,
    "psq": "Piskvorky 3x3, 0:0, 0\n" + "1,1,0\n" * 150_000,
    "psq header": "Piskvorky " + "9" * 1_000_000,
    "game": "game " + "9," * 100_000,
    "empty": "",
    "points": "7,7 " * 300_000,
    "blanks between points": "0,0" + " " * 1_000_000 + "1,1",
    "log": "START 15\n" + "BEGIN\n7,7\n" * 100_000,
    "sav": "15\n15\n225\n" + "7 7\n" * 50_000,
    "XML": "<database>" * 50_000,
    "XML move": "<database><game><move>" + "h8 " * 300_000 + "</move></game></database>",
    "comment": "{" * 1_000_000,
    "rectangles": "(;SZ[26]AB" + "[aa:zz]" * 37_000 + ")",
    "keys": '{"schema": "noughts/record/1", ' + ", ".join(f'"{i}": 0' for i in range(20_000)) + ', "0": 0}',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_ends_in_one_short_line(name: str) -> None:
    with pytest.raises(NoughtsError) as caught:
        [*read_records(HOSTILE[name])]
    message = str(caught.value)
    assert message
    assert len(message) <= WORDS + 3
    assert message.isprintable()
    for format in FORMATS:
        assert isinstance(attempt(read_record, HOSTILE[name], None, format), Record | NoughtsError)


def pieces() -> Iterator[str]:
    """Return fragments that the formats are made of."""
    for format in FORMATS:
        yield from write_record(WON, format).replace("\n", " \n ").split(" ")
    yield from ("(;", ")", "[", "]", "\\", "B[aa]", "W[bb]", "AB[aa:cc]", "AE[aa]", "SZ[3]", "SZ[", "RE[B+R]", "\n")
    yield from ("1,1", "1,Freestyle", "-1", "{", "}", '"', "game 4,3,3\n", "result draw: x\n", "a1b2", "1.b2")


FRAGMENTS = st.lists(st.sampled_from(sorted({*pieces()})), max_size=12).flatmap(
    lambda some: st.sampled_from(["", " ", "\n"]).map(lambda gap: gap.join(some))
)


@given(st.text() | st.binary() | FRAGMENTS, st.sampled_from([None, *FORMATS]))
@example("Piskvorky 3x3\n1,1,0\nresult X:\ngame\n", None)
def test_any_input_is_a_record_or_one_of_our_errors(text: str | bytes, format: str | None) -> None:
    record = attempt(read_record, text, None, format)
    assert isinstance(record, Record | NoughtsError)
    if isinstance(record, Record):
        assert read_record(write_record(record, "sgf")) == record


RECORD = Record(Game(4, 3, 3), (5, 0), ("ring", "human"))


def test_a_document_and_a_line() -> None:
    assert [*read(write(RECORD))] == [RECORD]
    assert [*read(write_line(RECORD), RECORD.game)] == [RECORD]
    assert write_line(RECORD).count("\n") == 1


def test_lines() -> None:
    assert [*read_lines(write_line(RECORD) + "\n" + write_line(RECORD))] == [RECORD, RECORD]
    with refused("error.empty-file", format="JSON Lines"):
        [*read_lines("\n \n")]


def changed(**fields: object) -> str:
    return json.dumps(json.loads(write_line(WON)) | fields)


def test_keys_of_others_are_not_read() -> None:
    assert [*read(changed(more=[1.5, {"a": None}]))] == [WON]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (changed(result="O"), "error.result-not-shown"),
        (changed(result=None), "error.result-not-shown:None"),
        (changed(moves=["a1", "a2"]), "error.ending-not-shown"),
        (changed(moves="142"), "error.not-a-record error.member-list:moves"),
        (changed(moves=[1, 4]), "error.not-a-record error.move-not-text:1"),
        (changed(moves=["a1", "B1"]), "error.move-number:2 error.cell-spelling"),
        (changed(moves=["a01"]), "error.move-number:1 error.cell-spelling"),
        (changed(moves=["a1\x1c"]), "error.move-number:1 error.cell-characters"),
        (changed(game=[26, 26, 5], moves=["\u212a1"]), "error.move-number:1 error.cell-characters"),
        (changed(game=[3.0, 3, 3]), "error.not-whole error.size-columns"),
        (changed(game=[True, 3, 3]), "error.not-whole:True error.size-columns"),
        (changed(players={"X": None, "O": "b"}), "error.not-a-record error.member-str:X"),
        (changed(more=float("nan")), "error.not-a-record error.not-json error.not-a-json-number:NaN"),
        (changed()[:-1] + ', "game": [3, 3, 3]}', "error.not-a-record error.not-json error.key-twice"),
    ],
)
def test_a_document_is_strict(text: str, kinds: str) -> None:
    with refused(*kinds.split()):
        [*read(text)]


def test_lines_end_with_a_line_feed_alone() -> None:
    with refused("error.not-a-record", "error.not-json"):
        [*read_lines(write_line(WON) + "\x1c\n" + write_line(WON))]
