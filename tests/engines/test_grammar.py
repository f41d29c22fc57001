"""Lines to values and back; and nothing that a line holds makes the grammar raise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core.game import Game
from noughts.engines.grammar import (
    NUMBERS,
    Info,
    Line,
    Malformed,
    ManagerCommand,
    Reply,
    Stone,
    Unknown,
    cell_at,
    parse_about,
    parse_command,
    parse_reply,
    point_text,
)
from noughts.processes.line_cutter import MAX_LINE, quote

numbers = st.integers(-999_999_999, 999_999_999)
counts = st.integers(0, 999_999_999)
words = st.from_regex(r"[a-z_][a-z0-9_]{0,9}", fullmatch=True)


@st.composite
def commands(draw: st.DrawFn) -> Line:
    if draw(st.booleans()):
        verb = draw(st.sampled_from(sorted(NUMBERS)))
        return ManagerCommand(verb, tuple(draw(numbers) for _ in range(NUMBERS[verb])))
    return draw(st.builds(Info, words, words) | st.builds(Stone, counts, counts, counts))


@given(commands(), st.sampled_from(["", "\r", "\r\n", " \t\r"]))
def test_what_is_printed_is_read(command: Line, end: str) -> None:
    assert parse_command(f"{command}{end}") == command


@given(st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_no_line_raises(text: str) -> None:
    assert isinstance(parse_command(text), Line)
    assert isinstance(parse_reply(text), Reply)
    assert isinstance(parse_about(text), dict)
    assert quote(text).isascii()
    assert quote(text).isprintable()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("start 15", ManagerCommand("START", (15,))),
        ("\ufeffSTART 15\r", ManagerCommand("START", (15,))),
        ("Turn  7 , 8 ", ManagerCommand("TURN", (7, 8))),
        ("TURN 7 8", ManagerCommand("TURN", (7, 8))),
        ("TURN 7,8,9", Malformed("TURN", "TURN 7,8,9")),
        ("TURN", Malformed("TURN", "TURN")),
        ("TURN ٣,٤", Malformed("TURN", "TURN ٣,٤")),
        ("START 15 15", ManagerCommand("START", (15,))),
        ("START 15,14", Malformed("START", "START 15,14")),
        ("START 9999999999", Malformed("START", "START 9999999999")),
        ("BEGIN now", Malformed("BEGIN", "BEGIN now")),
        ("INFO", Info("")),
        ("info Folder C:\\My Files\r", Info("folder", "C:\\My Files")),
        ("1,2,3", Stone(1, 2, 3)),
        ("1, 2, 3", Stone(1, 2, 3)),
        ("1,2", Unknown("1,2")),
        ("1,9\x1e,1", Unknown("1,9\x1e,1")),
        ("1,\t9\v, 1\f", Stone(1, 9, 1)),
        ("TURN\x1c7,8", Malformed("TURN", "TURN\x1c7,8")),
        ("INFO\tk\t4", Info("k", "4")),
        ("INFO \u212a 4", Info("\u212a", "4")),  # the sign for Kelvin is k in lower case, but no key
        ("ENDS", Unknown("ENDS")),
        ("", Unknown("")),
        ("\0\0", Unknown("")),
    ],
)
def test_managers_lines(line: str, expected: Line) -> None:
    assert parse_command(line) == expected


@pytest.mark.parametrize("byte", [*range(33), 127, 0x85, 0xA0])
def test_blanks_are_those_of_ascii(byte: int) -> None:
    """Every control character at every place of a line: those that are blanks separate, all others are no command."""
    sign = chr(byte)
    for line in ("START 15", "TURN 7,8", "1,2,1"):
        for place in range(1, len(line)):
            text = line[:place] + sign + line[place:]
            command = parse_command(text)
            with_blank = parse_command(text.replace(sign, " "))
            if sign not in " \t\r\n\v\f":
                assert isinstance(command, Malformed | Unknown)
            elif not isinstance(with_blank, Malformed | Unknown):
                assert command == with_blank


def test_a_line_too_long_is_no_command() -> None:
    assert isinstance(parse_command("START 15" + " " * MAX_LINE), Unknown)
    assert parse_command("START 15" + " " * (MAX_LINE - 9)) == ManagerCommand("START", (15,))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("0,0", Reply("MOVE", "0,0", (0, 0))),
        (" 10, 3\r", Reply("MOVE", "10, 3", (10, 3))),
        ("-1,3", Reply("TEXT", "-1,3")),
        ("OK", Reply("OK")),
        ("ok\r", Reply("OK")),
        ("OK then", Reply("TEXT", "OK then")),
        ("ERROR", Reply("ERROR")),
        ("UNKNOWN what", Reply("UNKNOWN", "what")),
        ("DEBUG  7", Reply("DEBUG", "7")),
        ("SUGGEST 3,4", Reply("SUGGEST", "3,4", (3, 4))),
        ("SUGGEST c4", Reply("SUGGEST", "c4")),
        ("MESSAGES", Reply("TEXT", "MESSAGES")),
        ("ME\xdfAGE", Reply("TEXT", "ME\xdfAGE")),  # MESSAGE in capitals, but no word of the protocol
        ("1\x1f,2", Reply("TEXT", "1\x1f,2")),
        ("", Reply("TEXT")),
    ],
)
def test_engines_lines(line: str, expected: Reply) -> None:
    assert parse_reply(line) == expected
    assert parse_reply(str(expected)) == expected


def test_about() -> None:
    line = 'name="noughts", version="0.1", author="a, b", country=""'
    assert parse_about(line) == {"name": "noughts", "version": "0.1", "author": "a, b", "country": ""}
    assert parse_about("I am an engine") == {}


def test_points_and_cells() -> None:
    game = Game(4, 3, 3)
    texts = [point_text(game, cell) for cell in range(game.cells)]
    assert texts[:5] == ["0,0", "1,0", "2,0", "3,0", "0,1"]  # column first
    assert [cell_at(game, *map(int, text.split(","))) for text in texts] == list(range(12))
    assert {cell_at(game, *point) for point in [(4, 0), (0, 3), (-1, 0), (0, -1)]} == {None}
