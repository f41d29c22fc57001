"""Every outcome of a call that draws, against the chances that mathematics gives."""

import math
import random
import re
import secrets  # noqa: F401 - the texts below use it
import threading
import types
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from random import Random, choice, choices, getrandbits, randint, sample, shuffle  # noqa: F401
from random import random as unit
from typing import Any

import numpy as np
import pytest
from numpy.random import randint as numpy_randint  # noqa: F401

from noughts.errors import StrategyError, StrategyFault
from noughts.players.player import in_one_line
from noughts.programs.chance import Unenumerable, merged, outcomes
from tests.refusals import refused

OWN = Random(7)  # made before the call: where its numbers stand depends on who drew before


def chances(call: Callable[[], Any]) -> dict[Any, Fraction]:
    found = dict[Any, Fraction]()
    for result, chance in outcomes(call):
        found[result] = found.get(result, Fraction(0)) + chance
    return found


def even(*results: object) -> dict[Any, Fraction]:
    return dict.fromkeys(results, Fraction(1, len(results)))


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Any:
    """Afterwards `random` has its own methods, and the hidden generators stand where they stood."""
    state, own, classes = (
        random.getstate(),
        OWN.getstate(),
        [vars(kind).copy() for kind in (Random, random.SystemRandom)],
    )
    numpy, names = (
        np.random.mtrand._rand.get_state(legacy=False)["state"]["key"].copy(),
        [vars(module).copy() for module in (random, np.random)],
    )
    yield
    assert random.getstate() == state
    assert OWN.getstate() == own
    assert [vars(kind) for kind in (Random, random.SystemRandom)] == classes
    assert (np.random.mtrand._rand.get_state(legacy=False)["state"]["key"] == numpy).all()
    assert [vars(module) for module in (random, np.random)] == names


def part(above: int, below: int) -> Fraction:
    return Fraction(above, below)


EXPECTED = {
    "until_free()": even(4, 5, 6, 7, 8),
    "'no draw'": even("no draw"),
    "random.choice('abc')": even(*"abc"),
    "choice('aab')": {"a": part(2, 3), "b": part(1, 3)},
    "randint(3, 5)": even(3, 4, 5),
    "random.randrange(1, 10, 4)": even(1, 5, 9),
    "random.getrandbits(2)": even(0, 1, 2, 3),
    "random.randbytes(1)": even(*(bytes([byte]) for byte in range(256))),
    "tuple(sample('abc', 2))": even(*permutations("abc", 2)),
    "tuple(sample(range(30), 2))": even(*permutations(range(30), 2)),
    "''.join(sample('ab', 2, counts=[1, 2]))": even("ab", "ba", "bb"),
    "secrets.randbelow(3)": even(0, 1, 2),
    "random.SystemRandom().randint(1, 2)": even(1, 2),
    "OWN.choice('ab')": even(*"ab"),
    "Random().choice('ab')": even(*"ab"),
    "choices('ab', k=2)": even("aa", "ab", "ba", "bb"),
    "choices('abc', [1, 0, 2])": {"a": part(1, 3), "c": part(2, 3)},
    "choices('abc', cum_weights=[1, 2, 5])": {"a": part(1, 5), "b": part(1, 5), "c": part(3, 5)},
    "choices('ab', (part(1, 3), part(1, 5)))": {"a": part(5, 8), "b": part(3, 8)},
    "choices('ab', cum_weights=[part(1, 3), 1])": {"a": part(1, 3), "b": part(2, 3)},
    "choices('ab', [0.7, 0.3])": {"a": part(7, 10), "b": part(3, 10)},
    "choices('ab', iter([3, 1]))": {"a": part(3, 4), "b": part(1, 4)},
    "np.random.randint(3)": even(0, 1, 2),
    "np.random.randint(1, 3)": even(1, 2),
    "int(np.random.choice(2))": even(0, 1),
    "str(np.random.choice(['a', 'b', 'a']))": {"a": part(2, 3), "b": part(1, 3)},
    "int(np.random.choice(np.array([4, 8])))": even(4, 8),
    "np.random.rand() < 0.25": {True: part(1, 4), False: part(3, 4)},
}


def evaluated(text: str) -> Any:
    found = eval(text)
    return "".join(found) if isinstance(found, list) else found


@pytest.mark.parametrize("text", EXPECTED)
def test_each_function_draws_by_its_chances(text: str) -> None:
    assert chances(lambda: evaluated(text)) == EXPECTED[text]


@pytest.mark.parametrize("size", range(1, 6))
def test_a_shuffle_is_any_order(size: int) -> None:
    def shuffled() -> tuple[int, ...]:
        numbers = list(range(size))
        shuffle(numbers)
        return tuple(numbers)

    assert len(outcomes(shuffled)) == math.factorial(size)
    assert chances(shuffled) == even(*permutations(range(size)))


def test_draws_may_depend_on_draws() -> None:
    """A coin says how many dice are thrown; their sum is returned."""

    def thrown() -> int:
        return sum(randint(1, 6) for _ in range(choice((1, 2))))

    two = Counter(a + b for a in range(1, 7) for b in range(1, 7))
    expected = {total: Fraction(total <= 6, 12) + Fraction(two[total], 72) for total in range(1, 13)}
    assert chances(thrown) == expected


def test_a_seeded_generator_is_a_function_of_the_position() -> None:
    def seeded() -> tuple[object, ...]:
        random.seed("a position")
        return choice(range(1000)), unit(), random.random(), random.gauss(0, 1), Random(5).randrange(1000)

    ((first, chance),) = outcomes(seeded)
    assert chance == 1
    expected = Random("a position")
    assert first[:3] == (expected.randrange(1000), expected.random(), expected.random())
    assert first[4] == Random(5).randrange(1000)


def test_a_number_from_0_to_1_that_is_compared_is_a_draw_of_two() -> None:
    def level() -> str:
        number = random.random()
        return "best" if number < 0.7 else "good" if number <= 0.9 else "any"

    assert chances(level) == {"best": Fraction(7, 10), "good": Fraction(1, 5), "any": Fraction(1, 10)}
    assert chances(lambda: random.random() > 1) == {False: Fraction(1)}
    kept = list[Any]()

    def of_the_run_before() -> bool:
        kept.append(random.random())
        return bool(kept[0] < 0.5)

    with pytest.raises(Unenumerable, match=r"it draws by random\.random"):
        outcomes(of_the_run_before)


def caught() -> int:
    try:
        return int(random.random())
    except Exception:
        return choice((1, 2))


def caught_twice() -> int:
    for _ in range(2):
        try:
            return choice(range(10**6))
        except Exception:
            continue
    return 0


def until_free() -> int:
    while True:
        if (cell := random.randrange(9)) > 3:
            return cell


def until_free_with_a_list() -> int:
    seen = []
    while True:
        if (cell := random.randrange(9)) > 3:
            return cell
        seen.append(cell)


REFUSED = {
    "random.random()": "it draws by random.random, whose outcomes cannot be listed",
    "random.gauss(0, 1)": "by random.gauss, whose",
    "OWN.random()": "by random.random, whose",
    "random.SystemRandom().random()": "by random.random, whose",
    "unit()": "by a function of C that it has from random by name",
    "getrandbits(1)": "by a function of C that it has from random by name",
    "secrets.randbits(1)": "by the system's random numbers, whose",
    "__import__('os').getrandom(1)": "by os.getrandom, whose",
    "random.randrange(10**9)": "it draws one of 1,000,000,000 by random.randrange: more than",
    "choices('abc', [1, 1e-300, 1])": "random.choices are [1, 1.0, 2.0] in sums: too far apart, or negative",
    "choices('abc', [3, -1, 3])": "random.choices are [3, 2, 5] in sums: too far apart, or negative",
    "choices('ab', cum_weights=['1', 2])": "its weights in random.choices are ['1', 2] in sums: expected numbers",
    "caught()": "by random.random, whose",
    "caught_twice()": "one of 1,000,000",
    "until_free_with_a_list()": "it draws 32 times for one answer, by random.randrange last: too many",
    "[choice('a') for _ in range(2000)]": "it draws 1,001 times for one answer, by random.choice last: too many",
    "tuple(sample(range(9), 9))": "it would have to run more than 3,000 times",
    "np.random.choice(3, 2)": "by numpy.random.choice, whose",
    "np.random.default_rng()": "by an unseeded numpy.random.default_rng, whose",
    "numpy_randint(5)": "by a function of numpy.random, whose",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_listed(text: str) -> None:
    with pytest.raises(Unenumerable, match=re.escape(REFUSED[text])):
        outcomes(lambda: evaluated(text), 3000)


def test_numpy_with_a_seed() -> None:
    def seeded() -> tuple[int, int]:
        np.random.seed(4)
        return int(np.random.randint(1000)), int(np.random.default_rng(5).integers(1000))

    expected = int(np.random.RandomState(4).randint(1000)), int(np.random.default_rng(5).integers(1000))
    assert outcomes(seeded) == [(expected, Fraction(1))]


def test_the_limit_counts_runs() -> None:
    assert len(outcomes(lambda: choice("abc"), 3)) == 3
    with pytest.raises(Unenumerable, match=r"it draws one of 3 by random\.choice"):
        outcomes(lambda: choice("abc"), 2)
    with refused("calling.many-runs", most=3):
        outcomes(lambda: choice("ab") + choice("ab"), 3)


def test_a_call_that_is_not_the_same_when_it_runs_again() -> None:
    state = types.SimpleNamespace(calls=0)

    def changing(sizes: tuple[int, ...]) -> int:
        state.calls += 1
        return sum(choice(range(size)) for size in sizes[state.calls :])

    with pytest.raises(Unenumerable, match=r"by random\.choice from 2, and when run again by random\.choice from 3"):
        outcomes(lambda: changing((9, 2, 3, 4)))
    state.calls = 0
    with pytest.raises(Unenumerable, match="it drew nothing, and when run again less"):
        outcomes(lambda: changing((9, 2)))


def test_a_fault_by_chance_is_the_same_decision_when_it_comes_again() -> None:
    halves = [merged([(4, Fraction(1, 2)), (StrategyFault("it raised", "raised"), Fraction(1, 2))]) for _ in range(2)]
    assert halves[0] == halves[1] != merged([(4, Fraction(1))])


def test_an_exception_tells_the_draws_before_it() -> None:
    def failing() -> str:
        drawn = choice("ab") + random.choice("xyz")
        if drawn == "by":
            raise KeyError("no such move")
        return drawn

    with pytest.raises(KeyError) as caught:
        outcomes(failing)
    text = "KeyError: 'no such move' (after it drew random.choice 2 of 2, random.choice 2 of 3)"
    assert in_one_line(caught.value) == text

    def failing_late() -> str:
        shuffle(list(range(9)))
        raise SystemExit(3)

    with pytest.raises(SystemExit) as ended:
        outcomes(failing_late)
    assert in_one_line(ended.value).endswith("random.shuffle 1 of 4, ...)")

    def refused() -> str:
        if choice("ab") == "b":
            raise StrategyError("no such move")
        return "a"

    with pytest.raises(StrategyError, match=r"^no such move \(after it drew random\.choice 2 of 2\)$"):
        outcomes(refused)
    with pytest.raises(ZeroDivisionError) as plain:
        outcomes(lambda: 1 // 0)
    assert not hasattr(plain.value, "__notes__")


def test_other_threads_draw_really() -> None:
    def elsewhere() -> tuple[str, int]:
        found: list[int] = []
        thread = threading.Thread(target=lambda: found.append(Random(3).randrange(1000)))
        thread.start()
        thread.join()
        return choice("ab"), found[0]

    assert chances(elsewhere) == even(("a", Random(3).randrange(1000)), ("b", Random(3).randrange(1000)))
