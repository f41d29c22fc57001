"""The cheapest solution of an AND-OR graph, held against trying every combination of options."""

import random
from itertools import product

import pytest

from noughts.core.budget import Budget
from noughts.errors import LimitExceeded
from noughts.prove.least import Least, LeastProgress, Option, least

Tasks = dict[int, list[Option[int]]]


def random_tasks(rng: random.Random, shared: bool) -> Tasks:
    """Return tasks 0, 1, 2, ...: each option brings later ones. With `shared`, two tasks may have one subject."""
    count = rng.randint(3, 8)
    tasks: Tasks = {}
    for task in range(count):
        later = range(task + 1, count)
        subject = rng.randrange(task + 1) if shared else task
        tasks[task] = [
            Option((subject, decision), decision > 0, rng.sample(later, rng.randint(0, min(3, len(later)))))
            for decision in rng.sample(range(4), rng.randint(1, 3))
        ]
    return tasks


def cheapest(tasks: Tasks) -> int | None:
    """Return the cost of the cheapest solution for task 0, by every combination of options; None without one."""
    costs = []
    for combination in product(*tasks.values()):
        chosen, todo = set[tuple[int, int]](), [0]
        paid = set[tuple[int, int]]()
        while todo:
            option = combination[todo.pop()]
            chosen.add(option.choice)
            paid |= {option.choice} if option.costs else set()
            todo += option.brings
        if len({subject for subject, _ in chosen}) == len(chosen):
            costs.append(len(paid))
    return min(costs, default=None)


def assert_is_a_solution(found: Least[int], tasks: Tasks) -> None:
    assert {0, *(each for option in found.options.values() for each in option.brings)} == {*found.options}
    assert all(option in tasks[task] for task, option in found.options.items())
    choices = {option.choice for option in found.options.values()}
    assert len({subject for subject, _ in choices}) == len(choices)
    assert found.cost == len({option.choice for option in found.options.values() if option.costs})


@pytest.mark.parametrize("shared", [False, True])
def test_every_combination(shared: bool) -> None:
    """Without an end, and with budgets of a few nodes, whose bounds hold."""
    rng, met = random.Random(1), set[bool]()
    for _ in range(300):
        tasks = random_tasks(rng, shared)
        expected = cheapest(tasks)
        if expected is None:
            continue  # no solution; positions always have one
        found = least(tasks, [0])
        assert_is_a_solution(found, tasks)
        assert found.cost == found.at_least == expected
        try:
            bounded = least(tasks, [0], Budget(nodes=4))
        except LimitExceeded:
            continue
        assert_is_a_solution(bounded, tasks)
        assert bounded.at_least <= expected <= bounded.cost
        met.add(bounded.at_least < bounded.cost)
    assert met == {True, False}


def test_a_choice_for_several_tasks_is_paid_once() -> None:
    tasks = {
        0: [Option((0, 0), False, [1, 2])],
        1: [Option((3, 1), True, []), Option((1, 2), True, [])],
        2: [Option((3, 1), True, []), Option((2, 2), True, [])],
    }
    found = least(tasks, [0])
    assert (found.cost, found.options[1].choice, found.options[2].choice) == (1, (3, 1), (3, 1))


def test_a_subject_has_one_decision() -> None:
    """Two tasks with one subject: the first could go without cost, but the second then has no option."""
    tasks = {
        0: [Option((0, 0), False, [1, 2])],
        1: [Option((3, 0), False, []), Option((3, 1), True, [])],
        2: [Option((3, 1), True, [])],
    }
    assert least(tasks, [0]).cost == 1


def test_progress_and_limits() -> None:
    rng = random.Random(5)
    tasks = next(tasks for tasks in iter(lambda: random_tasks(rng, False), None) if least(tasks, [0]).nodes > 3)
    seen: list[LeastProgress] = []
    found = least(tasks, [0], progress=seen.append)
    assert seen[-1].nodes == found.nodes
    assert seen[-1].at_least == found.cost
    assert least(tasks, [0], Budget(seconds=0)).at_least <= found.cost
    clash = {  # what is cheapest first leaves the last task without an option
        0: [Option((0, 0), False, [1, 2])],
        1: [Option((3, 0), False, []), Option((1, 1), True, [])],
        2: [Option((3, 1), True, []), Option((3, 2), True, [])],
    }
    assert least(clash, [0]).cost == 2
    with pytest.raises(LimitExceeded, match="no solution is found within the limits, after 0 nodes; none costs"):
        least(clash, [0], Budget(nodes=0))
