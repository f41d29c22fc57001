"""When a search stops: at a number of nodes, or by a clock with two limits.

`Budget.seconds` is a promise: a search stops there even in the middle of a depth. `Budget.soft` is what a move takes on
average: after each finished depth `Clock.enough` decides whether the next one is worth its time.
"""

from collections.abc import Callable
from time import perf_counter

from noughts.core.budget import Budget

_FIRST = 200  # nodes before the first look at the clock
_STEP = 0.01  # seconds between two looks, at most
_CHANGED = 1.2  # the best move has just changed: another depth starts within 1.2 times the soft limit
_SETTLED = (0.8, 0.6, 0.45, 0.35)  # it has been the same for 1, 2, 3, 4 depths or more
_LAST = 0.7  # without a soft limit: from this share of the time on, the next depth would hardly be finished


class Clock:
    """The limits of one search: ask `is_up` during a depth, `enough` after it. `spent`: seconds already used."""

    def __init__(self, budget: Budget, spent: float = 0.0, now: Callable[[], float] = perf_counter) -> None:
        self.budget, self.now = budget, now
        self.until = 0  # the number of nodes at which to ask again
        self.patience = 1  # how many times the nodes may be spent
        self._began = now() - spent
        self._looked, self._nodes = self._began + spent, 0  # at the last look
        self._same = 0  # depths with the same best move

    def is_up(self, nodes: int) -> bool:
        """Return whether the budget is spent; if not, `until` is the number of nodes at which to ask again."""
        if self.budget.nodes is not None:
            self.until = self.budget.nodes * self.patience
            if nodes >= self.until:
                return True
        if self.budget.seconds is None:
            return False
        now = self.now()
        left = self.budget.seconds - (now - self._began)
        some = self._nodes_in(min(_STEP, left / 2), now, nodes)
        self._looked, self._nodes = now, nodes
        self.until = nodes + some if self.budget.nodes is None else min(self.until, nodes + some)
        return left <= 0

    def _nodes_in(self, seconds: float, now: float, nodes: int) -> int:
        """Return the nodes that fit into the seconds, at the latest speed: other programs may slow this one."""
        fresh = nodes - self._nodes
        if fresh <= 0:
            return _FIRST
        return max(_FIRST, int(fresh / max(now - self._looked, 1e-6) * seconds))

    def enough(self, changed: bool) -> bool:
        """Return whether to stop after a finished depth. A budget of nodes is always spent.

        `changed`: this depth has another best move than the one before.
        """
        if self.budget.seconds is None:
            return False
        self._same = 0 if changed else self._same + 1
        spent = self.now() - self._began
        if self.budget.soft is None:
            return spent > _LAST * self.budget.seconds
        share = _SETTLED[min(self._same, len(_SETTLED)) - 1] if self._same else _CHANGED
        return spent > min(share * self.budget.soft, _LAST * self.budget.seconds)
