"""PSQ, the file format of Piskvork, the manager of the Gomocup tournaments, for any m,n,k-game.

Piskvorky 15x15, 11:11, 0      columns x rows, levels of the two players (0: a person), which of them began
8,8,120                        column, row from 1 at the top left, milliseconds
9,9,85
pbrain-a.exe                   the players (only in a tournament's files)
pbrain-b.exe
-1                             how the game ended, in the program's own numbers
1,Freestyle                    which player won, and the rule (newer programs)
game 15,15,5                   what only we write, below what the program reads
result X: line
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from noughts.core.game import Game, Move
from noughts.core.record import Record
from noughts.errors import NotationError
from noughts.records.parts import Result, bounded, ending_of, game_of, parse_result, quoted, result_text, unquoted

UNFIT: Final = '"-0123456789'  # no name begins so, or it would be taken for a move or a code

_HEADER = re.compile(
    r"\s*Piskvorky\s+([0-9]{1,4})\s*x\s*([0-9]{1,4})\s*(?:,\s*[0-9]+\s*:\s*[0-9]+\s*)?(?:,\s*([01])\s*)?,?\s*",
    re.IGNORECASE,
)
_MOVE = re.compile(r"([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*(?:,\s*-?[0-9.]{1,20}\s*)?")
_CODE = re.compile(r"-?[0-9]{1,9}")
_WINNER = re.compile(r"([012])\s*,\s*[A-Za-z].*")


def read(text: str, game: Game | None = None) -> Iterator[Record]:
    """Return the one game of a PSQ file; `game` overrides its k. Raises NotationError, GameError, IllegalMoveError.

    >>> next(read("Piskvorky 15x15, 11:11, 0\\n8,8,120\\n9,9,85\\na.exe\\nb.exe\\n-1\\n")).players
    ('a.exe', 'b.exe')
    """
    lines = [line for raw in bounded(text).split("\n") if (line := raw.strip())]
    header = _HEADER.fullmatch(lines[0]) if lines else None
    if header is None:
        raise NotationError(f"no PSQ: {lines[0] if lines else ''!r} is no header such as 'Piskvorky 15x15, 0:0, 0'")
    moves = [match for match in takewhile(bool, map(_MOVE.fullmatch, lines[1:])) if match is not None]
    names, rest = _names(lines[1 + len(moves) :])
    said = dict(line.partition(" ")[::2] for line in rest)
    size = int(header[1]), int(header[2])
    game = game_of(*size, None, game or (Game.from_text(said["game"]) if "game" in said else None))
    swapped = header[3] == "1"  # the second player of the list began
    players = (names[1], names[0]) if swapped else (names[0], names[1])
    result, ending = parse_result(said["result"]) if "result" in said else _winner(rest, swapped)
    cells = tuple(_cell(game, number, match) for number, match in enumerate(moves, start=1))
    yield Record(game, cells, players, result, ending)


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
        *(quoted(name, UNFIT) for name in record.players),
        "-1",
        f"game {game}",
        f"result {result_text(record)}",
    ]
    return "\n".join(lines) + "\n"


def _cell(game: Game, number: int, match: re.Match[str]) -> Move:
    column, row = int(match[1]) - 1, int(match[2]) - 1
    if not (0 <= column < game.m and 0 <= row < game.n):
        raise NotationError(f"move {number}: {match[0]!r} is off the board, expected 1,1 to {game.m},{game.n}")
    return game.cell(row, column)


def _names(trailer: Sequence[str]) -> tuple[list[str], Sequence[str]]:
    """The players' names, those lines below the moves that are no code, and the lines below them."""
    names = [*takewhile(lambda line: not (_CODE.fullmatch(line) or _WINNER.fullmatch(line)), trailer[:2])]
    return [*map(unquoted, names), "?", "?"][:2], trailer[len(names) :]


def _winner(rest: Sequence[str], swapped: bool) -> Result:
    """The result by the winner's number among the players of the list, where a file has one."""
    match = next(filter(None, map(_WINNER.fullmatch, rest)), None)
    number = match[1] if match else None
    result = {"0": "draw", "1": "O" if swapped else "X", "2": "X" if swapped else "O", None: None}[number]
    return result, ending_of(result)
