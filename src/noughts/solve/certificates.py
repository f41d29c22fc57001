"""Writes the certificate of a position's value: a winning strategy, or for a draw a defence against each side."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from pathlib import Path
from tempfile import TemporaryFile
from types import MappingProxyType
from typing import Any, Literal

from noughts.certify import Entry, Section, Writer
from noughts.core.budget import Budget, Meter
from noughts.core.game import Game, Move, Permutation
from noughts.core.position import Position, Side
from noughts.core.value import Value
from noughts.errors import LimitExceeded
from noughts.solve.byte_tables import canonical, images_of
from noughts.solve.minimax import Plain, is_small
from noughts.solve.pairs import find_pairs
from noughts.solve.search_engine import SearchEngine
from noughts.solve.solver import general_search
from noughts.solve.strong.geometry import width_of
from noughts.solve.threat_search import ThreatSearch
from noughts.solve.weak.weak_engine import kernels

Goal = Literal["win", "not lose"]
Choose = Callable[[Position], Move]  # a move of the side that a strategy is for
Wait = Callable[[Sequence[str]], None]  # for the compiled code of modules, as `noughts.jit` names them

_PAIRING_STEPS = 2000  # more than in a search, because a pairing at the root is the whole proof


@dataclass(frozen=True)
class _Means:
    """What the writer works with: see `write_certificate`.

    `beat` is called all along. `files`: the temporary files in the certificate's folder, closed at the end.
    """

    budget: Budget
    wait: Wait
    proofs: Mapping[Side, SearchEngine]
    beat: Callable[[], None]
    folder: Path
    files: ExitStack


def write_certificate(
    path: Path,
    position: Position,
    value: Value,
    budget: Budget,
    wait: Wait = lambda modules: None,
    proofs: Mapping[Side, SearchEngine] = MappingProxyType({}),
    progress: Callable[[int], None] = lambda entries: None,
) -> int:
    """Write the certificate of a position whose value is known; return the number of its entries.

    The strategy is extracted from the table or the log of the search by which the value was found (`proofs` of its
    `Solution`), else from those of a new one; what a table lacks is searched, each time within the budget. Of a game
    with options every position that the strategy reaches is valued, all within the budget. Raises LimitExceeded; then
    nothing is written. `wait` is called before compiled code is used, `progress` several times a second.
    """
    count = 0
    side = position.side
    claim = f"{value.word} for {side} to move"
    with Writer(path, position, claim, value=value.word) as writer, ExitStack() as files:
        means = _Means(budget, wait, proofs, lambda: progress(count), path.parent, files)
        for section, entries in _sections(position, value, means):
            writer.section(section)
            for entry in entries:
                writer.entry(entry)
                count += 1
                progress(count)
    return count


def needs_compiler(position: Position) -> bool:
    """Return whether a certificate of this position's value may take a search, which only compiled code can prove."""
    return not position.game.options and not is_small(position)


def _sections(position: Position, value: Value, means: _Means) -> Iterator[tuple[Section, Iterable[Entry]]]:
    winner = position.side if value.result > 0 else position.side.opponent
    if position.game.options:  # no argument but moves
        goal: Goal = "win" if value.result else "not lose"
        choose = _mover(position, abs(value.result), means)
        for side in (winner,) if value.result else Side:
            yield Section("strategy", side.value, goal, True), _walked(position, side, choose)
        return
    if value.result:
        walked = is_small(position)
        entries = _walked(position, winner, _best(Plain(), 1)) if walked else _extracted(position, winner, True, means)
        yield Section("strategy", winner.value, "win", True), entries
        return
    # On the empty board the second player cannot win (strategy stealing), so only X needs an opponent.
    for attacker in Side if position.ply else (Side.X,):
        yield _holding(position, attacker, means)


def _holding(position: Position, attacker: Side, means: _Means) -> tuple[Section, Iterable[Entry]]:
    """Return a defence against the attacker: by pairs at the root, by enumeration, in the weak game, or as played."""
    game, (maker, breaker) = position.game, position.boards(attacker)
    breaker_section = Section("breaker", attacker.value, symmetry=True)
    if position.outcome is None:
        if position.side is attacker and (pairs := find_pairs(game, maker, breaker, True, _PAIRING_STEPS)) is not None:
            return breaker_section, [_leaf(game, maker, breaker, pairs)]
    section = Section("strategy", attacker.opponent.value, "not lose", True)
    if is_small(position):  # to compile the search of the weak game takes longer than to enumerate
        return section, _walked(position, attacker.opponent, _best(Plain(), 0))
    if (tree := _weak_tree(position, attacker, means)) is not None:
        return breaker_section, tree
    return section, _extracted(position, attacker, False, means)


def _extracted(position: Position, attacker: Side, wins: bool, means: _Means) -> Iterable[Entry]:
    """Return the entries of a strategy in the game as played, of the attacker (`wins`) or of the other side."""
    proof = means.proofs.get(attacker)
    if isinstance(proof, ThreatSearch):
        return (Entry(x, o, moves=(move,)) for x, o, move in proof.strategy(position, means.beat))
    if (width := width_of(position.game)) == 0:
        raise LimitExceeded(f"{position.game} is too large for a certificate by search")
    means.wait([f"noughts.solve.strong.{name}:{width}" for name in ("strong_search", "strategy_steps")])
    steps = import_module("noughts.solve.strong.strategy_steps")
    search = proof if isinstance(proof, steps.StrongSearch) else None
    return map(_entry, steps.strategy_steps(position, attacker, wins, means.budget, search, means.beat))


def _leaf(game: Game, maker: int, breaker: int, pairs: Sequence[tuple[Move, Move]]) -> Entry:
    """Return the entry of a root that pairs decide; pairs with a cell on no live line are left out."""
    stones, free, permutation = _place(game, maker, breaker)
    mapped = [(permutation[a], permutation[b]) for a, b in pairs]
    kept = tuple((a, b) for a, b in mapped if free >> a & free >> b & 1)
    return Entry(stones, free, pairs=kept, potential=not kept)


def _weak_tree(position: Position, attacker: Side, means: _Means) -> Iterable[Entry] | None:
    """Return Breaker's strategy, or None if he does not hold the weak game, or with no move to begin with."""
    modules = ("noughts.solve.weak.weak_solver", "noughts.solve.weak.proof.breaker_strategy")
    means.wait([kernels(module, position.game) for module in modules])
    weak, proof = map(import_module, modules)
    (maker, breaker), first = position.boards(attacker), list[Entry]()
    solver = means.proofs.get(attacker)
    if not isinstance(solver, weak.WeakSolver) or solver.log is None:
        # A file without a name, so that nothing is left behind.
        log = means.files.enter_context(TemporaryFile(dir=means.folder))  # noqa: SIM115 - `files` closes it
        solver = weak.WeakSolver(position.game, means.budget, log=log)
        if solver.solve(maker, breaker, position.side is attacker, means.beat).forces is not False:
            return None
    if position.side is not attacker:
        if (reply := solver.reply) is None:
            return None
        stones, free, permutation = _place(position.game, maker, breaker)
        first.append(Entry(stones, free, moves=(permutation[reply],)))
        breaker |= 1 << reply
    free = position.game.full & ~(maker | breaker)
    return chain(first, proof.strategy_tree(solver, maker, free, means.budget.workers))


def _place(game: Game, maker: int, breaker: int) -> tuple[int, int, Permutation]:
    """Return the place of a position of the weak game, and a symmetry that gives it."""
    live = 0
    for line in game.line_masks:
        if not line & breaker:
            live |= line
    stones, free, number = canonical(images_of(game), maker & live, live & ~maker)
    return stones, free, game.symmetries[number]


def _entry(step: Any) -> Entry:
    """Return the entry of a step of a strategy of the game as played."""
    x, o, move, pairs = step
    if move is not None:
        return Entry(x, o, moves=(move,))
    return Entry(x, o, pairs=tuple(pairs), potential=not pairs)


def _walked(start: Position, side: Side, choose: Choose) -> Iterator[Entry]:
    """Yield a strategy: in each position that it reaches, up to symmetry, the move that is chosen."""
    todo, seen = [start.canonical()], set[Position]()
    while todo:
        position = todo.pop()
        if position.outcome is not None or position in seen:
            continue
        seen.add(position)
        moves = position.legal_moves
        if position.side is side:
            moves = (choose(position),)
            yield Entry(position.x, position.o, moves=moves)
        todo += (position.play_unchecked(move).canonical() for move in moves)


def _mover(start: Position, least: int, means: _Means) -> Choose:
    """Return what chooses a move that is worth at least `least`, in positions below the start of any game."""
    plain = Plain()
    if is_small(start):
        with suppress(LimitExceeded):  # where stones fall, more were found than were likely
            plain.value(start)
            return _best(plain, least)
    return _searched(start.game, least, means)


def _best(plain: Plain, least: int) -> Choose:
    """Return what chooses the first of the best moves, by enumeration."""

    def choose(position: Position) -> Move:
        worth = plain.values(position)
        best = max(worth.values())
        assert best.result >= least
        return next(move for move, value in worth.items() if value == best)

    return choose


def _searched(game: Game, least: int, means: _Means) -> Choose:
    """Return what chooses the first move that is worth enough, by the search that knows every rule."""
    search, meter = general_search(game), Meter(means.budget)

    def choose(position: Position) -> Move:
        for move in position.legal_moves:
            means.beat()
            meter.check()
            meter.check_nodes()  # a search asks only after a slice, and most are shorter
            before = search.nodes
            value = search.value(position.play_unchecked(move), meter.left, distance=False)
            meter.nodes += search.nodes - before
            if -value.result >= least:
                return move
        raise AssertionError(f"no move at {str(position)!r} keeps the goal")

    return choose
