"""Yixin's .sav and .pos, and the database of renju.net: what is read, and what is refused in one line."""

import pytest

from noughts.core.game import Game
from noughts.errors import NoughtsError
from noughts.records import how_read, read_record, read_records

GOMOKU = Game(15, 15, 5)
SAV = "15\n15\n3\n7 7\n6 8\n8 6\n"
POS = bytes([3, 112, 126, 98])


def test_a_sav() -> None:
    assert read_record(SAV).game == GOMOKU
    assert read_record(SAV).cell_names == ["h8", "i7", "g9"]
    assert read_record(SAV.replace("\n", "\r\n").encode(), Game(15, 15, 5, exact=True)).game.exact
    wide = read_record("4\n6\n2\n3 5\n0 0\n", Game(6, 4, 4))
    assert wide.cell_names == ["f4", "a1"]


def test_a_pos() -> None:
    """Row and column of each move are its quotient and remainder by 15."""
    assert read_record(POS).cell_names == ["h8", "g9", "i7"]
    long = bytes([225, *range(225)])
    with pytest.raises(NoughtsError, match="the game is over"):
        read_record(long)
    assert read_record(bytes([2, 0, 224])).cell_names == ["a1", "o15"]


@pytest.mark.parametrize("file", [SAV, POS])
def test_the_rule_is_an_assumption(file: str | bytes) -> None:
    assert "names no rule: read as 15,15,5; to read it by another, name the game" in str(*how_read(file))
    assert how_read(file, GOMOKU) == ()


@pytest.mark.parametrize(
    ("file", "complaint"),
    [
        ("15\n15\n4\n7 7\n6 8\n", "the file has 2 moves, but says 4"),
        ("15\n15\n1\n7 15\n", "move 1: '7 15' is off the board, expected 0 0 to 14 14"),
        ("15\n15\n2\n7 7\n7 7\n", "move 2: h8 is taken"),
        ("15\n0\n1\n7 7\n", "no game '0,15,5'"),
        ("15\n1\n1\n7 7\n", "move 1: '7 7' is off the board"),
        (bytes([3, 112, 126]), "the file has 2 moves, but says 3"),
        (bytes([26, *range(25)]), "the file has 25 moves, but says 26"),
        (bytes([225, 112, 126]), "not UTF-8"),
        ("\ufeffé".encode(), "no cell"),
        (bytes([1, 112, 126]), "no cell"),
        (b"\x1b[1mb2", "no cell"),
        (bytes([2, 112, 225]), "not UTF-8"),
        (bytes([2, 112, 112]), "no cell"),
    ],
)
def test_what_is_refused(file: str | bytes, complaint: str) -> None:
    with pytest.raises(NoughtsError, match=complaint):
        read_record(file)


HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<database version="1.0"><!-- RenjuNet &copy; -->
<rules><rule id="1" name="RIF" category="1">Renju</rule></rules>
<players><player id="1" name="Ada" surname="B&amp;C" country="1"/><player id="2" surname="Solo"/></players>
<games>
"""
GAMES = """<game id="1" rule="1" black="1" white="2" bresult="0.5" alt="21"><move>h8 h9 i8</move><info>x</info></game>
<game id="2" rule="7" black="2" white="9" bresult="0"><move>h8 i9 </move></game>
</games></database>
"""


def test_renju_net() -> None:
    one, other = read_records(HEAD + GAMES, GOMOKU)
    assert (one.cell_names, one.players, one.result) == (["h8", "h9", "i8"], ("Ada B&C", "Solo"), "draw")
    assert (other.cell_names, other.players, other.result) == (["h8", "i9"], ("Solo", "?"), "O")


@pytest.mark.parametrize(
    ("text", "game", "complaint"),
    [
        (HEAD + GAMES, None, "^the rule 'renju.net: RIF' is not known here: .* name it as m,n,k"),
        ("<database><games>" + GAMES, None, "^the rule 'renju.net: rule 1' is not known here"),
        (HEAD + GAMES, Game(3, 3, 3), "the board is 15x15"),
        (HEAD + GAMES.replace("i9", "i16"), GOMOKU, "^game 2: move 2: no cell 'i16'"),
        (HEAD + GAMES[:150], GOMOKU, "^game 2: no XML: "),
        (HEAD + "<game>&copy;</game>", GOMOKU, "^no XML: undefined entity"),
        ('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><database/>', GOMOKU, "defines entities"),
        ("<database></database>", GOMOKU, "no renju.net: the file has no game"),
        ("<database>" * 200_000, GOMOKU, "no XML|no renju"),
    ],
)
def test_renju_net_refused(text: str, game: Game | None, complaint: str) -> None:
    with pytest.raises(NoughtsError, match=complaint) as refused:
        [*read_records(text, game)]
    assert len(str(refused.value)) < 500
