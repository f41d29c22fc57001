"""Lessons by exact values: which positions belong to a grade, and how every other move is refuted.

The only move of X below is a3: every other one lets O complete a3 b2 c1.

>>> from noughts.board_text.position_text import parse_position
>>> from noughts.lessons.only_move import OnlyMove
>>> position = parse_position("X.O/.O./..X")
>>> values = {move: Value(0, 5) if move == 6 else Value(-1, 2) for move in position.legal_moves}
>>> only = only_move(values)
>>> position.game.name(only), is_block(position, values, only)
('a3', True)
>>> print(*reason_of_block(position, values, only))
O threatened a3: every other move loses at once.
"""

from collections.abc import Mapping

from noughts.core.game import Move, Moves
from noughts.core.position import Position, completions
from noughts.core.value import Truth, Value
from noughts.lessons.only_move import LessonSentence, RefutedMove, SentenceKind, Sentences, sentence
from noughts.review.judgement import judge

Values = Mapping[Move, Value]


def only_move(values: Values) -> Move | None:
    """Return the move that alone keeps the value, if there is one and it is not the only free cell.

    >>> (
    ...     only_move({0: Value(0), 1: Value(1), 2: Value(-1)}),
    ...     only_move({0: Value(0), 1: Value(0)}),
    ...     only_move({0: Value(1)}),
    ... )
    (1, None, None)
    """
    only = [move for move in values if judge(values, move).only]
    return only[0] if len(only) == 1 < len(values) else None


def is_win(position: Position, values: Values, only: Move) -> bool:
    """Return whether the only winning move wins at once."""
    return values[only].result == 1 and only in completions(position, position.own)


def is_block(position: Position, values: Values, only: Move) -> bool:
    """Return whether the only move stops a line, and every other one loses at once."""
    return completions(position, position.theirs) == (only,) and not completions(position, position.own)


def is_fork(position: Position, values: Values, only: Move) -> bool:
    """Return whether the only winning move makes two threats, in a quiet position."""
    return values[only].result == 1 and len(_threats(position, only)) > 1


def is_stop(position: Position, values: Values, only: Move) -> bool:
    """Return whether the only move draws and every other one loses, in a quiet position: to a fork.

    A side that stops every line it can stop loses to two threats at once, and to nothing else.
    """
    others = [value for move, value in values.items() if move != only]
    return values[only].result == 0 and all(value.result < 0 for value in others)


def is_quiet(position: Position) -> bool:
    """Return whether no side can win with its next stone; always, where a line loses."""
    if not position.game.line_wins:
        return True
    return not completions(position, position.own) and not completions(position, position.theirs)


def _threats(position: Position, move: Move) -> tuple[Move, ...]:
    after = position.play_unchecked(move)
    return completions(after, after.theirs)


def question(kind: SentenceKind | None, position: Position, values: Values, only: Move) -> LessonSentence:
    """Ask for the only move by a sentence of this kind; without one, for the move that keeps the value."""
    other = {"other": position.side.opponent} if kind in ("ask-block", "ask-stop") else {}
    kept: SentenceKind = "ask-winning" if values[only].result == 1 else "ask-drawing"
    return sentence(kind or kept, side=position.side, **other)


def reason_of_win(position: Position, values: Values, only: Move) -> Sentences:
    """Name the line that is completed."""
    outcome = position.play_unchecked(only).outcome
    line = " ".join(map(position.game.name, outcome.line)) if outcome and outcome.line else ""
    return (sentence("completes", cell=position.game.name(only), line=line),)


def reason_of_block(position: Position, values: Values, only: Move) -> Sentences:
    """Name the threat."""
    return (sentence("threatened", other=position.side.opponent, cell=position.game.name(only)),)


def reason_of_fork(position: Position, values: Values, only: Move) -> Sentences:
    """Name two of the threats."""
    name = position.game.name
    first, second = map(name, _threats(position, only)[:2])
    return (sentence("forks", cell=name(only), first=first, second=second, other=position.side.opponent),)


def reason_of_stop(position: Position, values: Values, only: Move) -> Sentences:
    """Tell what every other move allows."""
    return (sentence("stops-forks", cell=position.game.name(only), other=position.side.opponent),)


def reason_of_only(position: Position, values: Values, only: Move) -> Sentences:
    """Tell the value of the only move, and of the others."""
    cell, side = position.game.name(only), position.side
    drawn = sum(value.result == 0 for move, value in values.items() if move != only)
    lost = len(values) - 1 - drawn
    if values[only].result == 0:
        kept = sentence("draws", cell=cell)
    else:
        kept = _timed(values[only], "wins", "wins-at-once", "wins-in", cell=cell, side=side)
    if drawn and lost:
        return kept, sentence("others-differ", drawn=drawn, lost=lost)
    return kept, sentence("others-draw" if drawn else "others-lose")


def _timed(
    value: Value, untimed: SentenceKind, at_once: SentenceKind, later: SentenceKind, **values: object
) -> LessonSentence:
    """Return a sentence about a win, with the number of the winner's moves where it is known."""
    if value.distance in (None, 0, 2):  # unknown, or the loser completes a line, now or in answer to one move
        return sentence(untimed, **values)
    moves = (value.distance + 1) // 2
    return sentence(at_once, **values) if moves == 1 else sentence(later, **values, moves=moves)


def best_line(position: Position, move: Move, truth: Truth) -> Moves:
    """Return a move and best play after it, to the end of the game. Raises LimitExceeded.

    The winner is as quick, the loser as slow as possible; of equal moves the lowest cell is played.
    """
    line, position = [move], position.play_unchecked(move)
    while position.outcome is None:
        values = truth(position)
        line.append(max(values, key=values.__getitem__))
        position = position.play_unchecked(line[-1])
    return Moves(position.game, line)


def refute(position: Position, move: Move, truth: Truth) -> RefutedMove:
    """Return what a move that gives value away leads to, by best play."""
    value, other = truth(position)[move], position.side.opponent
    line = best_line(position, move, truth)
    if value.result == 0:
        return RefutedMove(line, sentence("now-draw", other=other), "draw")
    reply = Value(1, None if value.distance is None else value.distance - 1)
    return RefutedMove(line, _timed(reply, "now-loss", "now-loss-at-once", "now-loss-in", other=other), "loss")
