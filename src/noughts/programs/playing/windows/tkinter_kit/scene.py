"""What the open windows show their person: buttons with their places, and where one can click."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from noughts.programs.playing.acts import Button, Offer

_FAR = 10_000.0  # from the top or the left, for what is at the bottom or on the right
_ALL_KEYS = (*map(str, range(10)), "Up", "Down", "Left", "Right", "Return", "space")  # where all keys are heard

Place = tuple[float, float]  # x and y; only their order counts


@dataclass(frozen=True)
class Choice:
    """Something that can be pressed; a cell of a board is a button, a label or a canvas of its own."""

    text: str
    press: Callable[[], Any]
    is_enabled: bool = True
    is_cell: bool = False


class Scene:
    """What can be done in the windows: the choices, the widget whose pixels are clicked, the entries that are empty."""

    def __init__(self, windows: Iterable[Any]) -> None:
        self.widgets = [widget for window in _in_front(windows) for widget in _shown(window)]
        self.blanks = [widget for widget in self.widgets if widget._is_blank_()]
        surfaces = [widget for widget in self.widgets if widget._is_surface_()]
        self.surface = self._surface(surfaces)
        offered = ((w, choice) for w in self.widgets for choice in w._choices_())
        chosen = [(w, choice) for w, choice in offered if w is not self.surface or not choice.is_cell]
        places = _places(self.widgets)
        chosen.sort(key=lambda pair: (pair[0].winfo_toplevel()._state_.number, places[pair[0]][::-1]))
        self.choices = [choice for _, choice in chosen]
        nowhere: tuple[int | None, int | None] = (None, None)
        cells: Mapping[Any, tuple[int | None, int | None]] = _cells(
            {w: places[w] for w, choice in chosen if choice.is_cell}
        )
        buttons = [Button(choice.text, *cells.get(w, nowhere), is_enabled=choice.is_enabled) for w, choice in chosen]
        texts = (text for widget in self.widgets if (text := widget._says_()))
        size = None if self.surface is None else self.surface._size_()
        self.offer = Offer("\n".join(texts), tuple(buttons), size, tuple(self._keys()))

    def _surface(self, surfaces: list[Any]) -> Any | None:
        """Return the largest widget that is clicked by pixels; several of one size are cells."""
        sizes = [widget._size_() for widget in surfaces]
        if not surfaces or (len(surfaces) > 1 and len(set(sizes)) == 1):
            return None
        return max(zip(sizes, surfaces, strict=True), key=lambda pair: pair[0][0] * pair[0][1])[1]

    def _keys(self) -> Iterator[str]:
        """Yield the keys that are heard, each once."""
        heard = (key for widget in self.widgets for each in widget._bindings_around_() for key in each.bound_keys())
        for key in dict.fromkeys(heard):
            yield from [key] if key else _ALL_KEYS


def _in_front(windows: Iterable[Any]) -> list[Any]:
    """Return the windows that can be used: all that are shown, or the last one that holds the input."""
    shown = [window for window in windows if not window._state_.is_withdrawn]
    holding = [window for window in shown if window._state_.is_modal]
    return holding[-1:] or shown


def _shown(widget: Any) -> Iterator[Any]:
    """Yield a widget and those in it that can be seen."""
    yield widget
    inside = [child for child in widget._inside_() if child._state_.manager]
    front = {_spot(child): child for child in sorted(inside, key=lambda child: child._state_.number)}
    for child in inside:
        if not child._holds_ or front[_spot(child)] is child:
            yield from _shown(child)


def _spot(widget: Any) -> object:
    """Return what is equal for frames of which only the one in front can be seen."""
    state = widget._state_
    exact = state.manager in ("grid", "place") and widget._holds_
    names = ("row", "column", "x", "y", "relx", "rely")
    return tuple(str(state.place.get(name, 0)) for name in names) if exact else widget


def _places(widgets: Iterable[Any]) -> dict[Any, Place]:
    """Return where widgets are, roughly: each that holds no others counts as one by one."""
    found: dict[Any, Place] = {}
    for window in (widget for widget in widgets if not widget._state_.manager):
        _lay_out(window, 0.0, 0.0, found)
    return found


def _lay_out(widget: Any, x: float, y: float, found: dict[Any, Place]) -> Place:
    """Find the places of a widget and of those in it; return its width and height."""
    found[widget] = (x, y)
    inside = [child for child in widget._inside_() if child._state_.manager]
    gridded = [child for child in inside if child._state_.manager == "grid"]
    packed = [child for child in inside if child._state_.manager == "pack"]
    sizes = {child: _lay_out(child, 0.0, 0.0, {}) for child in gridded + packed}
    ends = [(1.0, 1.0)]
    for child, (left, top) in (_gridded(gridded, sizes) | _packed(packed, sizes) | _placed(inside)).items():
        width, height = _lay_out(child, x + left, y + top, found)
        ends.append(((left % _FAR) + width, (top % _FAR) + height))
    return max(end[0] for end in ends), max(end[1] for end in ends)


def _gridded(children: list[Any], sizes: Mapping[Any, Place]) -> dict[Any, Place]:
    """Return the places of the children in a grid: rows and columns are as wide as what is in them."""
    ways = []
    for axis, name in enumerate(("column", "row")):
        widths: dict[int, float] = {}
        for child in children:
            at, span = _number(child, name), _number(child, f"{name}span", 1)
            widths[at] = max(widths.get(at, 0.0), sizes[child][axis] / span)
        ways.append({at: sum(width for other, width in widths.items() if other < at) for at in widths})
    return {child: (ways[0][_number(child, "column")], ways[1][_number(child, "row")]) for child in children}


def _number(child: Any, name: str, default: int = 0) -> int:
    return int(child._state_.place.get(name, default))


def _packed(children: list[Any], sizes: Mapping[Any, Place]) -> dict[Any, Place]:
    """Return the places of the children that are packed, in order, against a side."""
    found, left, top, right, bottom = {}, 0.0, 0.0, _FAR, _FAR
    for child in children:
        width, height = sizes[child]
        match child._state_.place.get("side", "top"):
            case "left":
                found[child], left = (left, top), left + width
            case "right":
                right -= width
                found[child] = (right, top)
            case "bottom":
                bottom -= height
                found[child] = (left, bottom)
            case _:
                found[child], top = (left, top), top + height
    return found


def _placed(children: list[Any]) -> dict[Any, Place]:
    """Return the places of the children that have coordinates."""
    placed = [child for child in children if child._state_.manager == "place"]
    return {child: (_coordinate(child, "x"), _coordinate(child, "y")) for child in placed}


def _coordinate(child: Any, name: str) -> float:
    place = child._state_.place
    return float(place.get(name, 0)) + 1000 * float(place.get(f"rel{name}", 0))


def _cells(places: Mapping[Any, Place]) -> dict[Any, tuple[int | None, int | None]]:
    """Return the row and the column of the widgets that are a full block, most of them of one kind."""
    kinds = Counter(widget._kind_() for widget in places)
    most = max(kinds, key=lambda kind: (kinds[kind], kind[0]._state_.number), default=None)  # else the window in front
    points = {widget: at for widget, at in places.items() if widget._kind_() == most}
    while len({*points.values()}) < len({x for x, _ in points.values()}) * len({y for _, y in points.values()}):
        points = _without_the_emptiest(points)
    columns, rows = (sorted({point[axis] for point in points.values()}) for axis in (0, 1))
    return {widget: (rows.index(y), columns.index(x)) for widget, (x, y) in points.items()}


def _without_the_emptiest(points: Mapping[Any, Place]) -> dict[Any, Place]:
    """Leave out the row or the column of which the smallest part is there."""

    def part(line: tuple[int, float]) -> float:
        axis, at = line
        return sum(point[axis] == at for point in points.values()) / len({point[1 - axis] for point in points.values()})

    lines = {(axis, point[axis]) for axis in (0, 1) for point in points.values()}
    emptiest, at = min(sorted(lines), key=part)
    return {widget: point for widget, point in points.items() if point[emptiest] != at}
