"""`noughts replay`."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from time import monotonic

import click

from noughts.app.players import Loader
from noughts.app.review import ReviewLimits, thorough_review
from noughts.cli.boards import game_strip
from noughts.cli.clock import time_left
from noughts.cli.common import Count, Ticker, answer, aside, compiling, say, say_known
from noughts.cli.convert import board_option, file_argument, read_file
from noughts.cli.exits import Exit
from noughts.cli.options import json_option, option, options
from noughts.cli.play import make_roster
from noughts.cli.tables import tables_option
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.record import Record
from noughts.errors import NotationError
from noughts.records import how_read, read_records
from noughts.records.parts import quoted
from noughts.results.review import JudgedMove, Replay
from noughts.results.review import replay as replay_document
from noughts.review.judgement import Judged
from noughts.review.turning import turned_words
from noughts.terminal.session import Session
from noughts.terminal.start import is_terminal, play_in_terminal
from noughts.words import Said

_LONGEST = 40  # characters of a name


@dataclass(frozen=True)
class Explaining:
    """How the moves are judged."""

    explain: bool = option("Show the effect of each move on the exact value.")
    seconds: float = option("For --explain, in all.", type=click.FloatRange(min=0), default=60)
    nodes: int | None = option("For --explain, of the search of a position without exact value.")


@click.command()
@file_argument
@options(Explaining, "explaining")
@click.option("--number", type=Count(min=1), default=1, show_default=True, help="The number of the game in the file.")
@click.option("--plain", is_flag=True, help="Print the boards, for a screen reader or a pipe.")
@board_option
@tables_option
@json_option
def replay(
    file: str,
    explaining: Explaining,
    number: int,
    plain: bool,
    game: Game | None,
    as_json: bool,
) -> None:
    """Replay a finished game: SGF, PSQ, JSON, JSON Lines, or text such as '1. b2 a1'; `-` is standard input.

    In a terminal it opens on the board at the game's end, and undo and redo step through it; --plain prints it.
    --explain shows where each side gave away a win or a draw; exit code 3 if the value of a move is not known. Then, as
    on large boards, a search says which proved wins were missed, which threats were overlooked, and its estimate.
    """
    data = read_file(file)
    some = list(islice(read_records(data, game), number))
    if len(some) < number:
        raise NotationError(f"no game {number} in a file of {len(some)}")
    say_known(how_read(data, game))
    record = some[-1]
    if not (explaining.explain or plain or as_json) and file != "-" and is_terminal():
        play_in_terminal(session_of(record))
        return
    judged = _judged(record, explaining) if explaining.explain else None
    document = replay_document(record, judged)
    answer(
        document,
        as_json,
        lambda: _report(record, document, judged or (), explaining.nodes),
        Exit.UNKNOWN if document.repeatable is False else Exit.ANSWERED,
    )


def _judged(record: Record, explaining: Explaining) -> list[Judged]:
    """Return the judgement of each move."""
    with Ticker() as ticker, aside():

        def show(judged: Sequence[Judged]) -> None:
            ticker.show(lambda passed: f"{len(judged)} of {len(record.moves)} moves, {passed:.0f} s")

        end = monotonic() + time_left(explaining.seconds)
        limits = ReviewLimits(explaining.seconds, end, explaining.nodes)
        return thorough_review(record, limits, show, lambda what: ticker.show(lambda passed: compiling(what, passed)))


def session_of(record: Record) -> Session:
    """Return a session in which this game has been played."""
    session = Session(record.game, (None, None), make_roster(Loader()))
    session.people = {side: _shown(name) for side, name in zip(Side, record.players, strict=True)}
    session.replay(record.moves)
    if side := next((side for side in Side if record.ending == f"{side} resigned"), None):
        session.log = session.log.resign(side)
    return session


def _report(record: Record, document: Replay, judged: Sequence[Judged], nodes: int | None) -> None:
    """Print a game: its boards, its end, and the judgements of its moves."""
    x, o = map(_shown, record.players)
    known = record.players != Record.players
    say(click.style(f"{record.game}: X {x}, O {o}" if known else f"{record.game}", bold=True))
    if record.moves:
        say(f"\n{game_strip(record.game, record.moves)}")
    say(f"\n{_ended(record)}")
    if document.review is not None:
        _report_review((x, o), document.review, turned_words(record, judged))
        if not document.repeatable:
            hint = "; with --nodes N it depends on less" if nodes is None else ""
            say(f"\nwhat is said of a move without exact value depends on the time: another run may differ{hint}")


def _report_review(names: tuple[str, str], review: Sequence[JudgedMove], turned: str) -> None:
    """Print the judgements of a game's moves, and where it turned."""
    say()
    for number, move in enumerate(review, start=1):
        say(f"{number:>3}. {move.side} {move.move}: {_words(move)}")
    say()
    if turned:
        say(f"{turned}\n")
    for side, name in zip(Side, names, strict=True):
        own = [(number, move) for number, move in enumerate(review, start=1) if move.side is side]
        say(f"{side} ({name}): {_summary(own)}")


def _words(move: JudgedMove) -> str:
    """Return the judgement of a move in words."""
    searched = str(Said("playing.value-unknown")) if move.search is None else move.search.words
    return searched if move.words is None else move.words


def _ended(record: Record) -> str:
    """Return how a game ended, in words."""
    outcome = record.final.outcome
    if outcome is not None and outcome.line is not None:
        return f"{outcome.winner} wins with {' '.join(record.game.name(cell) for cell in outcome.line)}"
    result = {None: "no result", "draw": str(Said("playing.draw"))}.get(record.result, f"{record.result} wins")
    return f"{result}: {_shown(record.ending)}"


def _summary(own: Sequence[tuple[int, JudgedMove]]) -> str:
    """Return where a side gave value away, in words: `own` are its moves with their numbers."""
    known = [move for _, move in own if move.known]
    searched = [(number, move, move.search) for number, move in own if move.search is not None]
    proved = sum(search.mistake for _, _, search in searched)
    slips = [(number, move) for number, move in own if move.mistake or (move.search and move.search.mistake)]
    falls = [(number, move) for number, move, search in searched if search.drop]
    exact = len(slips) - proved
    summary = f"{exact} slip{'' if exact == 1 else 's'} in {len(known)} moves"
    if len(own) > len(known):
        summary += f", {len(own) - len(known)} more not known"
    if searched:
        summary += f"; by search: {proved} by its proofs, {len(falls)} by its estimate"
    return summary + "".join(f"\n  {number}. {move.move} {_words(move)}" for number, move in [*slips, *falls])


def _shown(name: str) -> str:
    """Return a name from a file as safe text: one line, without control characters, not too long."""
    text = quoted(name)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
