"""Files as other programs write them: the rule is part of the record, no stone is lost, what is not read is named."""

import pytest

from noughts.core.game import Game
from noughts.errors import NotationError
from noughts.records import how_read, read_openings, read_record, read_records, recognise
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
        "五子棋",
        "0",
        "",
        "Freestyle 15x15",
    ],
)
def test_five_or_more(rule: str) -> None:
    assert read_record(f"{HEAD}RU[{rule}];B[hh])").game == FREE


@pytest.mark.parametrize(
    "rule",
    [
        "Renju",
        "Exactly 6",
        "连珠",
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


def test_an_opening_in_properties_of_one_program() -> None:
    """Those of Gomoku Quest: the stones that are proposed, and the one of who chooses."""
    text = f"{HEAD};QPR[hh,hg,jf];QSLW[ig];B[gg];W[ii];B[ih];W[jg])"
    assert read_record(text).cell_names == ["h8", "h7", "j6", "i7", "g7", "i9", "i8", "j7"]


def test_marks_and_remarks_are_no_stones() -> None:
    text = f"{HEAD}GN[club]AP[any:1]LANGS[en][de]QID[ab];B[hh]CR[aa]LB[bb:1]C[hh];W[ii]VIEW[aa:cc])"
    assert read_record(text).cell_names == ["h8", "i9"]


def test_stones_that_are_set_up_and_a_move_in_one_node() -> None:
    assert read_record("(;GM[4]SZ[3]AB[aa]AW[bb]B[cc])").cell_names == ["a1", "b2", "c3"]


def test_several_moves_in_a_node() -> None:
    assert read_record(f"{HEAD}B[hh]W[ig]B[gj])").cell_names == ["h8", "i7", "g10"]
    assert read_record(f"{HEAD};B[hh]W[ig];B[gj]W[aa]B[bb])").cell_names == ["h8", "i7", "g10", "a1", "b2"]
    with refused("error.move-number", "error.sgf-mover", number=4, move="B[aa]", colour="W"):
        read_record(f"{HEAD}B[hh]W[ig]B[gj]B[aa])")


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


GOMOKU, LARGE, WIDE = Game(15, 15, 5), Game(20, 20, 5), Game(6, 4, 4)


def cells(text: str, game: Game | None = GOMOKU) -> list[list[str]]:
    return [record.cell_names for record in read_records(text, game)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[(0,0),(8,8)]", "a1 i9"),
        ("[[0,0],[8,8]]", "a1 i9"),
        ("[\n  [0, 0],\n  [8, 8]\n]\n", "a1 i9"),
        ("0,0 8,8", "a1 i9"),
        ("0,0;8,8", "a1 i9"),
        ("0,0,8,8", "a1 i9"),
        ("7,7\n0,8\n", "h8 a9"),
        ("[(1,15),(8,8)]", "a15 h8"),
        ("15,1 8,8", "o1 h8"),
        ("-1,-1, 0,1, 2,0", "g7 h9 j8"),
        ("-7,7,-1,0", "a15 g8"),
    ],
)
def test_one_game(text: str, expected: str) -> None:
    assert recognise(text) == "points"
    assert cells(text) == [expected.split()]


def test_a_game_on_each_line() -> None:
    assert cells("-1,-1, 0,1, 2,0\n\n0,0, 1,1\n") == [["g7", "h9", "j8"], ["h8", "i9"]]
    assert cells("[(0,0),(8,8)]\n[(3,3),(9,9)]\n") == [["a1", "i9"], ["d4", "j10"]]


def test_the_centre_of_an_even_board_is_right_and_below() -> None:
    """Piskvork and the judge of Gomocup add half the size, so that -10 is the first of twenty columns."""
    assert cells("-10,9, 0,0", LARGE) == [["a20", "k11"]]
    assert cells("-3,1, 0,0", WIDE) == [["a4", "d3"]]


@pytest.mark.parametrize("text", ["[(7,7),(8,8)]", "7,7 8,8", "[[7,7]]", "8,8\n7,7"])
def test_what_shows_nothing_is_asked(text: str) -> None:
    with refused("error.points-origin"):
        cells(text)


@pytest.mark.parametrize("text", ["[[0, 3], [2, 0]]", "0,3 2,0", "(0, 3) > (2, 0)", "(0,3)->(2,0)"])
def test_one_word_says_that_the_row_comes_first(text: str) -> None:
    assert cells(text) == cells(f"column row\n{text}") == [["a4", "c1"]]
    assert cells(f"row column\n{text}") == cells(f"row column from 0\n{text}") == [["d1", "a3"]]
    with refused("error.off-board", point="'9,0'", first="0,0", last="2,3"):
        cells(f"row column\n{text}".replace("2", "9"), Game(4, 3, 3))


def test_digits_of_a_small_board() -> None:
    """A number of a cell does not begin with 0, so these are none."""
    assert cells("00 11 01", None) == [["a1", "b2", "a2"]]
    assert cells("row column\n00 11 01", None) == [["a1", "b2", "b1"]]
    assert recognise("11 12 21") == recognise("00 31") == "text"


def test_zeros_near_the_centre_may_be_offsets() -> None:
    with refused("error.points-origin", "hint.from-number", "hint.from-centre"):
        cells("0,0, 1,1, 0,3")
    assert cells("0,0, 1,1, 0,14") == [["a1", "b2", "a15"]]
    assert cells("[(0,0),(1,1),(0,3)]") == [["a1", "b2", "a4"]]  # nobody writes offsets so


def test_a_first_line_says_it() -> None:
    assert cells("from 0\n[(7, 7), (7, 8)]\n[(7, 7), (8, 8)]\n") == [["h8", "h9"], ["h8", "i9"]]
    assert cells("from 1\n7,7,8,8") == [["g7", "h8"]]
    assert cells("# of a club\nfrom the centre\n0,0, 1,1, 0,3\n") == [["h8", "i9", "h11"]]
    assert [one.cell_names for one in read_openings("from 0\n7,7\n8,8\n", GOMOKU)] == [["h8"], ["i9"]]
    with refused("error.move-number", "error.off-board", number=1, point="'-1,0'", first="0,0", last="14,14"):
        cells("from 0\n-1,0, 1,1")


@pytest.mark.parametrize("text", ["5,1,9,3", "5 1 9", "1,9", "5,1,9", "b2,a1", "7,7 b2"])
def test_numbers_of_cells_are_not_points(text: str) -> None:
    assert recognise(text) == "text"


def test_numbers_of_cells_are_still_read() -> None:
    assert cells("5,1,9,3", None) == [["b2", "a1", "c3", "c1"]]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("-8,0, 1,1", "error.move-number:1 error.off-board:7,7"),
        ("0,0 8,15 1,1", "error.move-number:2 error.off-board:14,14"),
        ("15,1 16,1", "error.move-number:2 error.off-board:15,15"),
        ("-1,0, -1,0", "error.move-number:2 error.cell-taken:g8"),
    ],
)
def test_points_off_the_board(text: str, kinds: str) -> None:
    with refused(*kinds.split()):
        cells(text)


def test_how_they_were_read() -> None:
    assert str(*how_read("-1,-1, 0,1", LARGE)).startswith("points read as offsets from the centre, k11:")
    assert str(*how_read("0,0 8,8", GOMOKU)).startswith("points read as column and row, counted from 0; where the row")
    assert str(*how_read("row column\n0,0 8,8", GOMOKU)) == "points read as row and column, counted from 0"
    assert how_read("b2 a1") == ()


def test_openings() -> None:
    """A line each, also with one move, in every form."""
    for text, expected in [
        ("-1,0\n1,1\n", [["g8"], ["i9"]]),
        ("h8\ni9 # beside it\n", [["h8"], ["i9"]]),
        ("h8i9j10\nh8h9i10\n", [["h8", "i9", "j10"], ["h8", "h9", "i10"]]),
        ("1. h8 i9\n2. j10\n", [["h8", "i9", "j10"]]),
        ("game 15,15,5\nh8\ni9\ngame 15,15,5\nj10\n", [["h8", "i9"], ["j10"]]),
        ("(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[ii];W[hh])", [["h8"], ["i9", "h8"]]),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n", [["h8", "i9"]]),
    ]:
        assert [record.cell_names for record in read_openings(text, GOMOKU)] == expected


GOMOKU = Game(15, 15, 5)


def games(text: str, game: Game | None = None) -> list[tuple[Game, list[str]]]:
    return [(record.game, record.cell_names) for record in read_records(text, game)]


def test_a_game_from_begin() -> None:
    log = "ABOUT\nname=x\nSTART 15\nOK\nINFO timeout_turn 5000\nBEGIN\nMESSAGE depth 3\n7,7\nTURN 8,8\n7,6\nEND\n"
    assert recognise(log) == "log"
    assert games(log) == [(GOMOKU, ["h8", "i9", "h7"])]


def test_a_game_from_a_board() -> None:
    log = "-> START 15\n<- OK\n-> INFO rule 1\n-> BOARD\n7,7,2\n8,8,1\n6,6,2\nDONE\n<- 5,5\n-> TURN 9,9\n"
    assert games(log) == [(Game(15, 15, 5, exact=True), ["h8", "i9", "g7", "f6", "j10"])]


def test_several_games_and_a_move_taken_back() -> None:
    log = "START 15\nTURN 7,7\n8,8\nTAKEBACK 8,8\nTAKEBACK 7,7\nTURN 6,6\n0,0\n"
    log += "RESTART\nOK\nBEGIN\n0,0\nRECTSTART 20,15\nBEGIN\n19,14\n"
    expected = [(GOMOKU, ["g7", "a1"]), (GOMOKU, ["a1"]), (Game(20, 15, 5), ["t15"])]
    assert games(log) == expected


@pytest.mark.parametrize(
    ("log", "kinds"),
    [
        ("START 15\nINFO rule 4\nBEGIN\n7,7\n", "error.unknown-rule"),
        ("START 15\nBEGIN\n15,7\n", "error.move-number:1 error.off-board:14,14"),
        ("START 15\nTURN 7,7\nTURN 8,8\n", "error.log-line"),
        ("START 15\nTURN 7,7\n8,8\nTAKEBACK 8,8\nTURN 6,6\n", "error.log-line"),
        ("START 15\nBEGIN\n7,7\n8,8\n", "error.log-line"),
        ("START 15\nBOARD\n7,7,1\n8,8,1\nDONE\n", "error.log-order"),
        ("START 15\nBOARD\n7,7,1\nDONE\n", "error.log-order"),
        ("START 15\nBOARD\n7,7,2\nTURN 1,1\n", "error.log-line"),
        ("START 15\nSWAP2BOARD\nDONE\n", "error.log-line"),
        ("START 15\nBEGIN\n7,7\nTAKEBACK 8,8\n", "error.log-line"),
        ("START 15\nEND\n", "error.empty-file:log"),
        ("START 15\nBEGIN\n7,7\nTURN 7,7\n", "error.move-number:2 error.cell-taken:h8"),
    ],
)
def test_logs_that_are_refused(log: str, kinds: str) -> None:
    with refused(*kinds.split()):
        games(log)


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
    with refused("error.move-number", "error.cell-after-end", "ending.wins"):
        read_record(long)
    assert read_record(bytes([2, 0, 224])).cell_names == ["a1", "o15"]


@pytest.mark.parametrize("file", [SAV, POS])
def test_the_rule_is_an_assumption(file: str | bytes) -> None:
    assert "names no rule: read as 15,15,5; to read it by another, name the game" in str(*how_read(file))
    assert how_read(file, GOMOKU) == ()


@pytest.mark.parametrize(
    ("file", "kinds"),
    [
        ("15\n15\n4\n7 7\n6 8\n", "error.moves-missing:4"),
        ("15\n15\n1\n7 15\n", "error.move-number:1 error.off-board"),
        ("15\n15\n2\n7 7\n7 7\n", "error.move-number:2 error.cell-taken:h8"),
        ("15\n0\n1\n7 7\n", "error.out-of-range:0 error.size-columns"),
        ("15\n1\n1\n7 7\n", "error.move-number:1 error.off-board"),
        (bytes([3, 112, 126]), "error.moves-missing:3"),
        (bytes([26, *range(25)]), "error.moves-missing:26"),
        (bytes([225, 112, 126]), "error.not-utf-8:1"),
        ("\ufeffé".encode(), "error.name-the-game error.move-number:1 error.cell-characters"),
        (bytes([1, 112, 126]), "error.name-the-game error.move-number:1 error.cell-characters"),
        (b"\x1b[1mb2", "error.name-the-game error.move-number:1 error.cell-characters"),
        (bytes([2, 112, 225]), "error.not-utf-8:3"),
        (bytes([2, 112, 112]), "error.name-the-game error.move-number:1 error.cell-characters"),
    ],
)
def test_what_is_refused(file: str | bytes, kinds: str) -> None:
    with refused(*kinds.split()):
        read_record(file)


XML = """<?xml version="1.0" encoding="UTF-8"?>
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
    one, other = read_records(XML + GAMES, GOMOKU)
    assert (one.cell_names, one.players, one.result) == (["h8", "h9", "i8"], ("Ada B&C", "Solo"), "draw")
    assert (other.cell_names, other.players, other.result) == (["h8", "i9"], ("Solo", "?"), "O")


@pytest.mark.parametrize(
    ("text", "game", "kinds"),
    [
        (XML + GAMES, None, "error.unknown-rule"),
        ("<database><games>" + GAMES, None, "error.unknown-rule"),
        (XML + GAMES, Game(3, 3, 3), "error.board-of-other:15"),
        (XML + GAMES.replace("i9", "i16"), GOMOKU, "error.game-number:2 error.move-number:2 error.no-cell:o15"),
        (XML + GAMES[:150], GOMOKU, "error.game-number:2 error.not-xml"),
        (XML + "<game>&copy;</game>", GOMOKU, "error.not-xml"),
        ('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><database/>', GOMOKU, "error.xml-entities"),
        ("<database></database>", GOMOKU, "error.empty-file"),
        ("<database>" * 200_000, GOMOKU, "error.not-xml"),
    ],
)
def test_renju_net_refused(text: str, game: Game | None, kinds: str) -> None:
    with refused(*kinds.split()) as caught:
        [*read_records(text, game)]
    assert len(str(caught.value)) < 500
