"""One encoder and decoder for results and requests: frozen dataclasses to JSON and back.

A result knows its JSON by its fields alone; mashumaro compiles the functions for a class when it is first used. Values
of core stand in the fields as they are: `VALUES` says what JSON has for each.
"""

import json
from functools import cache
from typing import Any, Final, TypeVar

from mashumaro.codecs.basic import BasicDecoder, BasicEncoder
from mashumaro.dialect import Dialect
from mashumaro.exceptions import InvalidFieldValue, MissingField

from noughts.core.game import Game
from noughts.errors import NotationError, NoughtsError

T = TypeVar("T")

# A value of core, the type of what stands for it in JSON, and how it is written and read.
VALUES: Final[dict[type, tuple[Any, Any, Any]]] = {
    Game: (list[int | str], Game.to_list, Game.from_list),
}


class _Values(Dialect):
    serialization_strategy = {  # noqa: RUF012 - the library declares it so
        kind: {"serialize": write, "deserialize": read} for kind, (_, write, read) in VALUES.items()
    }


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
    return _encoder(type(result)).encode(result)  # type: ignore[arg-type]


def to_json(result: Any) -> str:
    """Return a result, or a list of results, as the text of a document."""
    return json.dumps(encode(result), indent=2, ensure_ascii=False)


def decode(kind: type[T], document: Any) -> T:
    """Return the result of a class that a document holds.

    Raises NotationError, which names the field, or the error of a value of core.
    """
    try:
        result: T = _decoder(kind).decode(document)  # type: ignore[arg-type]
    except MissingField as error:
        raise NotationError(f"the document has no {error.field_name!r}") from None
    except InvalidFieldValue as error:
        _raise_own(error.__context__)
        raise NotationError(f"the document has an invalid {error.field_name!r}: {error.field_value!r}") from None
    except (ValueError, TypeError, AttributeError, KeyError):
        raise NotationError(f"not a document of {getattr(kind, '__name__', kind)}: {str(document)[:60]!r}") from None
    return result


def _raise_own(error: BaseException | None) -> None:
    """Raise the error of ours that an error comes from, if there is one."""
    while error is not None:
        if isinstance(error, NoughtsError):
            raise error from None
        error = error.__context__


@cache
def _encoder(kind: type[Any]) -> BasicEncoder[Any]:
    return BasicEncoder(kind, default_dialect=_Values)


@cache
def _decoder(kind: type[Any]) -> BasicDecoder[Any]:
    return BasicDecoder(kind, default_dialect=_Values)
