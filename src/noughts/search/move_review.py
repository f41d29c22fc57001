"""What a search says of the moves of a game: wins missed, threats overlooked, and estimates."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from noughts.core.game import Move
from noughts.core.position import Position
from noughts.errors import LimitExceeded
from noughts.review.evaluation import estimated
from noughts.review.judgement import Judged, SearchJudgement
from noughts.search.finding import Finding
from noughts.words import Said

_BIG = 800  # a fall of the estimate that is worth a word: two open threes, about
_SHOWN = 12  # moves of a line
_WON = SearchJudgement(Said("condition.win"), 1, 1)
_DRAWN = SearchJudgement(Said("review.full"), 0, 0)
_LOST = SearchJudgement(Said("review.lost-proved"), -1, -1)


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
            words = Said("review.wins-proved" if theirs.result else "review.draw-proved")
            return SearchJudgement(words, ours.result, -theirs.result)
        return _estimated(position, move, ours, theirs)

    def _find(self, position: Position) -> Finding:
        if position not in self._found:
            self._found[position] = self._search(position)
        return self._found[position]

    def _with_a_win(self, position: Position, move: Move, ours: Finding, theirs: Finding) -> SearchJudgement:
        """Return the judgement where a win is proved before the move."""
        if move == ours.move or theirs.result == -1:
            return SearchJudgement(Said("review.kept-proved", {"win": _win(ours)}), 1, 1)
        win = _with_line(position, ours)
        if theirs.result is None:
            words = Said("review.missed", {"win": win})
        elif theirs.result == 0:
            words = Said("review.missed-draw", {"win": win})
        else:
            reply = {"other": position.side.opponent, "reply": _with_line(position, theirs)}
            words = Said("review.missed-loss", {"win": win, **reply})
        after = None if theirs.result is None else -theirs.result
        return SearchJudgement(words, 1, after, better=ours.move, line=ours.line)

    def _with_a_threat(self, position: Position, move: Move, ours: Finding, theirs: Finding) -> SearchJudgement:
        """Return the judgement where the opponent's win is proved after the move, but not before it."""
        better = ours.move if ours.move != move and self._find(position.play(ours.move)).result != 1 else None
        values = {"other": position.side.opponent, "win": _with_line(position, theirs)}
        if better is None:
            words = Said("review.gave-alone", values)
        else:
            words = Said("review.gave", values | {"better": position.game.name(better)})
        return SearchJudgement(words, ours.result, -1, better=better, line=theirs.line)


def _win(finding: Finding) -> Said:
    plies = finding.plies or len(finding.line)
    how = f"-{finding.by}" if finding.by in ("fours", "threats") else "-in"
    return Said(f"review.win{how}", {"count": plies}) if plies else Said("review.win")


def _with_line(position: Position, finding: Finding) -> Said:
    names = [position.game.name(move) for move in (finding.line or (finding.move,))[:_SHOWN]]
    more = ["…"] if len(finding.line) > _SHOWN else []
    return Said("review.win-line", {"win": _win(finding), "line": " ".join(names + more)})


def _estimated(position: Position, move: Move, ours: Finding, theirs: Finding) -> SearchJudgement:
    score, drop = -theirs.score, ours.score + theirs.score
    before, now = (estimated(position.side, each).words for each in (ours.score, score))
    if ours.move == move or drop < _BIG or before == now:
        return SearchJudgement(Said("review.estimate", {"standing": now}), estimate=score)
    values = {"standing": now, "before": before, "better": position.game.name(ours.move)}
    return SearchJudgement(Said("review.fell", values), estimate=score, drop=drop, better=ours.move)


def settled(judged: Sequence[Judged]) -> list[Judged]:
    """Return the judgements of a game, where a loss is known too that is proved by the move before it only."""
    known = list(judged)
    for index, (before, judgement) in enumerate(pairwise(judged), start=1):
        proved = not isinstance(before, LimitExceeded) and before.after == 1
        if proved and isinstance(judgement, SearchJudgement) and judgement.before is None:
            known[index] = _LOST
    return known
