"""The services of the web server and its workers: strategies, exact values and proofs, safe for untrusted visitors."""

import json
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files

from noughts.cli.advice import adviser, known_values
from noughts.cli.described import describe, names
from noughts.cli.examined import examined, measured
from noughts.cli.lessons import grade_documents, lessons_in, made_lesson
from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.core.strategy import Strategy, is_instant, is_noisy, supports
from noughts.core.value import Value
from noughts.documents.proof import Finding, proof, proof_of
from noughts.errors import LimitExceeded, StrategyError
from noughts.prove import ProofProgress, prove
from noughts.solve.oracle import FirstAnswer, exact_oracle
from noughts.strategies import registry
from noughts.web.ask.services import JSON, Report, Services

_MAX_POSITIONS = 6_000_000  # of one seat of a proof: half a gigabyte
_MEASURED_GAMES = 1000
_MATCH_SECONDS = 240.0  # for all pairs
_SECONDS = 2.0  # for the search of one position
_LOADED = 100  # strategies kept loaded, by their texts

_KINDS = {"on|off": "switch", "N": "number", "number": "number"}


def make_services(players: Sequence[str] = ()) -> Services:
    """Return the services; `players` are strategies of the operator's own that visitors may choose by that text."""
    allowed = _load_own(players)
    return Services(
        load=lru_cache(_LOADED)(lambda text: _load(text, allowed)),
        listing=lambda game: [*_listing(game), *_own_listing(allowed, game)],
        levels=_levels,
        quick=is_instant,
        values=_values,
        seconds=_SECONDS,
        known=_known,
        adviser=adviser,
        prove=_prove_document,
        grades=grade_documents,
        lesson=made_lesson,
        lessons=lessons_in,
        draw=_draw,
        match=_match_document,
        proofs=shipped_proofs(),
    )


def _load_own(players: Sequence[str]) -> dict[str, Strategy]:
    """Return the operator's own strategies by their texts."""
    if not players:
        return {}
    from noughts.cli.players import load_player  # reads options of commands, which a browser has not

    return {text: load_player(text) for text in players}


def _load(text: str, allowed: Mapping[str, Strategy]) -> Strategy:
    """Return the strategy that a visitor names: a registered one with options that open no file, or one of `allowed`.

    Raises StrategyError: a visitor must not make the server import a module or read a file.
    """
    if text in allowed:
        return allowed[text]
    name, options = registry.split(text)
    if name not in registry.names():
        raise StrategyError(f"no strategy {text!r} here: known are {', '.join((*registry.names(), *allowed))}")
    known = registry.options_of(registry.find(name))
    if closed := [option for option in options if option in known and known[option][1] == "text"]:
        raise StrategyError(f"strategy {text!r}: {closed[0]} cannot be chosen here")
    return registry.load(text)


def _listing(game: Game) -> list[JSON]:
    """Return the registered strategies that play a game, each with what a page shows of it."""
    return [_listed(name, game) for name in names(game)]


def _listed(name: str, game: Game) -> JSON:
    strategy, described, usual = registry.load(name), describe(name), registry.usual_opponent(game)
    return {
        "name": name,
        "about": described["what"],
        "origin": described["origin"],
        "noisy": is_noisy(strategy),
        "view": getattr(strategy, "view", None),
        "usual": usual if registry.split(usual)[0] == name else None,
        "options": [
            {
                "name": option,
                "kind": _KINDS.get(told["choices"], "choice"),
                "choices": None if told["choices"] in ("N", "number") else told["choices"].split("|"),
                "default": told["default"],
            }
            for option, told in described["options"].items()
            if told["choices"] != "text"
        ],
        "verdicts": _verdicts(name, game),
    }


def _levels(game: Game) -> list[JSON]:
    """Return the named levels of a game, each with what it was measured to be against the best and the next level."""
    levels = registry.levels(game)
    names = list(levels)
    return [
        {
            "name": name,
            "strategy": levels[name],
            "measured": _ladder().get((str(game), name, names[-1])),
            "step": _ladder().get((str(game), name, following)),
        }
        for name, following in zip(names, (*names[1:], ""), strict=True)
    ]


@cache
def _ladder() -> dict[tuple[str, str, str], JSON]:
    """Return the pairings of levels that come with the program, by board, level and rival; `make ladder` measures them
    anew."""
    text = (files("noughts.cli") / "ladder.json").read_text(encoding="utf-8")
    return {(rung["game"], rung["level"], rung["against"]): rung for rung in json.loads(text)}


def _verdicts(name: str, game: Game) -> dict[str, str | None]:
    """Return the shipped proofs of a strategy in both seats."""
    found = proof_of(shipped_proofs(), game, name)
    seats = found["seats"] if found else {}
    return {side.seat: seats[side.seat]["verdict"] if side.seat in seats else None for side in Side}


@cache
def shipped_proofs() -> list[JSON]:
    """Return the proofs that come with the program: documents noughts/proof/1, which `make proofs` writes anew."""
    text = (files("noughts.cli") / "proofs.json").read_text(encoding="utf-8")
    proofs: list[JSON] = json.loads(text)
    return proofs


def _prove_document(strategy: Strategy, game: Game, sides: Sequence[Side], report: Report) -> JSON:
    """Return the document of a proof in some seats; of a measurement if the strategy is noisy."""

    def found(side: Side) -> Finding:
        def show(progress: ProofProgress) -> None:
            report({"seat": side.seat, "ply": progress.ply, "plies": game.cells, "positions": progress.positions})

        def played(games: int) -> None:
            report({"seat": side.seat, "games": games, "of": _MEASURED_GAMES})

        return examined(
            strategy,
            lambda: prove(strategy, game, side, max_positions=_MAX_POSITIONS, progress=show),
            lambda: measured(strategy, game, side, _MEASURED_GAMES, 0, played),
        )

    return proof(game, strategy.name, {side: found(side) for side in sides})


def _match_document(players: Mapping[str, Strategy], game: Game, games: int, seed: int, report: Report) -> JSON:
    """Return the document of a match, everyone against everyone."""
    from noughts.cli.matching import PAIR_POSITIONS, MatchTable  # which a server that only plays need not load

    return MatchTable(
        players, game, games, seed, max_positions=PAIR_POSITIONS, seconds=_MATCH_SECONDS, report=report
    ).run()


def _draw(kind: str, strategy: Strategy, game: Game, side: Side) -> str:
    """Return the plan or the poster of a strategy."""
    from noughts.cli.drawings import drawing

    return drawing(kind, strategy, game, side)


def _own_listing(allowed: Mapping[str, Strategy], game: Game) -> list[JSON]:
    return [
        {
            "name": text,
            "about": _about(strategy),
            "origin": "of this server's own",
            "noisy": is_noisy(strategy),
            "view": None,
            "usual": None,
            "options": [],
            "verdicts": {side.seat: None for side in Side},
        }
        for text, strategy in allowed.items()
        if supports(strategy, game)
    ]


def _about(strategy: Strategy) -> str:
    """Return what a strategy of the operator's is: how a program is read, or the first line of its own text."""
    read_as = getattr(strategy, "read_as", "")
    return f"A program, read as a {read_as}" if read_as else (type(strategy).__doc__ or "").strip().partition("\n")[0]


def _values(position: Position) -> Mapping[Move, Value]:
    """Return exact values, if a table or a short search gives them. Raises LimitExceeded, in words for visitors."""
    try:
        return _oracle().values(position)
    except LimitExceeded:
        raise LimitExceeded(f"no table gives it here, nor a search of {_SECONDS:g} seconds") from None


def _known(position: Position) -> Mapping[Move, Value]:
    """Return exact values that are known without a search. Raises LimitExceeded, in words for visitors."""
    try:
        return known_values().values(position)
    except LimitExceeded:
        raise LimitExceeded("no table gives it here, and the time for a search is used up") from None


@cache
def _oracle() -> FirstAnswer:
    return exact_oracle(seconds=_SECONDS)
