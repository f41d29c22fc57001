"""Logs of the Gomocup protocol."""

import pytest

from noughts.core.game import Game
from noughts.errors import NoughtsError
from noughts.records import read_records, recognise

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
    ("log", "complaint"),
    [
        ("START 15\nINFO rule 4\nBEGIN\n7,7\n", "the rule '4' is not known here"),
        ("START 15\nBEGIN\n15,7\n", "move 1: '15,7' is off the board, expected 0,0 to 14,14"),
        ("START 15\nTURN 7,7\nTURN 8,8\n", "'TURN 8,8' is not expected there"),
        ("START 15\nTURN 7,7\n8,8\nTAKEBACK 8,8\nTURN 6,6\n", "'TURN 6,6' is not expected there"),
        ("START 15\nBEGIN\n7,7\n8,8\n", "'8,8' is not expected there"),
        ("START 15\nBOARD\n7,7,1\n8,8,1\nDONE\n", "not in the order in which they were played"),
        ("START 15\nBOARD\n7,7,1\nDONE\n", "not in the order"),
        ("START 15\nBOARD\n7,7,2\nTURN 1,1\n", "'TURN 1,1'|off|expected"),
        ("START 15\nSWAP2BOARD\nDONE\n", "'SWAP2BOARD' is not expected there"),
        ("START 15\nBEGIN\n7,7\nTAKEBACK 8,8\n", "'TAKEBACK 8,8' is not expected there"),
        ("START 15\nEND\n", "no log: the file has no game"),
        ("START 15\nBEGIN\n7,7\nTURN 7,7\n", "move 2: h8 is taken"),
    ],
)
def test_what_is_refused(log: str, complaint: str) -> None:
    with pytest.raises(NoughtsError, match=complaint):
        games(log)
