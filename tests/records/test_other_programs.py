"""Files as other programs write them: the rule is part of the record, no stone is lost, what is not read is named."""

import pytest

from noughts.core.game import Game
from noughts.errors import NotationError
from noughts.records import read_record, read_records
from tests.refusals import refused

FREE, EXACT = Game(15, 15, 5), Game(15, 15, 5, exact=True)
HEAD = "(;GM[4]FF[4]SZ[15]PB[A]PW[B]"
OVERLINE = "B[hh];W[ih];B[hi];W[ii];B[hj];W[ij];B[hl];W[il];B[hm];W[aa];B[hk];W[ab];B[oo]"  # X makes six, and goes on
MOVES = "8,8 9,8 8,9 9,9 8,10 9,10 8,12 9,12 8,13 1,1 8,11 1,2 15,15"
PSQ = "".join(f"{move},1\n" for move in MOVES.split()) + "A.zip\nB.zip\n-1\n"


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}RU[Standard];{OVERLINE})",
        f"{HEAD}RU[exactly five];{OVERLINE})",
        f"{HEAD}RU[Gomoku-Standard];{OVERLINE})",
        f"Piskvorky 15x15, 11:11, 0\n{PSQ}0,Standard_1\n",
        f"Piskvorky 15x15, 11:11, 0\n{PSQ}0,Standard\n",
    ],
)
def test_exactly_five(text: str) -> None:
    """Six in a row did not end the game, and it is read to its end."""
    record = read_record(text)
    assert (record.game, len(record.moves)) == (EXACT, 13)
    assert record.final.outcome is None


@pytest.mark.parametrize(
    "rule",
    [
        "Freestyle",
        "Freestyle1",
        "五子棋",
        "0",
        "",
        "Gomoku Freestyle",
        "Freestyle 15x15",
    ],
)
def test_five_or_more(rule: str) -> None:
    assert read_record(f"{HEAD}RU[{rule}];B[hh])").game == FREE


@pytest.mark.parametrize(
    "rule",
    [
        "Renju",
        "4",
        "Exactly 6",
        "连珠",
        "6 or more",
        "Freestyle 6",
        "Swap2",
        "Standard, swap2",
    ],
)
def test_a_rule_that_is_not_known_is_refused_unless_a_game_is_named(rule: str) -> None:
    text = f"{HEAD}RU[{rule}];B[hh];W[aa])"
    with refused("error.unknown-rule"):
        read_record(text)
    assert read_record(text, FREE).game == FREE


@pytest.mark.parametrize("rule", ["Standard", "Tic-Tac-Toe"])
def test_a_rule_of_five_says_nothing_of_three(rule: str) -> None:
    assert read_record(f"(;GM[4]SZ[3]RU[{rule}];B[bb])").game == Game(3, 3, 3)


def test_a_rule_of_a_psq_is_its_last_line() -> None:
    names = "Piskvorky 15x15, 11:11, 0\n8,8,1\na\nb\n-1\n2,Tom\n1,Freestyle\n"
    assert (read_record(names).game, read_record(names).result) == (FREE, "X")


def test_a_rule_of_a_psq_that_is_not_known() -> None:
    with refused("error.unknown-rule", rule="'Renju'"):
        read_record(f"Piskvorky 15x15, 11:11, 0\n{PSQ}1,Renju\n")


def test_an_opening_in_properties_of_one_program() -> None:
    """Those of Gomoku Quest: the stones that are proposed, and the one of who chooses."""
    text = f"{HEAD};QPR[hh,hg,jf];QSLW[ig];B[gg];W[ii];B[ih];W[jg])"
    assert read_record(text).cell_names == ["h8", "h7", "j6", "i7", "g7", "i9", "i8", "j7"]


def test_marks_and_remarks_are_no_stones() -> None:
    text = f"{HEAD}GN[club]AP[any:1]LANGS[en][de]QID[ab];B[hh]CR[aa]LB[bb:1]C[hh];W[ii]VIEW[aa:cc])"
    assert read_record(text).cell_names == ["h8", "i9"]


def test_stones_that_are_set_up_and_a_move_in_one_node() -> None:
    assert read_record("(;GM[4]SZ[3]AB[aa]AW[bb]B[cc])").cell_names == ["a1", "b2", "c3"]


def test_one_move_of_each_side_is_in_the_order_of_the_file() -> None:
    with refused("error.move-number", "error.sgf-mover", number=1):
        read_record("(;GM[4]SZ[3]W[bb]B[cc])")


def test_several_moves_in_a_node() -> None:
    assert read_record(f"{HEAD}B[hh]W[ig]B[gj])").cell_names == ["h8", "i7", "g10"]
    assert read_record(f"{HEAD};B[hh]W[ig];B[gj]W[aa]B[bb])").cell_names == ["h8", "i7", "g10", "a1", "b2"]
    with refused("error.move-number", "error.sgf-mover", number=4, move="B[aa]", colour="W"):
        read_record(f"{HEAD}B[hh]W[ig]B[gj]B[aa])")


def test_moves_joined_by_underscores() -> None:
    assert read_record("h8_i9_i7", FREE).cell_names == ["h8", "i9", "i7"]


def test_tags_of_pgn() -> None:
    tags = '[Event "1"]\n[Black "a b"]\n[White "c"]\n[Result "1-0"]\n'
    record = read_record(f'{tags}[GameType "gomoku"]\n\n1. h8 i9 2. i7 g9 *\n')
    assert (record.game, record.players, record.cell_names) == (FREE, ("a b", "c"), ["h8", "i9", "i7", "g9"])
    with refused(
        "error.name-the-game", "error.move-number", "error.no-cell-ring", cell="'h8'"
    ):  # of which board nothing is said
        read_record(f"{tags}\n1. h8 i9")


def test_games_of_pgn_one_after_the_other() -> None:
    text = '[Black "A"]\n[White "B"]\n1. b2 a1\n[X "C"]\n[O "D"]\n1. c3 c1 *\n'
    found = [(record.players, record.cell_names) for record in read_records(text)]
    assert found == [(("A", "B"), ["b2", "a1"]), (("C", "D"), ["c3", "c1"])]


@pytest.mark.parametrize(
    "tag",
    ['GameType "renju"', 'GameType "gomoku,19,19"', 'Size "15"', 'Variant "4x4"', 'FEN "x2/3/3 o"', 'Rules "caro"'],
)
def test_tags_of_another_game_are_not_passed_over(tag: str) -> None:
    with refused("error.unknown-rule"):
        read_record(f"[{tag}]\n1. b2 a1")


def test_reading_takes_no_time_over_what_is_not_read() -> None:
    with pytest.raises(NotationError):
        read_record("15\n15\n40\n" + "11 12 " * 2000 + "x")


@pytest.mark.parametrize("text", ["(;AP[RenLib:3.6]GM[4]SZ[15];B[hh])", "game 15,15,5\nX RenLib\nh8"])
def test_a_program_that_is_named_is_not_its_format(text: str) -> None:
    assert read_record(text.encode()).cell_names == ["h8"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("RenLib (.lib)", b"\xffRenLib\xff\x03\x04\xff\xff\xff\x00\x78"),
        ("OpenSpiel", "# Automatically generated by OpenSpiel SerializeGameAndState\n[Meta]\nVersion: 1\n"),
        ("boardgame.io", '{"G":{"cells":["0",null]},"ctx":{"numPlayers":2}}'),
    ],
)
def test_what_is_not_read_is_named(name: str, text: str | bytes) -> None:
    for game in (None, FREE):
        with pytest.raises(NotationError) as refused:
            read_record(text, game)
        assert str(refused.value).startswith(f"this looks like a file of {name}, which is not read; known are sgf, ")


def test_a_board_is_no_game() -> None:
    """Wherever a game is asked for, the answer says where a position may go."""
    with refused("record.is-position"):
        read_record("X O .\n. X .\n. . O\n")
    with refused("error.name-the-game", "error.move-number", "error.cell-characters", number=1):
        read_record("X O .\n. X .\n. . ?\n")
