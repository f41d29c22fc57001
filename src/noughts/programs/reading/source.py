"""Expressions of Python of which a reading consists."""

import importlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import CodeType
from typing import Any

from noughts.core.game import Game


@lru_cache(maxsize=1024)
def filled(python: str, game: Game) -> str:
    """Return an expression with {m}, {n}, {k}, the number of {cells} and their {names} filled in.

    >>> filled("divmod(cell, {m})", Game(3, 3, 3))
    'divmod(cell, 3)'
    """
    names = [game.name(cell) for cell in range(game.cells)] if "{names}" in python else []
    return python.format(m=game.m, n=game.n, k=game.k, cells=game.cells, names=names)


def function(parameters: str, python: str, values: Mapping[str, Any] | None = None) -> Callable[..., Any]:
    """Return the function whose value is that of an expression, which may also use `values` by their names.

    >>> function("cell", "cell + FIRST", {"FIRST": 1})(4)
    5
    """
    modules = {"numpy": importlib.import_module("numpy")} if "numpy." in python else {}
    made: Callable[..., Any] = eval(_compiled(f"lambda {parameters}: {python}"), {**modules, **(values or {})})
    return made


@lru_cache(maxsize=1024)
def _compiled(python: str) -> CodeType:
    return compile(python, "<reading>", "eval")


@lru_cache(maxsize=1024)
def of(parameter: str, python: str, game: Game) -> Callable[[Any], Any]:
    """Return the function of one parameter that an expression describes on a game; it is made once."""
    return function(parameter, filled(python, game))
