"""JSON as anybody may have written it: its faults in words of ours, where Python's reader speaks of itself."""

import json
import sys
from typing import Any

from noughts.words import Said


def read_json(text: str | bytes, **hooks: Any) -> Any:
    """Return the value of a JSON text; `hooks` are those of `json.loads`. Raises ValueError for every fault.

    >>> read_json("[" * 100_000)
    Traceback (most recent call last):
    ValueError: nested too deeply
    """
    try:
        return json.loads(text, parse_int=_number, **hooks)
    except RecursionError:
        raise ValueError(Said("error.too-deep")) from None


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        values = {"digits": len(text), "most": sys.get_int_max_str_digits()}
        raise ValueError(Said("error.long-number", values)) from None
