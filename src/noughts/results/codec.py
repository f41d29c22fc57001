"""One encoder and decoder for results and requests: frozen dataclasses to JSON and back.

A class knows its JSON by its fields; mashumaro compiles the functions for it when it is first used. Values of core
stand in the fields as they are: `_Values` says what JSON has for each. A move is written by its name in the document's
game.
"""

import json
from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from mashumaro.codecs.basic import BasicDecoder, BasicEncoder
from mashumaro.config import BaseConfig
from mashumaro.dialect import Dialect
from mashumaro.exceptions import InvalidFieldValue, MissingField

from noughts.board_text.position_text import parse_position
from noughts.core.game import Game, Move, Moves
from noughts.core.notation import parse_cell
from noughts.core.position import Position
from noughts.core.record import parse_moves
from noughts.errors import NotationError, NoughtsError
from noughts.players.player import Player
from noughts.results.notes import notes
from noughts.words import Said

T = TypeVar("T")

_DECODED: ContextVar[Any] = ContextVar("_DECODED")  # the document, which says what game its boards and cells are of
_ENCODED: ContextVar[Any] = ContextVar("_ENCODED")  # the same of what is written


def _game() -> Game:
    return Game.from_list(_DECODED.get()["game"])


def _position(text: str) -> Position:
    return parse_position(text, _game())


def _moves(names: list[str]) -> Moves:
    return Moves(_game(), parse_moves(_game(), names))


def _names(moves: Moves) -> list[str]:
    return moves.names


def _move(name: str) -> Move:
    return parse_cell(_game(), name)


def _name(move: Move) -> str:
    name: str = _ENCODED.get().game.name(move)
    return name


class _Values(Dialect):
    """What stands in JSON for a value of core, and how it is read."""

    serialize_by_alias = True
    serialization_strategy = {  # noqa: RUF012 - the library declares it so
        Game: {"serialize": Game.to_list, "deserialize": Game.from_list},
        Position: {"serialize": str, "deserialize": _position},
        Moves: {"serialize": _names, "deserialize": _moves},
        Move: {"serialize": _name, "deserialize": _move},
    }


# Of every class that says nothing else: encoder, decoder, schemas and the defaults in them then agree. It speaks of
# our own types alone, so another user of the library in this process sees no difference.
BaseConfig.dialect = _Values


def encode(result: Any) -> Any:
    """Return a result, or a list of results, as what JSON has: a fraction becomes text, a moment ISO 8601.

    >>> from dataclasses import dataclass
    >>> from fractions import Fraction
    >>> @dataclass(frozen=True)
    ... class Chance:
    ...     win: Fraction
    >>> encode(Chance(Fraction(1, 3)))
    {'win': '1/3'}
    """
    if isinstance(result, dict):
        return result
    if isinstance(result, list):
        return [encode(each) for each in result]
    encoded = _ENCODED.set(result)
    try:
        return _encoder(type(result)).encode(result)  # type: ignore[arg-type]
    finally:
        _ENCODED.reset(encoded)


def noted(result: Any, players: Iterable[Player]) -> dict[str, Any]:
    """Return a result as what JSON has, with the notes about players."""
    document: dict[str, Any] = encode(result)
    return document | notes(players)


def to_json(result: Any) -> str:
    """Return a result, or a list of results, as the text of a document."""
    return json.dumps(encode(result), indent=2, ensure_ascii=False)


def decode(kind: type[T], document: Any) -> T:
    """Return the result of a class that a document holds.

    Positions and moves are of the document's `game`. Raises NotationError, which names the field, or the error of a
    value of core.
    """
    decoded = _DECODED.set(document)
    try:
        result: T = _decoder(kind).decode(document)  # type: ignore[arg-type]
    except MissingField as error:
        raise NotationError(Said("error.document-lacks", {"field": repr(error.field_name)})) from None
    except InvalidFieldValue as error:
        _raise_own(error.__context__)
        field = next(field for field in fields(error.holder_class) if field.name == error.field_name)
        values = {"field": repr(field.metadata.get("alias", field.name)), "value": repr(error.field_value)}
        raise NotationError(Said("error.document-field", values)) from None
    except (ValueError, TypeError, AttributeError, KeyError):
        values = {"kind": getattr(kind, "__name__", str(kind)), "document": repr(str(document)[:60])}
        raise NotationError(Said("error.not-a-document", values)) from None
    finally:
        _DECODED.reset(decoded)
    return result


def _raise_own(error: BaseException | None) -> None:
    """Raise the error of ours that an error comes from, if there is one."""
    while error is not None:
        if isinstance(error, NoughtsError):
            raise error from None
        error = error.__context__


@cache
def _encoder(kind: type[Any]) -> BasicEncoder[Any]:
    return BasicEncoder(kind)


@cache
def _decoder(kind: type[Any]) -> BasicDecoder[Any]:
    return BasicDecoder(kind)
