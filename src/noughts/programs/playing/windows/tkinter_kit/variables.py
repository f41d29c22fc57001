"""Variables that widgets share with the program, with the methods that they have in tkinter."""

import itertools
from collections.abc import Callable
from typing import Any

_numbers = itertools.count()
_MODES = {"w": "write", "r": "read", "u": "unset"}


class Variable:
    """A value, and the functions that are called when it is set."""

    _start_: Any = ""

    def __init__(self, master: Any = None, value: Any = None, name: str | None = None) -> None:
        self._name = name or f"PY_VAR{next(_numbers)}"
        self._value_ = self._start_ if value is None else value
        self._traces_: dict[str, tuple[str, Callable[..., Any]]] = {}
        self._writes_ = 0

    def __str__(self) -> str:
        return self._name

    def get(self) -> Any:
        return self._value_

    def set(self, value: Any) -> None:
        self._value_ = value
        self._writes_ += 1
        for mode, function in list(self._traces_.values()):
            if _MODES.get(mode, mode) == "write":
                function(self._name, "", mode)

    initialize = set

    def trace_add(self, mode: Any, callback: Callable[..., Any]) -> str:
        name = f"trace{next(_numbers)}"
        self._traces_[name] = (mode if isinstance(mode, str) else mode[0], callback)
        return name

    trace = trace_variable = trace_add

    def trace_remove(self, mode: Any, cbname: str) -> None:
        self._traces_.pop(cbname, None)

    trace_vdelete = trace_remove

    def trace_info(self) -> list[tuple[str, str]]:
        return [(mode, name) for name, (mode, _) in self._traces_.items()]

    trace_vinfo = trace_info


class StringVar(Variable):
    """A text."""

    def get(self) -> str:
        return str(self._value_)


class IntVar(Variable):
    """A whole number."""

    _start_ = 0

    def get(self) -> int:
        return int(float(self._value_))


class DoubleVar(Variable):
    """A number."""

    _start_ = 0.0

    def get(self) -> float:
        return float(self._value_)


class BooleanVar(Variable):
    """True or False."""

    _start_ = False

    def get(self) -> bool:
        return str(self._value_).lower() in ("1", "true", "yes", "on")
