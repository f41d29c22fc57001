"""JSON as anybody may have written it: its faults in words of ours, where Python's reader speaks of itself."""

import json
import sys
from typing import Any


def read_json(text: str | bytes, **hooks: Any) -> Any:
    """Return the value of a JSON text; `hooks` are those of `json.loads`. Raises ValueError for every fault.

    >>> read_json("[" * 100_000)
    Traceback (most recent call last):
    ValueError: nested too deeply
    """
    try:
        return json.loads(text, parse_int=_number, **hooks)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(
            f"a number has {len(text):,} digits, at most {sys.get_int_max_str_digits():,} are read"
        ) from None
