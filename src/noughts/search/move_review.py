"""What a search says of the moves of a game: wins missed, threats overlooked, and estimates."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from noughts.core.game import Move
from noughts.core.judgement import Judged, SearchJudgement
from noughts.core.position import Position
from noughts.errors import LimitExceeded
from noughts.search.finding import Finding
from noughts.words import Said

_BIG = 800  # a fall of the estimate that is worth a word: two open threes, about
_SEEN = 100_000  # from such a score on the search has seen the end of the game
_SHOWN = 12  # moves of a line
_WON = SearchJudgement(Said("condition.win"), 1, 1)
_DRAWN = SearchJudgement("a draw: the board is full", 0, 0)
_LOST = SearchJudgement("lost already, as the search proves", -1, -1)


class MoveReviewer:
    """Judges moves by a search, which is asked once about each position. What it claims of a result is proved.

    `find`: the search; it may raise LimitExceeded.
    """

    def __init__(self, find: Callable[[Position], Finding]) -> None:
        self._search = find
        self._found: dict[Position, Finding] = {}

    def __call__(self, position: Position, move: Move) -> SearchJudgement:
        """Return the judgement of a move of a position where the game is on."""
        after = position.play(move)
        if after.outcome is not None:
            return _DRAWN if after.outcome.winner is None else _WON
        ours, theirs = self._find(position), self._find(after)
        if ours.result == 1:
            return self._with_a_win(position, move, ours, theirs)
        if ours.result == -1:
            return _LOST
        if theirs.result == 1:
            return self._with_a_threat(position, move, ours, theirs)
        if theirs.result is not None:
            words = "wins, as the search proves" if theirs.result else "a draw, as the search proves"
            return SearchJudgement(words, ours.result, -theirs.result)
        return _estimated(position, move, ours, theirs)

    def _find(self, position: Position) -> Finding:
        if position not in self._found:
            self._found[position] = self._search(position)
        return self._found[position]

    def _with_a_win(self, position: Position, move: Move, ours: Finding, theirs: Finding) -> SearchJudgement:
        """Return the judgement where a win is proved before the move."""
        if move == ours.move or theirs.result == -1:
            return SearchJudgement(f"keeps {_win(position, ours, line=False)}", 1, 1)
        after = None if theirs.result is None else -theirs.result
        then = "no win is proved after it"
        if after is not None:
            then = "now it is a draw" if after == 0 else f"now the opponent has {_win(position, theirs)}"
        return SearchJudgement(f"missed {_win(position, ours)}; {then}", 1, after, better=ours.move, line=ours.line)

    def _with_a_threat(self, position: Position, move: Move, ours: Finding, theirs: Finding) -> SearchJudgement:
        """Return the judgement where the opponent's win is proved after the move, but not before it."""
        win = f"the opponent's {_win(position, theirs).removeprefix('a proved ')}"
        better = ours.move if ours.move != move and self._find(position.play(ours.move)).result != 1 else None
        if better is None:
            words = f"loses to {win}: the search has found no better move"
        else:
            words = f"overlooked {win}; {position.game.name(better)} prevents it"
        return SearchJudgement(words, ours.result, -1, better=better, line=theirs.line)


def _win(position: Position, finding: Finding, line: bool = True) -> str:
    """Return a proved win in words, with its line."""
    plies = finding.plies or len(finding.line)
    how = f" by {finding.by}" if finding.by in ("fours", "threats") else ""
    length = f" in {plies} {'ply' if plies == 1 else 'plies'}" if plies else ""
    names = [position.game.name(move) for move in finding.line[:_SHOWN]]
    more = " ..." if len(finding.line) > _SHOWN else ""
    return f"a proved win{how}{length}" + (f" ({' '.join(names)}{more})" if names and line else "")


def _estimated(position: Position, move: Move, ours: Finding, theirs: Finding) -> SearchJudgement:
    """Return the judgement where nothing is proved."""
    score, drop = -theirs.score, ours.score + theirs.score
    if ours.move == move or drop < _BIG:
        return SearchJudgement(_estimate(score), estimate=score)
    name = position.game.name(ours.move)
    words = f"{_estimate(score)}, {_estimate(ours.score)} before: the search prefers {name}"
    return SearchJudgement(words, estimate=score, drop=drop, better=ours.move)


def _estimate(score: int) -> str:
    """Return an estimate in words. Beyond a bound it stands for an end that was seen in a search of some moves only."""
    if abs(score) < _SEEN:
        return f"estimate {score:+d}"
    return f"a {'win' if score > 0 else 'loss'} seen, not proved"


def settled(judged: Sequence[Judged]) -> list[Judged]:
    """Return the judgements of a game, where a loss is known too that is proved by the move before it only."""
    known = list(judged)
    for index, (before, one) in enumerate(pairwise(judged), start=1):
        proved = not isinstance(before, LimitExceeded) and before.after == 1
        if proved and isinstance(one, SearchJudgement) and one.before is None:
            known[index] = _LOST
    return known
