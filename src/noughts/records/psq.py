"""PSQ, the file format of Piskvork, the manager of the Gomocup tournaments, for any m,n,k-game.

Piskvorky 15x15, 11:11, 0      columns x rows, levels of the two players (0: a person), the player who began
8,8,120                        column, row from 1 at the top left, milliseconds
9,9,85
pbrain-a.exe                   the players (only in a tournament's files)
pbrain-b.exe
-1                             how the game ended, as a code of the program
1,Freestyle                    which player won, and the rule (newer programs)
game 15,15,5                   our own lines, below those that the program reads
result X: line
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from noughts.core.game import Game
from noughts.core.record import Record
from noughts.errors import NotationError
from noughts.records.parts import (
    BLANKS,
    GAP,
    Result,
    bounded,
    cell_at,
    ending_of,
    exact_by_rule,
    game_of,
    lines_of,
    parse_game,
    parse_result,
    quoted,
    record_of,
    result_text,
    rule_of,
    said_by,
    unquoted,
)
from noughts.words import Said

_WINNERS: Final = {"draw": "0", "X": "1", "O": "2"}  # where X is the first player of the list
_UNFIT: Final = '"-0123456789'  # a name that begins so is quoted: it looks like a move or a code

_HEADER = re.compile(
    rf"Piskvorky[{BLANKS}]+([0-9]{{1,4}}){GAP}x{GAP}([0-9]{{1,4}}){GAP}"
    rf"(?:,{GAP}[0-9]+{GAP}[:-]{GAP}[0-9]+{GAP})?(?:,{GAP}([01]){GAP})?,?",
    re.IGNORECASE | re.ASCII,
)
_NUMBERS = rf"([0-9]{{1,4}}){GAP},{GAP}([0-9]{{1,4}})"
_MOVE = re.compile(rf"{_NUMBERS}{GAP}(?:,{GAP}-?[0-9.]{{1,20}})?")
_LIKE_A_MOVE = re.compile(rf"[0-9]+{GAP},{GAP}[0-9]")
_CODE = re.compile(r"-?[0-9]{1,9}")
_WINNER = re.compile(rf"([012]){GAP},{GAP}([A-Za-z].*)")
_NO_NAME = re.compile(rf"{_CODE.pattern}|{_WINNER.pattern}|(game|result)[{BLANKS}].*")


def read(text: str, game: Game | None = None) -> Iterator[Record]:
    """Return the one game of a PSQ file; `game` overrides its k. Raises NotationError, GameError, IllegalMoveError.

    >>> next(read("Piskvorky 15x15, 11:11, 0\\n8,8,120\\n9,9,85\\na.exe\\nb.exe\\n-1\\n")).players
    ('a.exe', 'b.exe')
    """
    lines = [*lines_of(bounded(text))]
    header = _HEADER.fullmatch(lines[0]) if lines else None
    if header is None:
        raise _no_psq("header", lines[0] if lines else "")
    moves = [match for match in takewhile(bool, map(_MOVE.fullmatch, lines[1:])) if match is not None]
    swapped = header[3] == "1"  # the second player of the list began
    names, rest = _names(lines[1 + len(moves) :])
    values, others = said_by(rest, ("game", "result"))
    own = game_of(int(header[1]), int(header[2]), None, parse_game(values["game"])) if "game" in values else None
    winner = next(filter(None, map(_WINNER.fullmatch, others[::-1])), None)  # the last: a name may look like one
    exact = exact_by_rule(winner[2]) if winner and not (game or own) else False
    chosen = game_of(int(header[1]), int(header[2]), None, game or own, exact)
    cells = tuple(
        cell_at(chosen, number, (int(match[1]), int(match[2])), (1, 1), match[0])
        for number, match in enumerate(moves, start=1)
    )
    players = (names[1], names[0]) if swapped else (names[0], names[1])
    if "result" in values:
        yield record_of(chosen, cells, players, parse_result(values["result"]), overridden=own not in (None, chosen))
    else:
        yield Record(chosen, cells, players, *_winner(winner, swapped))


def write(record: Record) -> str:
    """Return a game as PSQ.

    >>> print(write(Record(Game(4, 3, 3), (5, 0), ("ring", "human"))), end="")
    Piskvorky 4x3, 0:0, 0
    2,2,0
    1,1,0
    ring
    human
    -1
    game 4,3,3
    result none: unfinished
    """
    game = record.game
    cells = [game.row_column(move) for move in record.moves]
    lines = [
        f"Piskvorky {game.m}x{game.n}, 0:0, 0",
        *(f"{column + 1},{row + 1},0" for row, column in cells),
        *(quoted(name, _UNFIT) for name in record.players),
        "-1",
        *_winner_and_rule(record),
        f"game {game}",
        f"result {result_text(record)}",
    ]
    return "\n".join(lines) + "\n"


def _winner_and_rule(record: Record) -> Iterator[str]:
    """The line of newer programs, for a game that is over and a rule that they name."""
    rule = rule_of(record.game)
    if record.result is not None and rule is not None:
        yield f"{_WINNERS[record.result]},{rule}"


def _no_psq(kind: str, line: str) -> NotationError:
    return NotationError(Said("error.not-a-psq", {"reason": Said(f"error.psq-{kind}", {"line": repr(line)})}))


def _names(trailer: Sequence[str]) -> tuple[list[str], Sequence[str]]:
    """The players' names, which are the lines below the moves that are not codes, and the lines below them.

    Raises NotationError if a damaged move may have ended the list of moves, so that moves would be lost.
    """
    if lost := next(filter(_LIKE_A_MOVE.match, trailer), None):
        raise _no_psq("move", lost)
    names = [*takewhile(lambda line: not (_CODE.fullmatch(line) or _WINNER.fullmatch(line)), trailer[:2])]
    rest = trailer[len(names) :]
    if rest and not _NO_NAME.fullmatch(rest[0]):
        raise _no_psq("code", rest[0])
    return [*map(unquoted, names), "?", "?"][:2], rest


def _winner(match: re.Match[str] | None, swapped: bool) -> Result:
    """The result from the winner's number in the list of players, if the file has one."""
    number = match[1] if match else None
    result = next((result for result, winner in _WINNERS.items() if winner == number), None)
    if swapped:
        result = {"X": "O", "O": "X"}.get(result or "", result)
    return result, ending_of(result)
