"""One encoder and decoder for results and requests: frozen dataclasses to JSON and back.

A result knows its JSON by its fields alone; mashumaro compiles the functions for a class when it is first used.
"""

import json
from functools import cache
from typing import Any, TypeVar

from mashumaro.codecs.basic import BasicDecoder, BasicEncoder
from mashumaro.exceptions import InvalidFieldValue, MissingField

from noughts.errors import NotationError
from noughts.words import Said

T = TypeVar("T")


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
    """Return the result of a class that a document holds. Raises NotationError, which names the field."""
    try:
        result: T = _decoder(kind).decode(document)  # type: ignore[arg-type]
    except MissingField as error:
        raise NotationError(Said("error.document-lacks", {"field": repr(error.field_name)})) from None
    except InvalidFieldValue as error:
        values = {"field": repr(error.field_name), "value": repr(error.field_value)}
        raise NotationError(Said("error.document-field", values)) from None
    except (ValueError, TypeError, AttributeError, KeyError):
        values = {"kind": getattr(kind, "__name__", str(kind)), "document": repr(str(document)[:60])}
        raise NotationError(Said("error.not-a-document", values)) from None
    return result


@cache
def _encoder(kind: type[Any]) -> BasicEncoder[Any]:
    return BasicEncoder(kind)


@cache
def _decoder(kind: type[Any]) -> BasicDecoder[Any]:
    return BasicDecoder(kind)
