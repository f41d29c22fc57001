"""`noughts replay`."""

from collections.abc import Mapping, Sequence
from itertools import islice

import click

from noughts.cli.boards import game_strip
from noughts.cli.clock import is_over, time_left
from noughts.cli.common import Count, Ticker, aside, emit, json_option, say
from noughts.cli.convert import board_option, file_argument, read_file
from noughts.cli.exits import Exit
from noughts.cli.play import is_terminal, make_roster, run
from noughts.cli.tables import tables_option
from noughts.core.game import Game, Move
from noughts.core.judgement import Judged, Judgement, judge_game
from noughts.core.position import Position, Side
from noughts.core.record import Record
from noughts.core.value import Value
from noughts.documents.review import replay as replay_document
from noughts.errors import LimitExceeded, NotationError
from noughts.records import read_records
from noughts.records.parts import quoted
from noughts.terminal.session import Session

_SECONDS = 5.0  # for the search of one position
_LONGEST = 40  # characters of a name


@click.command()
@file_argument
@click.option("--explain", is_flag=True, help="Show the effect of each move on the exact value.")
@click.option("--seconds", type=click.FloatRange(min=0), default=60, show_default=True, help="For --explain, in all.")
@click.option("--number", type=Count(min=1), default=1, show_default=True, help="The number of the game in the file.")
@click.option("--plain", is_flag=True, help="Print the boards, for a screen reader or a pipe.")
@board_option
@tables_option
@json_option
@click.pass_context
def replay(
    ctx: click.Context,
    file: str,
    explain: bool,
    seconds: float,
    number: int,
    plain: bool,
    game: Game | None,
    as_json: bool,
) -> None:
    """Replay a finished game: SGF, PSQ, JSON, JSON Lines, or text such as '1. b2 a1'; `-` is standard input.

    In a terminal it opens on the board at the game's end, and undo and redo step through it; --plain prints it.
    --explain shows where each side gave away a win or a draw; exit code 3 if the value of a move is not known.
    """
    record = _pick(read_file(file), number, game)
    if not (explain or plain or as_json) and file != "-" and is_terminal():
        run(session_of(record), plain=False, pause=None)
        return
    found = _judged(record, seconds) if explain else None
    if as_json:
        emit(replay_document(record, found))
    else:
        _report(record, found)
    known = all(isinstance(judged, Judgement) for judged in found or ())
    ctx.exit(Exit.ANSWERED if known else Exit.UNKNOWN)


def _pick(data: bytes, number: int, game: Game | None) -> Record:
    """Return a game of a file, the first as 1. Raises NotationError if it holds fewer."""
    some = list(islice(read_records(data, game), number))
    if len(some) < number:
        raise NotationError(f"no game {number} in a file of {len(some)}")
    return some[-1]


def session_of(record: Record) -> Session:
    """Return a session in which this game has been played."""
    session = Session(record.game, (None, None), make_roster())
    session.people = {side: _shown(name) for side, name in zip(Side, record.players, strict=True)}
    session.replay(record.moves)
    if side := next((side for side in Side if record.ending == f"{side} resigned"), None):
        session.log = session.log.resign(side)
    return session


def _judged(record: Record, seconds: float) -> list[Judged]:
    """Return the effect of each move on the exact value."""
    from noughts.solve.oracle import exact_oracle

    found: list[Judged] = []
    with Ticker() as ticker, aside():
        oracle = exact_oracle(seconds=lambda: min(_SECONDS, time_left(seconds)))

        def truth(position: Position) -> Mapping[Move, Value]:
            if is_over(seconds):
                raise LimitExceeded(f"{seconds:g} s are over")
            return oracle.values(position)

        for judged in judge_game(record, truth):
            found.append(judged)
            ticker.show(lambda passed: f"{len(found)} of {len(record.moves)} moves, {passed:.0f} s")
    return found[::-1]


def _report(record: Record, found: Sequence[Judged] | None) -> None:
    """Print a game: its boards, its end, and the judgements of its moves."""
    x, o = map(_shown, record.players)
    say(click.style(f"{record.game}: X {x}, O {o}", bold=True))
    if record.moves:
        say(f"\n{game_strip(record.game, record.moves)}")
    say(f"\n{_ended(record)}")
    if found is None:
        return
    say()
    for number, (name, judged) in enumerate(zip(record.cell_names, found, strict=True), start=1):
        words = judged if isinstance(judged, Judgement) else "its value is not known"
        say(f"{number:>3}. {_side_of(number)} {name}: {words}")
    say()
    for side, name in zip(Side, (x, o), strict=True):
        say(f"{side} ({name}): {_summary(record, side, found)}")


def _ended(record: Record) -> str:
    """Return how a game ended, in words."""
    outcome = record.final.outcome
    if outcome is not None and outcome.line is not None:
        return f"{outcome.winner} wins with {' '.join(record.game.name(cell) for cell in outcome.line)}"
    result = {None: "no result", "draw": "a draw"}.get(record.result, f"{record.result} wins")
    return f"{result}: {_shown(record.ending)}"


def _summary(record: Record, side: Side, found: Sequence[Judged]) -> str:
    """Return where a side gave value away, in words."""
    moves = [*enumerate(zip(record.cell_names, found, strict=True), start=1)]
    own = [(number, name, judged) for number, (name, judged) in moves if _side_of(number) is side]
    known = [(number, name, judged) for number, name, judged in own if isinstance(judged, Judgement)]
    slips = [f"{number}. {name} {judged}" for number, name, judged in known if judged.mistake]
    unknown = len(own) - len(known)
    told = f"{len(slips)} slip{'' if len(slips) == 1 else 's'} in {len(known)} moves"
    told += f", {unknown} more not known" if unknown else ""
    return told + "".join(f"\n  {slip}" for slip in slips)


def _side_of(number: int) -> Side:
    """Return who makes the move of this number, the first being 1."""
    return Side.X if number % 2 else Side.O


def _shown(name: str) -> str:
    """Return a name from a file as safe text: one line, without control characters, not too long."""
    text = quoted(name)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
