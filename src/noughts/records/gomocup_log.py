"""Logs of the Gomocup protocol, by which Piskvork and an engine talk.

    START 15         a new game, on 15x15, also written START 15 15; RECTSTART 20,15 has columns and rows
    INFO rule 1      which rule: 0 five or more in a row, 1 exactly five
    BEGIN            the engine begins
    7,7              its answer: column and row from 0
    TURN 8,8         the opponent's move
    BOARD            the stones so far, in the order in which they were played: 1 the engine's, 2 the opponent's
    7,7,1
    DONE

See https://plastovicka.github.io/protocl2en.htm. What else the two say is ignored, but a command that changes the board
in another way is refused.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from noughts.core.game import Game
from noughts.core.record import Record
from noughts.errors import GameError, NotationError
from noughts.records.parts import GAP, bounded, cell_at, exact_by_rule, game_of, lines_of
from noughts.words import Said

_COMMAND = re.compile(r"(?:[<>-]{1,3} ?)?([A-Za-z0-9_]+)(?:[ \t]+(.*))?", re.ASCII)  # an arrow may say who speaks
_START = re.compile(
    r"(?:[<>-]{1,3} ?)?(?:START[ \t]+[0-9]+(?:[ \t]+[0-9]+)?|RECTSTART[ \t]+[0-9]+,[0-9]+)", re.IGNORECASE
)
_SIZE = re.compile(rf"([0-9]{{1,3}})(?:(?:{GAP},{GAP}|[ \t]+)([0-9]{{1,3}}))?")
_POINT = re.compile(rf"(?:[<>-]{{1,3}} ?)?([0-9]{{1,3}}){GAP},{GAP}([0-9]{{1,3}})(?:{GAP},{GAP}([123]))?")
_RULE = re.compile(r"rule[ \t]+([0-9]+)", re.IGNORECASE)
_REFUSED: Final = ("SWAP2BOARD", "PLAY", "YXBOARD", "YXSTOP", "SUGGEST")  # what follows is not a game move by move

_REMARKS: Final = ("INFO", "MESSAGE", "DEBUG")  # which may stand among stones


@dataclass
class _Log:
    """A game in a log: its board, its rule, its moves as columns and rows, and what is awaited."""

    m: int
    n: int
    rule: str | None = None
    moves: list[tuple[int, int]] = field(default_factory=list)
    board: list[str] | None = None  # whose the stones are, between BOARD and DONE
    awaits_engine: bool = False
    engine: int | None = None  # whether its moves are the even ones, 0, or the odd ones, 1

    def play(self, move: tuple[int, int], engine: bool, line: str) -> None:
        """Add a move of the engine or of its opponent. Raises NotationError if the other one is to move."""
        side = (len(self.moves) + (not engine)) % 2
        if self.engine not in (None, side):
            raise NotationError(Said("error.log-line", {"line": repr(line)}))
        self.engine, self.awaits_engine = side, not engine
        self.moves.append(move)

    def close(self) -> None:
        """End the list of stones, which the opponent played last. Raises NotationError if they did not alternate."""
        stones = self.board or []
        if stones != ["12"[(len(stones) - ply) % 2] for ply in range(len(stones))]:
            raise NotationError(Said("error.log-order"))
        self.board, self.awaits_engine = None, True


def is_log(text: str) -> bool:
    """Return whether a text is a log: one of its first lines starts a game.

    >>> is_log("START 15\\nBEGIN\\n7,7\\n"), is_log("b2 a1")
    (True, False)
    """
    return any(_START.fullmatch(line) for _, line in zip(range(20), lines_of(text), strict=False))


def read(text: str, game: Game | None = None) -> Iterator[Record]:
    """Yield the games of a log; `game` overrides the rule. Raises NotationError, GameError, IllegalMoveError.

    >>> next(read("START 15\\nOK\\nBEGIN\\n7,7\\nTURN 8,8\\n7,6\\n")).cell_names
    ['h8', 'i9', 'h7']
    """
    log = None
    for log in _logs(lines_of(bounded(text))):
        exact = exact_by_rule(log.rule) if log.rule is not None and game is None else False
        chosen = game_of(log.m, log.n, None, game, exact)
        cells = tuple(cell_at(chosen, number, point) for number, point in enumerate(log.moves, start=1))
        yield Record(chosen, cells)
    if log is None:
        raise NotationError(Said("error.empty-file", {"format": "log"}))


def _logs(lines: Iterable[str]) -> Iterator[_Log]:
    log = None
    for line in lines:
        point, command = _POINT.fullmatch(line), _COMMAND.fullmatch(line)
        word, rest = (command[1].upper(), command[2] or "") if command and not point else ("", "")
        if word in ("START", "RECTSTART", "RESTART"):
            if log is not None and log.moves:
                log.close()
                yield log
            log = _Log(*_size(rest)) if word != "RESTART" or log is None else _Log(log.m, log.n, log.rule)
        elif log is not None:
            _next(log, line, point, word, rest)
    if log is not None and log.moves:
        log.close()
        yield log


def _next(log: _Log, line: str, point: re.Match[str] | None, word: str, rest: str) -> None:
    """Take the next line of a game. Raises NotationError."""
    if log.board is not None and (point or word == "DONE"):
        if point:
            log.moves.append(_column_row(point))
            log.board.append(point[3] or "")
        else:
            log.close()
    elif log.board is not None and word not in _REMARKS:
        raise NotationError(Said("error.log-line", {"line": repr(line)}))
    elif point and log.awaits_engine:
        log.play(_column_row(point), engine=True, line=line)
    elif word == "TURN" and (match := _POINT.fullmatch(rest)):
        log.play(_column_row(match), engine=False, line=line)
    elif word == "TAKEBACK" and (match := _POINT.fullmatch(rest)) and log.moves[-1:] == [_column_row(match)]:
        log.moves.pop()
    elif word == "BOARD":
        log.moves, log.board, log.engine = [], [], None
    elif word == "BEGIN":
        log.awaits_engine = True
    elif word == "INFO" and (match := _RULE.fullmatch(rest)):
        log.rule = match[1]
    elif point or word in (*_REFUSED, "TURN", "TAKEBACK"):
        raise NotationError(Said("error.log-line", {"line": repr(line)}))


def _column_row(match: re.Match[str]) -> tuple[int, int]:
    return int(match[1]), int(match[2])


def _size(text: str) -> tuple[int, int]:
    match = _SIZE.fullmatch(text)
    if match is None:
        raise GameError(Said("error.log-line", {"line": repr(f"START {text}")}))
    return int(match[1]), int(match[2] or match[1])
