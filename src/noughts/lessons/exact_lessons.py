"""Lessons by exact values: which positions belong to a grade, and how every other move is refuted.

The only move of X below is a3: every other one lets O complete a3 b2 c1.

>>> from noughts.core.notation import parse_position
>>> from noughts.lessons.only_move import OnlyMove
>>> position = parse_position("X.O/.O./..X")
>>> values = {move: Value(0, 5) if move == 6 else Value(-1, 2) for move in position.legal_moves}
>>> only = only_move(values)
>>> position.game.name(only), is_block(position, values, only)
('a3', True)
>>> reason_of_block(position, values, only)
'O threatened a3: every other move loses at once.'
"""

from collections.abc import Mapping

from noughts.core.game import Move
from noughts.core.judgement import Truth, judge
from noughts.core.position import Position, completions
from noughts.core.value import Value
from noughts.lessons.only_move import Moves, Refutation

Values = Mapping[Move, Value]

_KEEPS = {1: "wins", 0: "keeps the draw"}


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
    """Return whether neither side can complete a line now."""
    return not completions(position, position.own) and not completions(position, position.theirs)


def _threats(position: Position, move: Move) -> Moves:
    """Return the cells that complete a line of the mover after a move."""
    after = position.play_unchecked(move)
    return completions(after, after.theirs)


def question_of_win(position: Position, values: Values, only: Move) -> str:
    """Ask for the move that wins at once."""
    return f"{position.side} to move: which move wins at once?"


def question_of_block(position: Position, values: Values, only: Move) -> str:
    """Ask for the move that stops a line."""
    side = position.side
    return f"{side} to move: {side.opponent} threatens a line. Which move {_KEEPS[values[only].result]}?"


def question_of_fork(position: Position, values: Values, only: Move) -> str:
    """Ask for the fork."""
    return f"{position.side} to move: which move makes two threats at once?"


def question_of_stop(position: Position, values: Values, only: Move) -> str:
    """Ask for the move that stops every fork."""
    return f"{position.side} to move: {position.side.opponent} wins with a fork after every move but one. Which one?"


def question_of_only(position: Position, values: Values, only: Move) -> str:
    """Ask for the only move that keeps the value."""
    return f"{position.side} to move: only one move {_KEEPS[values[only].result]}. Which one?"


def reason_of_win(position: Position, values: Values, only: Move) -> str:
    """Name the line that is completed."""
    outcome = position.play_unchecked(only).outcome
    line = " ".join(map(position.game.name, outcome.line)) if outcome and outcome.line else ""
    return f"{position.game.name(only)} completes {line}."


def reason_of_block(position: Position, values: Values, only: Move) -> str:
    """Name the threat."""
    return f"{position.side.opponent} threatened {position.game.name(only)}: every other move loses at once."


def reason_of_fork(position: Position, values: Values, only: Move) -> str:
    """Name the threats."""
    name = position.game.name
    threats = " and ".join(map(name, _threats(position, only)))
    return f"{name(only)} threatens {threats}, and {position.side.opponent} can stop only one."


def reason_of_stop(position: Position, values: Values, only: Move) -> str:
    """Tell what every other move allows."""
    other = position.side.opponent
    return f"After {position.game.name(only)} it is a draw. After any other move {other} makes two threats and wins."


def reason_of_only(position: Position, values: Values, only: Move) -> str:
    """Tell the value of the only move, and of the others."""
    name, side = position.game.name(only), position.side
    drawn = sum(value.result == 0 for move, value in values.items() if move != only)
    lost = len(values) - 1 - drawn
    kept = f"{side} wins{_in_moves(values[only])}" if values[only].result == 1 else "it is a draw"
    if drawn and lost:
        others = f"{drawn} only {_verb(drawn, 'draw')} and {lost} {_verb(lost, 'lose')}"
        return f"After {name} {kept}. Of the other moves {others}."
    return f"After {name} {kept}. Every other move {'only draws' if drawn else 'loses'}."


def _verb(count: int, verb: str) -> str:
    """Return a verb for one move or for several."""
    return f"{verb}s" if count == 1 else verb


def _in_moves(value: Value) -> str:
    """Return in how many moves of the winner the game ends, where that is known."""
    if value.distance is None:
        return ""
    moves = (value.distance + 1) // 2
    return " at once" if moves == 1 else f" in {moves} moves"


def best_line(position: Position, move: Move, truth: Truth) -> Moves:
    """Return a move and best play after it, to the end of the game. Raises LimitExceeded.

    The winner is as quick, the loser as slow as possible; of equal moves the lowest cell is played.
    """
    line, position = [move], position.play_unchecked(move)
    while position.outcome is None:
        values = truth(position)
        line.append(max(values, key=values.__getitem__))
        position = position.play_unchecked(line[-1])
    return tuple(line)


def refute(position: Position, move: Move, truth: Truth) -> Refutation:
    """Return what a move that gives value away leads to, by best play."""
    value, other = truth(position)[move], position.side.opponent
    line = best_line(position, move, truth)
    if value.result == 0:
        return Refutation(line, f"Now it is only a draw: {other} can hold it.", 0)
    reply = Value(1, None if value.distance is None else value.distance - 1)
    return Refutation(line, f"Now {other} wins{_in_moves(reply)}.", -1)
