"""A canvas: what is drawn on it, and clicks at a place.

Methods without an underscore are those of tkinter, and do what its manual says.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from noughts.programs.playing.windows.tkinter_kit.bindings import Bindings, Function
from noughts.programs.playing.windows.tkinter_kit.misc import inert
from noughts.programs.playing.windows.tkinter_kit.scene import Choice
from noughts.programs.playing.windows.tkinter_kit.widgets import Widget

_WIDTH, _HEIGHT = 378, 265  # pixels, where nothing is said


@dataclass
class _Item:
    """Something that is drawn."""

    kind: str
    coords: list[float]
    options: dict[str, Any]
    tags: list[str]
    bindings: Bindings = field(default_factory=Bindings)

    def box(self) -> tuple[float, float, float, float]:
        xs, ys = self.coords[::2] or [0.0], self.coords[1::2] or [0.0]
        return min(xs), min(ys), max(xs), max(ys)

    def distance(self, x: float, y: float) -> float:
        left, top, right, bottom = self.box()
        return max(left - x, 0.0, x - right) + max(top - y, 0.0, y - bottom)


def _numbers(values: Any) -> Iterator[float]:
    """Yield the numbers in coordinates, which may be in pairs."""
    for value in values:
        if isinstance(value, tuple | list):
            yield from _numbers(value)
        else:
            yield float(value)


def _tags(value: Any) -> list[str]:
    return value.split() if isinstance(value, str) else [str(tag) for tag in value or ()]


def _creating(kind: str) -> Function:
    """Return a method that draws an item of a kind and returns its number."""

    def create(self: "Canvas", *args: Any, **kw: Any) -> int:
        return self._create_(kind, *args, **kw)

    return create


@inert("""
    addtag addtag_above addtag_all addtag_below addtag_closest addtag_enclosed addtag_overlapping dchars find
    find_above find_below focus icursor index insert postscript scale scan scan_dragto scan_mark select_adjust
    select_clear select_from select_item select_to tag_lower tag_raise lift lower tkraise xview xview_scroll yview
    yview_scroll
""")
class Canvas(Widget):
    """What one draws on and clicks at."""

    _draws_ = True

    def __init__(self, master: Any = None, cnf: Any = None, **options: Any) -> None:
        super().__init__(master, cnf, **options)
        self._items_: dict[int, _Item] = {}
        self._of_tags_: dict[str, Bindings] = {}
        self._current_: list[int] = []
        self._origin_ = [0.0, 0.0]

    def _create_(self, kind: str, *coords: Any, **options: Any) -> int:
        number = self._loop_.number()
        self._items_[number] = _Item(
            kind, list(_numbers(coords)), options, _tags(options.pop("tags", options.pop("tag", ())))
        )
        self._drawn_(options)
        if kind == "window" and isinstance(widget := options.get("window"), Widget):
            x, y = self._items_[number].coords
            widget.place(x=x, y=y)
        return number

    def _drawn_(self, options: dict[str, Any]) -> None:
        if str(text := options.get("text", "")).strip():
            self._loop_.person.show(str(text))

    create_line = _creating("line")
    create_oval = _creating("oval")
    create_rectangle = _creating("rectangle")
    create_text = _creating("text")
    create_polygon = _creating("polygon")
    create_arc = _creating("arc")
    create_image = _creating("image")
    create_bitmap = _creating("bitmap")
    create_window = _creating("window")

    def find_withtag(self, tagOrId: Any) -> tuple[int, ...]:
        tag = str(tagOrId)
        if tag == "current":
            return tuple(number for number in self._current_ if number in self._items_)
        return tuple(n for n, item in self._items_.items() if tag in ("all", str(n)) or tag in item.tags)

    def find_all(self) -> tuple[int, ...]:
        return tuple(self._items_)

    def find_overlapping(self, x1: float, y1: float, x2: float, y2: float) -> tuple[int, ...]:
        boxes = {number: item.box() for number, item in self._items_.items()}
        return tuple(n for n, (x, y, u, v) in boxes.items() if x <= x2 and u >= x1 and y <= y2 and v >= y1)

    find_enclosed = find_overlapping

    def find_closest(self, x: float, y: float, halo: Any = None, start: Any = None) -> tuple[int, ...]:
        return tuple(sorted(self._items_, key=lambda n: (self._items_[n].distance(x, y), -n))[:1])

    def coords(self, tagOrId: Any, *args: Any) -> list[float]:
        found = [self._items_[number] for number in self.find_withtag(tagOrId)]
        for item in found if args else ():
            item.coords = list(_numbers(args))
        return found[0].coords if found else []

    def move(self, tagOrId: Any, dx: Any, dy: Any) -> None:
        for item in (self._items_[number] for number in self.find_withtag(tagOrId)):
            item.coords = [at + float(dy if odd % 2 else dx) for odd, at in enumerate(item.coords)]

    def moveto(self, tagOrId: Any, x: Any = "", y: Any = "") -> None:
        left, top, *_ = self.bbox(tagOrId) or (0, 0)
        self.move(tagOrId, 0 if x == "" else float(x) - left, 0 if y == "" else float(y) - top)

    def bbox(self, *args: Any) -> Any:
        boxes = [self._items_[number].box() for tag in args for number in self.find_withtag(tag)]
        if not boxes:
            return None
        return tuple(int(end(box[at] for box in boxes)) for at, end in enumerate((min, min, max, max)))

    def itemconfigure(self, tagOrId: Any, cnf: Any = None, **kw: Any) -> None:
        for item in (self._items_[number] for number in self.find_withtag(tagOrId)):
            item.options.update(cnf or {}, **kw)
            item.tags = _tags(kw["tags"]) if "tags" in kw else item.tags
            self._drawn_(kw)

    itemconfig = itemconfigure

    def itemcget(self, tagOrId: Any, option: str) -> Any:
        return next((self._items_[number].options.get(option, "") for number in self.find_withtag(tagOrId)), "")

    def type(self, tagOrId: Any) -> Any:
        return next((self._items_[number].kind for number in self.find_withtag(tagOrId)), None)

    def delete(self, *args: Any) -> None:
        for number in [number for tag in args for number in self.find_withtag(tag)]:
            self._items_.pop(number, None)

    def gettags(self, *args: Any) -> tuple[str, ...]:
        return next((tuple(self._items_[number].tags) for number in self.find_withtag(args[0])), ())

    def addtag_withtag(self, newtag: str, tagOrId: Any) -> None:
        for number in self.find_withtag(tagOrId):
            self._items_[number].tags.append(newtag)

    def dtag(self, *args: Any) -> None:
        for item in (self._items_[number] for number in self.find_withtag(args[0])):
            item.tags = [tag for tag in item.tags if tag != args[-1]]

    def tag_bind(self, tagOrId: Any, sequence: Any = None, func: Function | None = None, add: Any = None) -> str:
        number = int(tagOrId) if str(tagOrId).isdigit() else 0
        item = self._items_.get(number)
        bindings = self._of_tags_.setdefault(tagOrId, Bindings()) if item is None else item.bindings
        bindings.add(sequence, func, add)
        return "bound"

    def tag_unbind(self, tagOrId: Any, sequence: str, funcid: Any = None) -> None:
        for bindings in [self._of_tags_.get(tagOrId), *(self._items_[n].bindings for n in self.find_withtag(tagOrId))]:
            if bindings is not None:
                bindings.remove(sequence)

    def xview_moveto(self, fraction: float) -> None:
        self._scroll_(0, fraction)

    def yview_moveto(self, fraction: float) -> None:
        self._scroll_(1, fraction)

    def _scroll_(self, axis: int, fraction: float) -> None:
        region = self.cget("scrollregion")
        ends = list(_numbers(region.split() if isinstance(region, str) else region))
        if len(ends) == 4:
            self._origin_[axis] = int(ends[axis] + fraction * (ends[axis + 2] - ends[axis]))

    def canvasx(self, screenx: float, gridspacing: Any = None) -> float:
        return float(screenx) + self._origin_[0]

    def canvasy(self, screeny: float, gridspacing: Any = None) -> float:
        return float(screeny) + self._origin_[1]

    def _size_(self) -> tuple[int, int]:
        width, height = super()._size_()
        return (width if width > 1 else _WIDTH), (height if height > 1 else _HEIGHT)

    def _is_surface_(self) -> bool:
        of_items = any(bindings.hear_clicks() for bindings in self._all_of_items_())
        return of_items or self._hears_clicks_()

    def _all_of_items_(self) -> list[Bindings]:
        return [*self._of_tags_.values(), *(item.bindings for item in self._items_.values())]

    def _bindings_around_(self) -> list[Bindings]:
        """Return the bindings of the item under the mouse too."""
        items = [self._items_[number] for number in self._current_ if number in self._items_]
        tags = [tag for item in items for tag in ("all", *item.tags) if tag in self._of_tags_]
        return [*(i.bindings for i in items), *(self._of_tags_[tag] for tag in tags), *super()._bindings_around_()]

    def _click_at_(self, x: int, y: int) -> bool:
        at = self.canvasx(x), self.canvasy(y)
        under = [number for number, item in self._items_.items() if item.distance(*at) == 0.0]
        self._current_ = under[-1:]
        return super()._click_at_(x, y)

    def _choices_(self) -> Iterator[Choice]:
        """Yield the canvas as a cell, with what is drawn on it."""
        if self._is_surface_():
            drawn = (str(item.options.get("text", item.kind)) for item in self._items_.values())
            yield Choice(" ".join(drawn), self._pressed_, is_cell=True)
