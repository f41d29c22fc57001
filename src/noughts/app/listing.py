"""The lists of what there is to choose: strategies, the proofs that come with the program, and the page's levels."""

import inspect
import json
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from noughts.core.game import Game
from noughts.core.position import Side
from noughts.errors import NoughtsError
from noughts.players.player import Player, supports
from noughts.programs import specs
from noughts.results.proof import SeatsDocument
from noughts.results.strategies import Level, ListedOption, Measured, StrategyEntry, StrategyListed, Verdicts
from noughts.strategies import registry
from noughts.strategies.strategy_options import written
from noughts.words import Said

# A strategy that plays all of these is listed as playing any game; one that plays this one alone, where stones fall.
_SAMPLES = [Game(3, 3, 3), Game(4, 3, 3), Game(4, 4, 4), Game(1, 1, 1), Game(15, 15, 5), Game(26, 26, 26)]
_FALLING = Game(7, 6, 4, gravity=True)


def about(name: str, factory: Callable[..., object]) -> str:
    """Return in a sentence what a strategy does; of an installed one the first paragraph of its own text."""
    if name in registry.SHIPPED:
        return str(Said(f"strategy.{name}"))
    return (inspect.getdoc(factory) or "").split("\n\n")[0].replace("\n", " ")


def describe(name: str) -> StrategyEntry:
    """Return the description of a strategy; for an installed one that is broken, its error."""
    try:
        factory, strategy = registry.find(name), registry.load(name)
        plays = [str(game) for game in _SAMPLES if supports(strategy, game)]
        if not plays and supports(strategy, _FALLING):
            plays = ["m,n,k-gravity"]
    except NoughtsError as error:
        return StrategyEntry(name, what=f"broken: {error}", origin="", plays="", options={})
    return StrategyEntry(
        name,
        what=about(name, factory),
        origin=getattr(factory, "origin", ""),
        plays="any m,n,k" if len(plays) == len(_SAMPLES) else "; ".join(plays),
        options={
            option: ListedOption(written(default), choices)
            for option, (default, choices) in specs.options_of(factory).items()
        },
    )


def listed(name: str, game: Game) -> StrategyListed:
    """Return what a page shows of a registered strategy that plays a game."""
    strategy, entry, usual = registry.load(name), describe(name), registry.usual_opponent(game)
    shown = {name: option for name, option in entry.options.items() if option.choices != "text"}
    return StrategyListed(
        **{**vars(entry), "options": shown},
        noisy=strategy.noisy,
        view=strategy.view,
        usual=usual if specs.split(usual)[0] == name else None,
        verdicts=verdicts(name, game),
    )


def own_listed(text: str, strategy: Player) -> StrategyListed:
    """Return what a page shows of a strategy of the operator's: how a program is read, or its own text."""
    read_as = strategy.notes.read_as
    return StrategyListed(
        name=text,
        what=f"A program, read as a {read_as}" if read_as else strategy.description,
        origin="of this server's own",
        plays="",
        options={},
        noisy=strategy.noisy,
        view=None,
        usual=None,
        verdicts={side.seat: None for side in Side},  # type: ignore[misc]
    )


@cache
def shipped_proofs() -> list[SeatsDocument]:
    """Return the proofs and measurements that come with the program, which `make figures` writes."""
    text = (files("noughts.app") / "proofs.json").read_text(encoding="utf-8")
    codec = import_module("noughts.results.codec")  # takes as long to import as `noughts strategies` takes
    return [codec.decode(SeatsDocument, each) for each in json.loads(text)]


def proofs_on(game: Game) -> list[SeatsDocument]:
    """Return the shipped proofs of a game."""
    return [proof for proof in shipped_proofs() if proof.game == game]


def proof_of(name: str, game: Game) -> SeatsDocument | None:
    """Return the shipped proof of a strategy on a game, or None."""
    return next((proof for proof in proofs_on(game) if proof.strategy == name), None)


def verdicts(name: str, game: Game) -> Verdicts:
    """Return the shipped verdicts on a strategy by its seats."""
    proof = proof_of(name, game)
    return {side.seat: proof and proof.seats[side.seat].verdict for side in Side}  # type: ignore[misc]


def levels(game: Game) -> list[Level]:
    """Return the named levels of a game, each with what it was measured to be against the best and the next level."""
    strategies = registry.levels(game)
    names = list(strategies)
    return [
        Level(name, strategies[name], _measured(game, name, names[-1]), _measured(game, name, following))
        for name, following in zip(names, (*names[1:], ""), strict=True)
    ]


def _measured(game: Game, level: str, against: str) -> Measured | None:
    """Return what a level was measured to be against another one, None where that was not done."""
    rung = ladder().get((str(game), level, against))
    return None if rung is None else Measured(against, rung["won"], rung["lost"], rung["games"], rung.get("interval"))


@cache
def ladder() -> dict[tuple[str, str, str], dict[str, Any]]:
    """Return the shipped pairings of levels, by board, level and rival; `make figures` measures them."""
    text = (files("noughts.app") / "ladder.json").read_text(encoding="utf-8")
    return {(rung["game"], rung["level"], rung["against"]): rung for rung in json.loads(text)}
