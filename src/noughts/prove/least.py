"""The cheapest set of choices that settles some tasks, and everything that the choices bring: an AND-OR graph.

A task is settled by one of its options. An option makes a choice and brings further tasks. Some choices cost 1, the
others nothing; a choice that is made for several tasks is paid once, so the cheapest whole is not the sum of cheapest
parts.

The search grows one set, of tasks that must be settled and choices that must be made. A task is settled if all of one
of its options is in the set; a set in which every task is settled is a solution. For each cost, from the least that
can be, the search proves that no solution is so cheap, or finds one: then that one is the cheapest. Two arguments cut
it short:

- what all the options that can still be afforded have in common must be in the set;
- unsettled tasks whose options pay for different choices are paid one by one, so their least costs add up.

A set is an int: bit t is task t, further bits are choices.
"""

import time
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

from noughts.core.budget import UNLIMITED, Budget
from noughts.core.game import cells_of
from noughts.errors import LimitExceeded

Task = TypeVar("Task", bound=Hashable)

_TABLE = 1 << 28  # bytes, for sets that are known to cost more
_FIRST_DIVE = 20_000  # nodes in which some solution has to be found


@dataclass(frozen=True)
class Option(Generic[Task]):
    """One way to settle a task: the choice that it makes, whether that costs 1, and the tasks that it brings.

    A choice is a subject and what is decided about it, as a number. A subject has one decision, for all its tasks.
    """

    choice: tuple[Task, int]
    costs: bool
    brings: Collection[Task]


@dataclass(frozen=True)
class Least(Generic[Task]):
    """A solution: the option of each task that it brings, its cost, and a cost that is proved to be the least possible.

    It is the cheapest if `cost` is `at_least`. `nodes`: the size of the search.
    """

    options: Mapping[Task, Option[Task]]
    cost: int
    at_least: int
    nodes: int


@dataclass(frozen=True)
class LeastProgress:
    """The progress of a search: its nodes, and the cost that is proved to be the least possible."""

    nodes: int
    at_least: int


def least(
    tasks: Mapping[Task, Sequence[Option[Task]]],
    roots: Collection[Task],
    budget: Budget = UNLIMITED,
    progress: Callable[[LeastProgress], None] = lambda progress: None,
) -> Least[Task]:
    """Return the cheapest solution that settles the roots, or the cheapest found within the budget.

    An option brings only tasks that come later in the mapping. Raises LimitExceeded where the budget ends before any
    solution is found.

    >>> both = [Option(("a", 1), True, "b"), Option(("a", 2), True, "c")]
    >>> tasks = {"a": both, "b": [Option(("b", 1), True, "c")], "c": [Option(("c", 1), True, "")]}
    >>> found = least(tasks, "a")
    >>> found.cost, found.at_least, list(found.options)
    (2, 2, ['a', 'c'])
    """
    return _Search(tasks, roots, budget, progress).run()


class _OutOfBudget(Exception):
    """The search has to stop."""


class _Search(Generic[Task]):
    def __init__(
        self,
        tasks: Mapping[Task, Sequence[Option[Task]]],
        roots: Collection[Task],
        budget: Budget,
        progress: Callable[[LeastProgress], None],
    ) -> None:
        self.tasks, self.roots, self.budget, self.progress = tasks, roots, budget, progress
        self.began = time.monotonic()
        self.names = [*tasks]
        self.bits = {task: 1 << bit for bit, task in enumerate(tasks)}
        self.all_tasks = (1 << len(tasks)) - 1
        self.paid = self.contested = 0  # the choices that cost, and those about the subjects of several tasks
        self.rivals = dict[int, int]()  # to each choice, those that exclude it
        self.choices = self._numbered()
        self.forced = dict[Task, int]()  # what each task brings, whatever is chosen
        self.options = dict[int, list[tuple[int, int]]]()  # by the bit of a task: an option, and all that it forces
        for task in reversed(self.names):
            self._add(task)
        self.start = self._all_forced(roots)
        self.at_least, self.nodes = self._cost(self.start), 0
        self.most_nodes: int | None = None
        self.end: float | None = None
        self.table = dict[int, int]()  # of a set: the least cost of a solution that holds it
        self.room = _TABLE * 8 // (len(self.names) + len(self.choices) + 1)

    def run(self) -> Least[Task]:
        best = self._by_greed()
        if best is None:
            with suppress(_OutOfBudget):
                self._allow(0.25, _FIRST_DIVE)
                best = self._found_within(len(self.choices))
        with suppress(_OutOfBudget):
            self._allow(0.75)
            while best is None or self.at_least < self._cost(best):
                if (solution := self._found_within(self.at_least)) is not None:
                    best = solution
                else:
                    self.at_least += 1
        if best is None:
            raise LimitExceeded(
                f"no solution is found within the limits, after {self.nodes:,} nodes; none costs less than "
                f"{self.at_least}"
            )
        with suppress(_OutOfBudget):  # the proof from below did not end: the rest of the budget is for a better one
            self._allow(1)
            while self.at_least < (cost := self._cost(best)):
                if (solution := self._found_within(cost - 1)) is None:
                    self.at_least = cost
                else:
                    best = solution
        return self._solution(best)

    def _allow(self, share: float, most: int | None = None) -> None:
        """Let the search go on to a share of the budget, and to no more than `most` nodes."""
        nodes, seconds = self.budget.nodes, self.budget.seconds
        limits = [each for each in (most, None if nodes is None else int(share * nodes)) if each is not None]
        self.most_nodes = min(limits, default=None)
        self.end = None if seconds is None else self.began + share * seconds

    def _numbered(self) -> dict[tuple[Task, int], int]:
        """Return the bit of each choice; note which cost, and which exclude each other."""
        choices: dict[tuple[Task, int], int] = {}
        about: dict[Task, int] = {}  # by subject: its choices
        tasks = Counter[Task]()
        for options in self.tasks.values():
            tasks.update({option.choice[0] for option in options})
            for option in options:
                bit = choices.setdefault(option.choice, 1 << (len(self.names) + len(choices)))
                self.paid |= bit if option.costs else 0
                about[option.choice[0]] = about.get(option.choice[0], 0) | bit
        for (subject, _), bit in choices.items():
            self.rivals[bit] = about[subject] & ~bit
            self.contested |= bit if tasks[subject] > 1 else 0
        return choices

    def _add(self, task: Task) -> None:
        """Add a task whose followers are known."""
        options, common = [], -1
        for option in self.tasks[task]:
            own = self._own(option)
            forced = self.choices[option.choice] | self._all_forced(option.brings)
            if not self._clashes(0, forced):
                options.append((own, forced))
                common &= forced
        self.options[self.bits[task]] = options
        self.forced[task] = self.bits[task] | (common if options else 0)

    def _all_forced(self, tasks: Collection[Task]) -> int:
        union = 0
        for task in tasks:
            union |= self.forced[task]
        return union

    def _cost(self, grown: int) -> int:
        return (grown & self.paid).bit_count()

    def _clashes(self, before: int, after: int) -> bool:
        """Return whether two of the choices exclude each other, in a set that grew from one without such a pair."""
        new = after & ~before & self.contested
        return any(after & self.rivals[1 << bit] for bit in cells_of(new))

    def _by_greed(self) -> int | None:
        """Return the solution in which each task takes what is cheapest then; None if choices clash."""
        grown = self.start
        for bit in self.bits.values():
            if grown & bit and all(own & ~grown for own, _ in self.options[bit]):
                wider = [grown | forced for _, forced in self.options[bit]]
                fitting = [each for each in wider if not self._clashes(grown, each)]
                if not fitting:
                    return None
                grown = min(fitting, key=self._cost)
        return grown

    def _found_within(self, most: int) -> int | None:
        """Return a solution that costs `most` or less, None if there is none."""
        path: list[tuple[int, Iterator[int]]] = [(0, iter((self.start,)))]
        while path:
            parent, rest = path[-1]
            if (grown := next(rest, None)) is None:
                path.pop()
                self._note(parent, most + 1)
                continue
            self._count()
            settled = self._settled(grown, most)
            if settled is None:
                continue
            grown, branches = settled
            if not branches:
                return grown
            path.append((grown, iter(branches)))
        return None

    def _settled(self, grown: int, most: int) -> tuple[int, list[int]] | None:
        """Return the set with all that it forces, and the sets to try for one unsettled task, if any; None where it
        costs more than `most`."""
        if self._cost(grown) > most or self._clashes(0, grown):
            return None
        before, unsettled = -1, list[list[int]]()
        while grown != before:
            before, unsettled = grown, []
            for bit in cells_of(grown & self.all_tasks):
                options = self.options[1 << bit]
                if any(not own & ~grown for own, _ in options):
                    continue
                wider = [grown | forced for _, forced in options]
                wider = [each for each in wider if self._cost(each) <= most and not self._clashes(grown, each)]
                if not wider:
                    return None
                common = wider[0]
                for each in wider:
                    common &= each
                unsettled.append(wider)
                grown = common
        if unsettled and (self.table.get(grown, 0) > most or self._too_dear(grown, unsettled, most)):
            return None
        branches = min(unsettled, key=len, default=[])
        return grown, sorted(branches, key=self._cost)

    def _too_dear(self, grown: int, unsettled: Sequence[Sequence[int]], most: int) -> bool:
        """Return whether tasks that pay for different choices cost too much together."""
        bills = []
        for wider in unsettled:
            added = [each & ~grown & self.paid for each in wider]
            union, cheapest = 0, min(each.bit_count() for each in added)
            for each in added:
                union |= each
            if cheapest:
                bills.append((union.bit_count() / cheapest, union, cheapest))
        cost, counted = self._cost(grown), 0
        for _, union, cheapest in sorted(bills):
            if not union & counted:
                counted |= union
                cost += cheapest
        self._note(grown, min(cost, most + 1))  # options dearer than `most` are left out of the bills
        return cost > most

    def _note(self, grown: int, cost: int) -> None:
        if cost > self.table.get(grown, 0) and (grown in self.table or len(self.table) < self.room):
            self.table[grown] = cost

    def _count(self) -> None:
        over = self.most_nodes is not None and self.nodes >= self.most_nodes
        if over or (self.end is not None and time.monotonic() >= self.end):
            raise _OutOfBudget
        self.nodes += 1
        self.progress(LeastProgress(self.nodes, self.at_least))

    def _solution(self, grown: int) -> Least[Task]:
        """Return what the roots bring, of a set in which every task is settled."""
        chosen: dict[Task, Option[Task]] = {}
        brought = {*self.roots}
        for task in self.names:
            if task in brought:
                chosen[task] = next(option for option in self.tasks[task] if not self._own(option) & ~grown)
                brought.update(chosen[task].brings)
        cost = len({option.choice for option in chosen.values() if option.costs})
        return Least(chosen, cost, self.at_least, self.nodes)

    def _own(self, option: Option[Task]) -> int:
        """Return the choice and the tasks of an option, as a set."""
        own = self.choices[option.choice]
        for brought in option.brings:
            own |= self.bits[brought]
        return own
