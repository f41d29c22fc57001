"""What may be a board in the memory of a program: whatever holds the contents of as many cells as the game has.

A program keeps its board in a list, in rows, in a dict, in a text, in an array, as an attribute or a global name, or
each row by a name of its own. What is found is named by its *place*, such as `board of play()` or `game.cells`, and
given as the contents of the cells, row by row, each as a word.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain, islice
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from noughts.core.game import Game
from noughts.programs.load.files import is_own
from noughts.programs.play.stage import ESCAPE, Contents

_MOST = 20_000  # objects that are looked at
_DEEP = 5  # steps from a name to the board
_WIDE = 400  # elements of one object that are looked at
_LONGEST = 8  # characters of a mark
_MARKED = (
    *("letter", "symbol", "mark", "marker", "value", "player"),
    *("piece", "state", "content", "text", "sign", "owner"),
)
_LAYOUTS = ("", ", its rows from below", ", its columns", ", its columns from below")  # where stones fall
_PLAIN = (str, bytes, int, float, bool, type(None))


@dataclass(frozen=True)
class SeenPlace:
    """Where a board was seen: its name in words, the object that holds it, and how it is found again from a frame.

    `code` is the file and the name of the function whose variable it is; None for a name of the module `module`.
    Several `names` are those of the rows. `layout`: a word of `_LAYOUTS`.
    """

    name: str
    holder: Any
    module: str
    names: tuple[str, ...]
    code: tuple[str, str] | None
    steps: tuple[Any, ...]
    layout: str = ""


class Sight:
    """Looks for boards of a game in the memory of this process. `folders` hold the program's own files."""

    def __init__(self, game: Game, folders: Sequence[Path]) -> None:
        self.game, self._folders = game, folders
        self.keys: dict[str, tuple[str, ...]] = {}  # by which a board holds its cells, where they are texts
        self._held: dict[str, SeenPlace] = {}
        self._own, self._count = list[ModuleType](), 0  # the program's modules, and the number of all

    def boards(self) -> dict[str, Contents]:
        """Return whatever may be a board, by its place; the places are held, to be looked at again."""
        boards: dict[str, Contents] = {}
        self._held, self.keys = {}, {}
        seen, left = set[int](), _MOST
        for todo in self._roots():
            for place in islice(todo, left):  # it grows meanwhile: breadth first
                boards |= self._boards_at(place)
                if len(place.steps) < _DEEP and id(place.holder) not in seen:
                    seen.add(id(place.holder))
                    todo.extend(self._inside(place))
            left = max(0, left - len(todo))
        return boards

    def _boards_at(self, place: SeenPlace) -> dict[str, Contents]:
        """Return what may be a board at a place, in each layout, and hold it; nothing by a name that is held."""
        boards, value = dict[str, Contents](), place.holder
        for layout in _LAYOUTS if not self.game.cells_stay_open else ("",):
            name, contents = f"{place.name}{layout}", self.contents(value, layout)
            if contents is None or name in self._held:
                continue
            boards[name], self._held[name] = contents, replace(place, layout=layout)
            if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
                self.keys[name] = tuple(value)
        return boards

    def look(self, name: str) -> Contents | None:
        """Return what is at a place that was seen before; None where nothing is there any more."""
        place = self._held.get(name)
        if place is None:
            return None
        contents = self.contents(self._again(place), place.layout)
        return contents if contents is not None else self.contents(place.holder, place.layout)

    def contents(self, value: Any, layout: str = "") -> Contents | None:
        """Return the contents of the cells, row by row, if a value may be a board of some layout; else None."""
        m, n = self.game.m, self.game.n
        is_by_columns, is_from_below = "columns" in layout, "below" in layout
        cells = self._cells(value, *((n, m) if is_by_columns else (m, n)))
        if cells is None:
            return None
        rows = [cells[row::n] if is_by_columns else cells[row * m : (row + 1) * m] for row in range(n)]
        words = tuple(_word(cell) for row in (reversed(rows) if is_from_below else rows) for cell in row)
        return None if None in words else words  # type: ignore[return-value]

    def _cells(self, value: Any, m: int, n: int) -> list[Any] | None:
        """Return the cells of what may be a board of n rows of m cells, in their order there."""
        size = m * n
        value = _listed(value)
        if isinstance(value, str):
            return list(value) if len(value) == size else None
        if not isinstance(value, list):
            return None
        if len(value) == size + 1 and not isinstance(_listed(value[1]), list):
            value = value[1:]  # cells are numbered from 1
        if len(value) == n and n < size:
            rows = [list(row) if isinstance(row, str) else _listed(row) for row in value]
            if all(isinstance(row, list) and len(row) == m for row in rows):
                return list(chain.from_iterable(rows))
        return value if len(value) == size else None

    def _roots(self) -> Iterator[list[SeenPlace]]:
        """Yield the names of the program's modules, then the variables of each of its functions that run now, the
        outermost first: an inner function may hold a copy of the board, and ends before the program has moved."""
        yield [place for module in self._modules() for place in self._named(vars(module), module.__name__, None)]
        for frame in reversed(list(_frames())):
            if is_own(frame.f_code.co_filename, self._folders) and frame.f_locals is not frame.f_globals:
                yield list(self._named(frame.f_locals, "", (frame.f_code.co_filename, frame.f_code.co_name)))

    def _named(self, things: Mapping[str, Any], module: str, code: tuple[str, str] | None) -> Iterator[SeenPlace]:
        """Yield what names of a module or a function stand for; and the lists that are as many as a board's rows."""
        of = f" of {code[1]}()" if code else ""
        values = {name: value for name, value in list(things.items()) if not name.startswith("__")}
        for name, value in values.items():
            yield SeenPlace(f"{name}{of}", value, module, (name,), code, ())
        rows: dict[int, str] = {}  # by identity: the variable of a loop is another name of a row
        for name, value in values.items():
            if isinstance(value, list) and len(value) == self.game.m:
                rows.setdefault(id(value), name)
        if len(rows) == self.game.n:
            names = tuple(rows.values())
            yield SeenPlace(f"{', '.join(names)}{of}", [values[name] for name in names], module, names, code, ())

    def _modules(self) -> list[ModuleType]:
        """Return the program's own modules. A copy of a process touches no other: each costs it a page of its own."""
        if len(sys.modules) != self._count:
            self._count = len(sys.modules)
            modules = list(sys.modules.values())
            self._own = [module for module in modules if is_own(getattr(module, "__file__", None), self._folders)]
        return self._own

    def _inside(self, place: SeenPlace) -> Iterator[SeenPlace]:
        value = place.holder
        if isinstance(value, (*_PLAIN, ModuleType, type)) or callable(value):
            return
        if isinstance(value, Mapping):
            for key, inner in list(value.items())[:_WIDE]:
                yield _step(place, key, f"{place.name}[{key!r}]", inner)
        elif isinstance(value, Sequence):
            for index, inner in enumerate(value[:_WIDE]):
                yield _step(place, index, f"{place.name}[{index}]", inner)
        elif isinstance(attributes := getattr(value, "__dict__", None), dict):
            for name, inner in list(attributes.items())[:_WIDE]:
                yield _step(place, f".{name}", f"{place.name}.{name}", inner)

    def _again(self, place: SeenPlace) -> Any:
        """Return what is at a place now; None where its function does not run any more."""
        things: Mapping[str, Any] = {}
        if place.code is None:
            things = vars(sys.modules.get(place.module, object))
        else:
            for frame in _frames():
                if (frame.f_code.co_filename, frame.f_code.co_name) == place.code:
                    things = frame.f_locals
                    break
        values = [things.get(name) for name in place.names]
        value: Any = values[0] if len(values) == 1 else values
        for step in place.steps:
            try:
                is_attribute = isinstance(step, str) and step.startswith(".")
                value = getattr(value, step[1:]) if is_attribute else value[step]
            except (AttributeError, LookupError, TypeError):
                return None
        return value


def _step(place: SeenPlace, step: Any, name: str, value: Any) -> SeenPlace:
    return replace(place, name=name, holder=value, steps=(*place.steps, step))


def _frames() -> Iterator[FrameType]:
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        yield frame
        frame = frame.f_back


def _listed(value: Any) -> Any:
    """Return a tuple, an array or the values of a dict as a list; anything else as it is."""
    if isinstance(value, Mapping):
        return list(value.values())
    if type(value).__name__ == "ndarray":
        return value.tolist()
    return list(value) if isinstance(value, tuple | list) else value


def _word(cell: Any) -> str | None:
    """Return the content of a cell as a word, or None if it is not a content that a cell may have."""
    if isinstance(cell, str):
        return repr(cell) if len(ESCAPE.sub("", cell)) <= _LONGEST else None
    if isinstance(cell, Enum):
        return f"{type(cell).__name__}.{cell.name}"
    if cell is None or isinstance(cell, bool | int | float):
        return repr(cell)
    if hasattr(cell, "item") and callable(cell.item):  # a number of NumPy
        return repr(cell.item())
    if isinstance(cell, list | tuple | set) or (callable(cell) and not hasattr(cell, "cget")):
        return None
    return _shown(cell)


def _shown(cell: Any) -> str | None:
    """Return what an object, or a dict, in a cell shows: the text of a button, the mark of a square."""
    if hasattr(cell, "cget"):  # of a window
        try:
            return repr(str(cell.cget("text")))
        except Exception:  # it has been destroyed
            return None
    attributes: Mapping[str, Any] = cell if isinstance(cell, dict) else getattr(cell, "__dict__", {})
    for name in _MARKED:
        for each in (name, f"_{name}"):
            if each in attributes and isinstance(value := attributes[each], str | int | bool | Enum | None):
                return str(value) if isinstance(value, Enum) else repr(value)
    return None
