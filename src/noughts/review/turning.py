"""Where a game turned: the last move that changed its result, as far as that is known."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from noughts.core.game import Move
from noughts.core.position import Side, side_at
from noughts.core.record import Record
from noughts.errors import LimitExceeded
from noughts.review.evaluation import Evaluation, estimated
from noughts.review.judgement import Judged, Judgement, SearchJudgement, any_of
from noughts.words import Said


@dataclass(frozen=True)
class TurningPoint:
    """The last move that changed the result of a game; `ply` counts from 0. `better`: moves in its place.

    `kind`: the move gave up a win and lost (`won`), lost a draw (`drawn`) or let a win slip (`missed`); it `allowed` a
    win that is proved only after it; or the game is only `estimated`.
    """

    record: Record
    ply: int
    kind: str
    better: tuple[Move, ...]
    evaluations: tuple[Evaluation, ...] = ()

    @property
    def side(self) -> Side:
        """The side that made the move."""
        return side_at(self.ply)

    def words(self, to_mover: bool = False) -> Said:
        """Return it as a sentence about the side that moved, or to it."""
        form = ("" if self.better else "-alone") + ("-you" if to_mover else "")
        name = self.record.game.name
        values = {
            "number": self.ply + 1,
            "side": self.side,
            "other": self.side.opponent,
            "move": name(self.record.moves[self.ply]),
            "moves": any_of([*map(name, self.better)]) if self.better else "",
            **{key: evaluation.words for key, evaluation in zip(("before", "after"), self.evaluations, strict=False)},
        }
        return Said(f"turned.{self.kind}{form}", values)


def turning_point(record: Record, judged: Sequence[Judged]) -> TurningPoint | None:
    """Return where a game turned; None if it did not, or if that is not known.

    It is the same while earlier moves are not judged yet, if those are LimitExceeded.
    """
    results = _results(judged)
    if not results or results[-1] is None:
        return _by_estimate(record, judged)
    start = len(results) - 1
    while start and results[start - 1] == results[-1]:
        start -= 1
    return _by_proof(record, start, judged, results[-1] * _sign(start))


def turned_words(record: Record, judged: Sequence[Judged]) -> str:
    """Return where a game turned in words; nothing if that is not known, or if the game did not end so.

    >>> from noughts.core.game import Game
    >>> record = Record(Game(3, 3, 3), (0, 1, 3, 4, 8, 7))
    >>> moves = Judgement(0, 0), Judgement(0, -1), Judgement(1, 1), Judgement(-1, -1)
    >>> turned_words(record, [*moves, Judgement(1, -1, better=(6,)), Judgement(1, 1)])
    'X could still have won with a3 at move 5: c3 lost the game.'
    """
    point = turning_point(record, judged)
    if point is None or record.result != ("draw" if point.kind == "missed" else str(point.side.opponent)):
        return ""
    return str(point.words())


def _results(judged: Sequence[Judged]) -> list[int | None]:
    """Return the proved result after each move, for X: by the move itself, or by what is proved before the next."""
    after = [None if isinstance(judgement, LimitExceeded) else judgement.after for judgement in judged]
    before = [
        None if isinstance(judgement, LimitExceeded) else 1 if judgement.after == 1 else judgement.before
        for judgement in judged
    ]
    results: list[int | None] = []
    for ply, (own, following) in enumerate(zip_longest(after, before[1:])):
        result = own if own is not None else None if following is None else -following
        results.append(None if result is None else result * _sign(ply))
    return results


def _by_proof(record: Record, ply: int, judged: Sequence[Judged], after: int) -> TurningPoint | None:
    """Return the turning point at the first move of those after which the result is proved, 1, 0 or -1 for its side."""
    judgement = judged[ply]
    if isinstance(judgement, Judgement):
        return (
            TurningPoint(record, ply, _kind(judgement.before, after), judgement.better) if judgement.mistake else None
        )
    if isinstance(judgement, LimitExceeded) or after == 1:
        return None
    better = () if judgement.better is None else (judgement.better,)
    if judgement.before is not None and better:
        return TurningPoint(record, ply, _kind(judgement.before, after), better) if after < judgement.before else None
    is_start = ply == 0 or not isinstance(judged[ply - 1], LimitExceeded)
    return TurningPoint(record, ply, "allowed", better) if after < 0 and is_start else None


def _kind(before: int, after: int) -> str:
    return "drawn" if before == 0 else "won" if after < 0 else "missed"


def _by_estimate(record: Record, judged: Sequence[Judged]) -> TurningPoint | None:
    """Return the last move of the side that stands worse at the end after which the estimate fell far."""
    loser: Side | None = None
    for ply in reversed(range(len(judged))):
        judgement, side = judged[ply], side_at(ply)
        if not isinstance(judgement, SearchJudgement) or judgement.estimate is None:
            return None
        after = estimated(side, judgement.estimate)
        loser = loser or (None if not after.good else Side.O if after.good > 0 else Side.X)
        if loser is None:
            return None
        if side is loser and judgement.better is not None:
            before = estimated(side, judgement.estimate + judgement.drop)
            return TurningPoint(record, ply, "estimated", (judgement.better,), (before, after))
    return None


def _sign(ply: int) -> int:
    return -1 if ply % 2 else 1
