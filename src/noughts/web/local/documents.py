"""Documents as the server sends them: JSON alone, with every field that the API's models have."""

from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from datetime import datetime
from typing import Any

from noughts.app.application import JSON

# The fields that a document of ours may leave out, and that the server's models fill.
_VALUES = {"value": None, "moves": None, "reason": None}
_JUDGED = dict.fromkeys(("reason", "before", "after", "mistake", "only", "forced", "better", "words"))


def plain(value: Any) -> Any:
    """Return a value of dataclasses, lists and moments as JSON."""
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value.isoformat().replace("+00:00", "Z") if isinstance(value, datetime) else value


def analysis(job: str, document: JSON) -> JSON:
    """Return the answer to a question about a position."""
    if job == "values":
        return _VALUES | document
    if job == "review":
        return {**document, "moves": [_JUDGED | move for move in document["moves"]]}
    return {"chances": None, **{name: value for name, value in document.items() if name != "choice"}}


def level(document: JSON) -> JSON:
    """Return a level of an opponent."""
    return {**document, **{name: _rung(document[name]) for name in ("measured", "step") if name in document}}


def _rung(measured: JSON | None) -> JSON | None:
    """Return what was measured of a level, without its board and name."""
    if measured is None:
        return None
    return {"interval": None} | {name: value for name, value in measured.items() if name not in ("game", "level")}
