"""What a widget hears: events, the sequences that they are bound by, and the functions that are called."""

import re
from collections.abc import Callable, Iterator
from typing import Any

Function = Callable[..., Any]
Heard = tuple[str, str]  # the kind of an event, and the button or the key: ("press", "1"), ("key", "Return")

_KINDS = {
    **dict.fromkeys(("Button", "ButtonPress"), "press"),
    **dict.fromkeys(("Key", "KeyPress"), "key"),
    **{"ButtonRelease": "release", "KeyRelease": "key up"},
    **{name: name for name in ("Motion", "Enter", "Leave", "Configure", "FocusIn", "FocusOut", "Map", "Destroy")},
}
_ALWAYS = ("Any", "B1", "Button1")  # modifiers that a click of the left button has too
_MODIFIERS = re.compile(r"(Control|Alt|Shift|Meta|Command|Option|Double|Triple|Lock|Mod\d|M\d|B\d|Button\d)$")
CHARACTERS = {"space": " ", "Return": "\r", "Tab": "\t", "Escape": "\x1b", "BackSpace": "\b"}


def heard(sequence: str) -> Heard:
    """Return the kind and the detail of what a sequence such as `<Button-1>`, `<Return>` or `a` is bound to."""
    if not sequence.startswith("<") or sequence == "<":
        return "key", sequence
    words = [word for word in re.split(r"[-\s]+", sequence.strip("<>")) if word not in _ALWAYS]
    if sequence.startswith("<<") or not words or _MODIFIERS.match(words[0]):
        return sequence, ""
    kind = _KINDS.get(words[0])
    if kind is None:
        return "press" if words[0].isdigit() else "key", words[0]
    return kind, words[1] if len(words) > 1 else ""


class Event:
    """What a bound function is passed."""

    def __init__(self, **values: Any) -> None:
        self.num = self.x = self.y = self.x_root = self.y_root = self.delta = self.keycode = self.state = self.time = 0
        self.width = self.height = self.serial = 0
        self.keysym = self.char = self.type = ""
        self.widget: Any = None
        vars(self).update(values)


class Bindings:
    """The functions that are called for what a widget hears."""

    def __init__(self) -> None:
        self._functions: dict[Heard, list[Function]] = {}

    def add(self, sequence: str, function: Function | None, more: Any = None) -> None:
        """Bind a function in the place of others, or besides them."""
        if callable(function):
            known = self._functions.setdefault(heard(sequence), [])
            known[:] = [*known, function] if more else [function]

    def remove(self, sequence: str) -> None:
        """Forget all functions of a sequence."""
        self._functions.pop(heard(sequence), None)

    def of(self, kind: str, detail: str) -> list[Function]:
        """Return the functions of an event: those of its key or button, else those of all."""
        return list(self._functions.get((kind, detail)) or self._functions.get((kind, "")) or ())

    def hear_clicks(self) -> bool:
        """Return whether a click of the left button calls a function."""
        return any(self.of(kind, "1") for kind in ("press", "release"))

    def bound_keys(self) -> Iterator[str]:
        """Yield the keys that call a function; empty for all keys."""
        yield from (detail for kind, detail in self._functions if kind in ("key", "key up"))
