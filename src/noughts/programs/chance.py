"""Every outcome of a call that draws random numbers, with its exact chance: the call runs again for each of them.

A program breaks ties with `choice`, `choices`, `randint`, `randrange`, `shuffle`, `sample` or `getrandbits`, or moves
at random where `random() < 0.3`. Each draw is a branch; `outcomes` follows all branches, depth first. A loop that draws
until it likes the number is one choice among what it likes: `rejection` finds it.

`from random import choice` has bound a method of the module's hidden generator before anybody could replace it. But
every such method, whatever its name in the program and whatever its generator, draws by one of three others, which it
looks up in its class at each draw: `_randbelow`, `random` and `getrandbits`. These three are replaced in the classes
`Random` and `SystemRandom` for the time of the call; so `secrets.choice` and generators of the program's own are
followed too. A generator that the call itself seeds with a value is left alone: what it draws is a function of the
position. Draws of other threads are real ones.

Not seen, and real draws then: a NumPy generator, or a `RandomState`, that was made before the call; methods
of C that were taken from a generator of the program's own before the call, as `draw = generator.random`.
"""

import importlib
import os
import random
import sys
import threading
from abc import ABC, abstractmethod
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import prod
from numbers import Rational
from random import Random, SystemRandom
from time import process_time
from types import CodeType, FrameType, ModuleType
from typing import Any, Never, TypeVar

from noughts.core.game import Move
from noughts.errors import NoughtsError, StrategyError, StrategyFault
from noughts.players.player import OWN_FAULTS, Decision
from noughts.programs.rejection import Rejected, Run, Visits, shared
from noughts.words import Said

LIMIT = 20_000  # runs of a call
_SECONDS = 10.0  # of processor time, in which they are run
_LONGEST = 1_000  # draws in one run, some of which have one outcome only
_MOST_RUNS = 10**30  # as many as one run suggests by the sizes of its draws: beyond are simulations and endless loops
_SHOWN = 6  # draws named in a message
_MORE = "what it does depends on more than the position and its draws"

T = TypeVar("T")

_HIDDEN: Random = random.choice.__self__  # type: ignore[attr-defined]  # the generator of the module's functions
_CODE: dict[str, CodeType] = {
    name: getattr(Random, name).__code__ for name in ("choices", "sample", "seed", "setstate")
}
_FILE = _CODE["choices"].co_filename
_ABSENT = object()
_lock = threading.RLock()  # one call at a time; a call may hold another one


class Unenumerable(StrategyError):
    """A call whose outcomes cannot all be listed: the message says why, with "it" for the program. It is no fault."""


def outcomes(call: Callable[[], T], limit: int = LIMIT) -> list[tuple[T, Fraction]]:
    """Return what the call returns in each of its runs, and the probability of the run; equal results are not merged.

    Raises Unenumerable where it draws from more numbers than can be followed (as `random.gauss`), draws otherwise
    when it is run again, or would take more than `limit` runs or ten seconds of processor time; even if the call itself
    catches this error. Its own exceptions pass, with a note of the draws that led to them. The state of `random` is
    left as it was.

    >>> [(result, str(chance)) for result, chance in outcomes(lambda: random.choice("ab") + random.choice("c"))]
    [('ac', '1/2'), ('bc', '1/2')]
    """
    with _lock:
        runs, script, until = list[Run[T]](), _Script(limit=limit), process_time() + _SECONDS
        with followed(script):
            while not runs or script.again or script.advance():
                if len(runs) == limit:
                    raise Unenumerable(Said("calling.many-runs", {"most": limit}))
                if runs and process_time() > until:
                    raise Unenumerable(Said("calling.long-runs", {"seconds": f"{_SECONDS:g}"}))
                result = script.run(call)
                if not script.again:
                    runs.append(Run(result, script.chance(), script.outcomes(), script.back))
        if (chances := shared(runs)) is None:
            raise Unenumerable("it draws until it likes the number, and likes none")
        return chances


def merged(answers: Iterable[tuple[Move | StrategyFault, Fraction]]) -> Decision:
    """Return the decision for moves with their chances, and for faults by chance; equal moves are added up.

    Raises the first fault if there is no move.
    """
    chances: dict[Move, Fraction] = {}
    fault: StrategyFault | None = None
    for answer, chance in answers:
        if isinstance(answer, StrategyFault):
            fault = fault or answer
        else:
            chances[answer] = chances.get(answer, Fraction(0)) + chance
    if fault is not None and not chances:
        raise fault
    moves = tuple(sorted(chances))
    equal = len(set(chances.values())) == 1 and fault is None
    return Decision(moves, chances=None if equal else tuple(chances[move] for move in moves), fault=fault)


@dataclass
class _Draw:
    """One draw of a run: the function, how many outcomes it has, which one is taken, and their chances if unequal."""

    function: str
    size: int
    chances: Sequence[Fraction] | None
    at: int = 0

    def __str__(self) -> str:
        return f"{self.function} {self.at + 1} of {self.size}"


def hidden_state() -> tuple[Any, Any]:
    """Return the state of the hidden generator: 624 words and the number of those that are used, and `gauss_next`."""
    return super(Random, _HIDDEN).getstate(), vars(_HIDDEN)["gauss_next"]


def set_hidden_state(state: tuple[Any, Any]) -> None:
    """Give the hidden generator a state that it had; no program has set it by that."""
    vars(_HIDDEN)["gauss_next"] = state[1]
    super(Random, _HIDDEN).setstate(state[0])


def _different(words: Sequence[int], before: Sequence[int]) -> bool:
    """Whether two states of the Mersenne twister differ: a draw changes the last entry, or all the others."""
    return any(words[i] != before[i] for i in (-1, 1, 2))


@dataclass
class Draws(ABC):
    """Who decides the draws of a program, of one thread, while they are `followed`.

    `seeded`: the generators that the program has seeded with a value, by id: these are left alone. `hidden_set`,
    `numpy_set`: whether it has seeded the hidden generator of `random`, and NumPy's; `numpy_touched`: whether it has
    ever seeded NumPy's. `number`: of the run, after which its numbers from 0 to 1 are worth nothing.
    """

    seeded: dict[int, Random] = field(default_factory=dict)
    hidden_set: bool = False
    numpy_set: bool = False
    numpy_touched: bool = False
    number: int = 0
    thread: int = field(default_factory=threading.get_ident)

    @abstractmethod
    def draw(self, function: str, size: int, chances: Sequence[Fraction] | None = None) -> int:
        """Return the outcome of the next draw, from 0; `chances` are those of the outcomes where they are unequal."""

    @abstractmethod
    def refuse(self, why: str) -> Never:
        """End the run of a program whose outcomes cannot be listed; `why` has "it" for the program."""

    def unit(self, function: str) -> Any:
        """Return a number from 0 to 1, of which only comparisons are drawn."""
        return Unit(self, function)

    def other(self, function: str, plain: Callable[[], Any]) -> Any:
        """Return what a function returns that draws in a way which cannot be followed; `plain` is its call."""
        self.endless(function)

    def follows(self, generator: object) -> bool:
        """Return whether a draw of this thread from a generator is decided here."""
        return self.thread == threading.get_ident() and id(generator) not in self.seeded

    def endless(self, function: str) -> Never:
        """Refuse a function that draws from numbers that cannot be listed."""
        self.refuse(f"it draws by {function}, whose outcomes cannot be listed")


class Unit:
    """A number from 0 to 1 that is known as far as it was compared: `random() < 0.7` is a draw with two outcomes.

    Anything else that is asked of it cannot be listed. A limit is the decimal number that it is written as; that a
    number is equal to it has no chance.
    """

    def __init__(self, draws: Draws, function: str) -> None:
        self._draws, self.function = draws, function
        self._low, self._high, self._number = Fraction(0), Fraction(1), draws.number

    def __lt__(self, limit: object) -> bool:
        try:
            at = _exact(limit)
        except (TypeError, ValueError):
            self._refuse()
        if self._number != self._draws.number:
            self._refuse()
        if not self._low < at < self._high:
            return at >= self._high
        below = (at - self._low) / (self._high - self._low)
        is_below = self._draws.draw(self.function, 2, [below, 1 - below]) == 0
        self._low, self._high = (self._low, at) if is_below else (at, self._high)
        return is_below

    def __ge__(self, limit: object) -> bool:
        return not self < limit

    def _refuse(self, *others: object) -> Any:
        self._draws.endless(self.function)

    __le__, __gt__ = __lt__, __ge__
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __pow__ = _refuse
    __floordiv__ = __mod__ = __divmod__ = __neg__ = __abs__ = __round__ = __floor__ = __ceil__ = __trunc__ = _refuse
    __int__ = __float__ = __complex__ = __index__ = __bool__ = __eq__ = __hash__ = __repr__ = __format__ = _refuse
    __reduce_ex__ = _refuse


@dataclass
class _Script(Draws):
    """The runs of a call: each takes the outcomes of the path, and the first outcome of every draw after them.

    `drawn`: the draws of the run so far. `back`: how many of them were before the head of the loop that rejects the
    run, if one does; `again`: whether the run has to begin again, to find out. `after`: the draws after that, if the
    program caught what ended the run.
    """

    limit: int = LIMIT
    path: list[_Draw] = field(default_factory=list)
    drawn: int = 0
    refusal: Unenumerable | None = None
    back: int | None = None
    again: bool = False
    after: int = 0
    visits: Visits = field(default_factory=lambda: Visits(_Script.run.__code__))
    state: Any = field(default_factory=hidden_state)

    def advance(self) -> bool:
        """Change the path to the next one; return whether there is one."""
        while self.path and self.path[-1].at + 1 == self.path[-1].size:
            self.path.pop()
        if self.path:
            self.path[-1].at += 1
        return bool(self.path)

    def run(self, call: Callable[[], T]) -> T:
        """Return what the call returns; anything of a run that is rejected, or begins again."""
        self.drawn, self.seeded, self.hidden_set, self.numpy_set = 0, {}, False, False
        self.back, self.again, self.after = None, False, 0
        self.number += 1
        self.visits.begin()
        result: Any = None
        try:
            result = call()
            for unit in _units(result):
                self.endless(unit.function)
        except Rejected:
            pass
        except OWN_FAULTS as error:
            if self.refusal is None and not self.ended:
                if self.drawn:
                    _explain(error, f"(after it drew {self.words()})")
                raise
        finally:
            unseen = self.restored() and not self.hidden_set
        if self.refusal is None:
            if self.ended:
                return result  # type: ignore[no-any-return]
            if unseen:
                self.refuse("it draws by a function of C that it has from random by name: draw by random.choice")
            if isinstance(result, StrategyFault) and self.drawn:
                _explain(result, f"(after it drew {self.words()})")
            if self.drawn < len(self.path):
                self.refuse(f"it drew {self.words()}, and when run again less: {_MORE}")
            return result  # type: ignore[no-any-return]
        raise self.refusal from None

    @property
    def ended(self) -> bool:
        """Whether the run is over. What the program still does in it has no effect."""
        return self.again or self.back is not None

    def outcomes(self) -> tuple[int, ...]:
        """Return the outcomes of the draws of the run."""
        return tuple(draw.at for draw in self.path[: self.drawn])

    def restored(self) -> bool:
        """Set the hidden generator to its state before the call; return whether it had changed."""
        now = hidden_state()
        if changed := now[1:] != self.state[1:] or _different(now[0], self.state[0]):
            set_hidden_state(self.state)
        return changed

    def words(self) -> str:
        """Return the draws of the run, in words."""
        more = ["..."] if self.drawn > _SHOWN else []
        return ", ".join([*map(str, self.path[: min(self.drawn, _SHOWN)]), *more]) or "nothing"

    def chance(self) -> Fraction:
        """Return the probability of the run."""
        above, below = 1, 1
        for draw in self.path:
            share = Fraction(1, draw.size) if draw.chances is None else draw.chances[draw.at]
            above, below = above * share.numerator, below * share.denominator
        return Fraction(above, below)

    def draw(self, function: str, size: int, chances: Sequence[Fraction] | None = None) -> int:
        """Return the outcome of the next draw, from 0."""
        if self.refusal is not None:  # the program caught it, and goes on
            raise self.refusal
        if self.ended:  # the program caught that, too
            self.after += 1
            if self.after > _LONGEST:
                self.refuse(f"it draws by {function} in a loop without end")
            return self.after % size
        if (back := self.visits.again(sys._getframe(1), self.outcomes(), size)) is not None:
            self.again, self.back = back < 0, back if back >= 0 else None
            raise Rejected
        if size > self.limit:
            self.refuse(f"it draws one of {size:,} by {function}: more than can be followed")
        if self.drawn == len(self.path):
            self.path.append(_Draw(function, size, chances))
            if len(self.path) > _LONGEST or prod(draw.size for draw in self.path) > _MOST_RUNS:
                self.refuse(
                    f"it draws {len(self.path):,} times for one answer, by {function} last: too many outcomes to list "
                    "(a program that draws until it likes the number has no last draw)"
                )
        draw = self.path[self.drawn]
        if (draw.function, draw.size) != (function, size):
            self.refuse(
                f"it drew by {draw.function} from {draw.size:,}, and when run again by {function} from {size:,}: "
                f"{_MORE}"
            )
        self.drawn += 1
        return draw.at

    def refuse(self, why: str) -> Never:
        """Raise Unenumerable, and remember it in case the program catches it."""
        self.refusal = self.refusal or Unenumerable(why)
        raise self.refusal


def _units(result: object) -> Iterator[Unit]:
    """Yield the numbers from 0 to 1 that a result holds."""
    if isinstance(result, Unit):
        yield result
    elif isinstance(result, tuple | list):
        yield from (unit for part in result for unit in _units(part))


def _explain(error: BaseException, words: str) -> None:
    """Add words to the message of a NoughtsError, which is shown as it is; to any other exception as a note."""
    if isinstance(error, NoughtsError):
        error.args = (f"{error} {words}",)
    else:
        error.add_note(words)


@contextmanager
def followed(script: Draws) -> Iterator[None]:
    """Let `script` decide whatever is drawn."""
    with _numpy_kept(script), _replaced(script):
        yield


@contextmanager
def _replaced(script: Draws) -> Iterator[None]:
    with ExitStack() as stack:
        for owner, name, value in [*_standard(script), *_numpy(script)]:
            stack.callback(_put, owner, name, vars(owner).get(name, _ABSENT))
            _put(owner, name, value)
        yield


def _put(owner: Any, name: str, value: object) -> None:
    if value is _ABSENT:
        delattr(owner, name)
    else:
        setattr(owner, name, value)


def _standard(script: Draws) -> Iterator[tuple[Any, str, Any]]:
    """The replacements in the module `random`: owner, name, value."""
    yield Random, "gauss_next", _GaussNext(script)
    replaced = {kind: _draws(script, kind) for kind in (Random, SystemRandom)}
    for kind, draws in replaced.items():
        yield from zip([kind] * 3, ["_randbelow", "random", "getrandbits"], draws, strict=True)
    _, unit, bits = replaced[Random]
    yield random, "random", lambda: unit(_HIDDEN)  # these two of the module are methods of C, of the hidden generator
    yield random, "getrandbits", lambda count: bits(_HIDDEN, count)
    yield os, "urandom", _refusing(script, "os.urandom", os.urandom)
    yield random, "_urandom", _refusing(script, "the system's random numbers", vars(random)["_urandom"])
    if hasattr(os, "getrandom"):
        yield os, "getrandom", _refusing(script, "os.getrandom", os.getrandom)


def _refusing(script: Draws, function: str, plain: Callable[..., Any]) -> Callable[..., Any]:
    """A function that cannot be followed: a draw of this thread is refused."""

    def refuse(*arguments: Any, **named: Any) -> Any:
        if script.follows(None):
            return script.other(function, lambda: plain(*arguments, **named))
        return plain(*arguments, **named)

    return refuse


def _draws(script: Draws, kind: type[Random]) -> tuple[Callable[..., int], Callable[..., float], Callable[..., int]]:
    """The three methods of a class of generators that draw, as branches of a script."""
    plain_below, plain_unit, plain_bits = kind._randbelow, kind.random, kind.getrandbits  # type: ignore[attr-defined]

    def below(self: Random, size: int) -> int:
        if not script.follows(self):
            return int(plain_below(self, size))
        frame = sys._getframe(1)
        if frame.f_code is _CODE["sample"] and isinstance(taken := frame.f_locals.get("selected"), set):
            # A small sample of a large population is drawn again where it repeats a number.
            left = [number for number in range(size) if number not in taken]
            return left[script.draw("random.sample", len(left))]
        return script.draw(_name(frame, "random._randbelow"), size)

    def unit(self: Random) -> Any:
        if not script.follows(self):
            return plain_unit(self)
        frame = sys._getframe(1)
        caller = frame.f_back if frame.f_code.co_name == "<listcomp>" else frame
        if caller is not None and caller.f_code is _CODE["choices"]:
            return _choice(script, caller.f_locals)
        return script.unit(_name(frame, "random.random"))

    def bits(self: Random, count: int) -> int:
        if count <= 0 or not script.follows(self):
            return plain_bits(self, count)
        return script.draw(_name(sys._getframe(1), "random.getrandbits"), 1 << count)

    return below, unit, bits


def _name(frame: FrameType | None, otherwise: str) -> str:
    name = otherwise
    while frame is not None and frame.f_code.co_filename == _FILE:
        if not frame.f_code.co_name.startswith("<"):
            name = f"random.{frame.f_code.co_name}"
        frame = frame.f_back
    return name


def _choice(script: Draws, arguments: dict[str, Any]) -> float:
    """Return a number from 0 to 1 by which `random.choices` takes the drawn element."""
    population, ends = arguments["population"], arguments["cum_weights"]
    if ends is None:
        size = len(population)
        return (script.draw("random.choices", size) + 0.5) / size
    try:
        parts = _parts(arguments["weights"], ends)
    except (TypeError, ValueError):
        script.refuse(f"its weights in random.choices are {ends!r} in sums: expected numbers")
    likely = [i for i, part in enumerate(parts) if part]
    drawn = likely[script.draw("random.choices", len(likely), [parts[i] / sum(parts) for i in likely])]
    total = float(ends[-1])
    point = (float(ends[drawn]) + float(ends[drawn - 1] if drawn else 0)) / 2 / total
    if min(parts) < 0 or bisect(ends, point * total, 0, len(population) - 1) != drawn:
        script.refuse(f"its weights in random.choices are {ends!r} in sums: too far apart, or negative")
    return point


def _parts(weights: Any, ends: Sequence[Any]) -> list[Fraction]:
    """The weights as fractions, a float as the decimal number that it is written as."""
    given = list(weights) if isinstance(weights, list | tuple) else []
    if given:
        return [_exact(weight) for weight in given]
    sums = [Fraction(0), *map(_exact, ends)]
    return [after - before for before, after in pairwise(sums)]


def _exact(number: object) -> Fraction:
    if isinstance(number, float):
        return Fraction(repr(float(number)))
    if isinstance(number, Rational):
        return Fraction(number)
    raise TypeError(f"{number!r} is not a number")


class _GaussNext:
    """The attribute `gauss_next` of every generator: `seed` and `setstate` set it, so they are seen by any name."""

    def __init__(self, script: Draws) -> None:
        self.script = script

    def __get__(self, generator: Random | None, owner: type) -> Any:
        # `gauss` keeps every second number that it draws: a branch must not find one.
        return None if self.script.follows(generator) else vars(generator).get("gauss_next")

    def __set__(self, generator: Random, value: object) -> None:
        vars(generator)["gauss_next"] = value
        frame = sys._getframe(1)
        if frame.f_code not in (_CODE["seed"], _CODE["setstate"]) or self.script.thread != threading.get_ident():
            return
        self.script.hidden_set |= generator is _HIDDEN
        if frame.f_code is _CODE["seed"] and frame.f_locals.get("a") is not None:
            self.script.seeded[id(generator)] = generator
        else:  # by the system's entropy, or a state from somewhere: its draws are branches again
            self.script.seeded.pop(id(generator), None)


def _numpy(script: Draws) -> Iterator[tuple[Any, str, Any]]:
    """The replacements in `numpy.random`, if NumPy is loaded: owner, name, value."""
    if (module := _numpy_random()) is None:
        return
    for name, plain in list(vars(module).items()):
        draws = getattr(plain, "__self__", None) is module.mtrand._rand and name not in ("get_state", "set_state")
        if draws or name == "seed":
            yield module, name, _legacy(script, name, plain)
    unseeded = _refusing(script, "an unseeded numpy.random.default_rng", module.default_rng)
    seeded = module.default_rng
    yield module, "default_rng", lambda seed=None: unseeded() if seed is None else seeded(seed)


@contextmanager
def _numpy_kept(script: Draws) -> Iterator[None]:
    """Leave NumPy's hidden generator as it was; refuse a call that draws from it where no replacement sees it."""
    if (module := _numpy_random()) is None:
        yield
        return
    before = module.get_state()
    try:
        yield
    finally:
        after = module.get_state()
        if changed := after[2:] != before[2:] or _different(after[1], before[1]):
            module.set_state(before)
    if changed and not script.numpy_touched:
        script.endless("a function of numpy.random")


def _numpy_random() -> ModuleType | None:
    return importlib.import_module("numpy.random") if "numpy" in sys.modules else None


def _legacy(script: Draws, name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
    """A function of NumPy's hidden generator: its single draws are followed, others refused, unless the run has seeded
    the generator with a value."""
    refuse = _refusing(script, f"numpy.random.{name}", plain)

    def draw(*arguments: Any, **named: Any) -> Any:
        if name == "seed" and (arguments or named) and script.follows(None):
            script.numpy_set = script.numpy_touched = True
        if script.numpy_set:
            return plain(*arguments, **named)
        single = _single(script, name, arguments) if script.follows(None) and not named else _ABSENT
        return refuse(*arguments, **named) if single is _ABSENT else single

    return draw


def _single(script: Draws, name: str, arguments: tuple[Any, ...]) -> Any:
    """Draw what a function of NumPy draws one of: a whole number, an element of a list, a number from 0 to 1; _ABSENT
    for all else."""
    function = f"numpy.random.{name}"
    match name, arguments:
        case (("rand" | "random" | "random_sample"), ()):
            return script.unit(function)
        case "randint", (int(size),) if size > 0:
            return script.draw(function, size)
        case "randint", (int(low), int(high)) if low < high:
            return low + script.draw(function, high - low)
        case "choice", (population,):
            numpy = importlib.import_module("numpy")
            elements = numpy.arange(population) if isinstance(population, int) else numpy.asarray(population)
            if elements.ndim == 1 and len(elements):
                return elements[script.draw(function, len(elements))]
    return _ABSENT
