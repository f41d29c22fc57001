"""What an untrusted visitor can ask within limits: strategies, exact values, proofs.

A command asks the same functions of this room, with limits of its own. What needs no limits is asked directly.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from noughts.app.listing import listed, own_listed
from noughts.app.players import load_player
from noughts.app.proofs import prover
from noughts.app.rule_lists import visitors_list
from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.core.value import Value
from noughts.errors import LimitExceeded, StrategyError
from noughts.players.player import Player, supports
from noughts.processes.channel import JSON, Report
from noughts.programs import specs
from noughts.prove.line_search import LineProgress
from noughts.prove.terms import ProofTerms
from noughts.prove.verdict import VerdictProgress
from noughts.results.proof import SeatsDocument, proof
from noughts.results.strategies import StrategyListed
from noughts.solve.solver import Solver, exact_solver
from noughts.strategies import registry
from noughts.strategies.registry import names_for
from noughts.strategies.rules.rule_list import PREFIX
from noughts.words import Said

_TERMS = ProofTerms(positions=6_000_000, games=1000)  # half a gigabyte for one seat
_SECONDS = 2.0  # for the search of one position
_LOADED = 100  # strategies kept loaded, by their texts


class Application:
    """The strategies, exact values and proofs for visitors.

    `players` are strategies of the operator's own that visitors may choose by that text.
    """

    seconds = _SECONDS  # for the search of one position

    def __init__(self, players: Sequence[str] = ()) -> None:
        self._own = {text: load_player(text) for text in players}
        self._loaded: dict[str, Player] = {}

    def load(self, text: str) -> Player:
        """Return the strategy that a visitor names: a registered one with options that open no file, `rules: ...`, or
        the operator's.

        Raises StrategyError: a visitor must not make the server import a module or read a file.
        """
        if text not in self._loaded:
            loaded = self._load(text)
            if len(self._loaded) >= _LOADED:
                self._loaded.pop(next(iter(self._loaded)))
            self._loaded[text] = loaded
        return self._loaded[text]

    def _load(self, text: str) -> Player:
        if text in self._own:
            return self._own[text]
        if text.lstrip().startswith(PREFIX):
            return visitors_list(text)
        name, options = specs.split(text)
        if name not in registry.names():
            values = {"strategy": repr(text), "words": (*registry.names(), *self._own)}
            raise StrategyError(Said("error.no-strategy-here", values))
        known = specs.options_of(registry.find(name))
        if closed := [option for option in options if option in known and known[option][1] == "text"]:
            raise StrategyError(Said("error.option-closed", {"strategy": repr(text), "option": closed[0]}))
        return registry.load(text)

    def strategies(self, game: Game) -> list[StrategyListed]:
        """Return the strategies that play a game, each with what a page shows of it."""
        own = [own_listed(text, strategy) for text, strategy in self._own.items() if supports(strategy, game)]
        return [*(listed(name, game) for name in names_for(game)), *own]

    def values(self, position: Position) -> Mapping[Move, Value]:
        """Return exact values, if a table or a short search gives them. Raises LimitExceeded, in words for visitors."""
        try:
            return _solver().truth(position)
        except LimitExceeded:
            raise LimitExceeded(Said("error.not-found-by-search", {"seconds": f"{_SECONDS:g}"})) from None

    def prove(self, strategy: Player, game: Game, sides: Sequence[Side], report: Report) -> SeatsDocument:
        """Return what is known of a strategy in some seats: a proof, a losing line, a measurement."""

        def tell(side: Side, progress: VerdictProgress) -> None:
            report({"seat": side.seat, **_progress(progress, game)})

        proving = prover(strategy, game, _TERMS, tell)
        return proof(game, strategy.name, {side: proving.finding(side) for side in sides})


def _progress(progress: VerdictProgress, game: Game) -> JSON:
    if isinstance(progress, int):
        return {"games": progress, "of": _TERMS.games}
    if isinstance(progress, LineProgress):
        return {"tried": progress.games, "asked": progress.asked}
    return {"ply": progress.ply, "plies": game.cells, "positions": progress.positions}


@cache
def _solver() -> Solver:
    return exact_solver(_SECONDS)
