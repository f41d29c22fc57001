"""The canvas of the false Tk: its items, and clicks at a place."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from noughts.programs.play.windows.tk_widgets import Bindings, Choice, Interpreter, Options, Widget, options_of

_SIZE = (378, 265)  # pixels, where nothing is said

Box = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass
class _Item:
    """Something that is drawn."""

    kind: str
    coords: list[float]
    options: Options
    tags: tuple[str, ...]
    bindings: Bindings

    @property
    def box(self) -> Box:
        """The rectangle round it."""
        xs, ys = self.coords[::2] or [0.0], self.coords[1::2] or [0.0]
        return min(xs), min(ys), max(xs), max(ys)

    def distance(self, x: float, y: float) -> float:
        """Return how far a point is from its box; 0 inside."""
        left, top, right, bottom = self.box
        return max(left - x, 0.0, x - right) + max(top - y, 0.0, y - bottom)


def _is_option(word: Any) -> bool:
    """Return whether a word begins the options: a dash, and no number after it."""
    return isinstance(word, str) and word[:1] == "-" and word[1:2].isalpha()


def _single(tag: Any) -> str:
    """Return a tag, or the number of an item, as a text: also of the list of one that `find` returns."""
    return str(tag[0] if isinstance(tag, tuple) and len(tag) == 1 else tag)


class Canvas(Widget):
    """What one draws on and clicks at."""

    draws = True

    def __init__(self, tk: Interpreter, path: str, kind: str, options: Options) -> None:
        super().__init__(tk, path, kind, options)
        self.items: dict[int, _Item] = {}  # those in front last
        self.of_item_tags: dict[str, Bindings] = {}
        self.current: list[int] = []
        self.origin = [0.0, 0.0]

    def numbers(self, words: Any) -> list[float]:
        """Return the numbers in coordinates, which may be in pairs."""
        return [float(number) for word in words for number in self.tk.splitlist(word)]

    def do_create(self, kind: str, *words: Any) -> int:
        if kind == "window":
            raise ValueError(kind)
        start = next((at for at, word in enumerate(words) if _is_option(word)), len(words))
        options, number = options_of(words[start:]), self.tk.number()
        tags = tuple(map(str, self.tk.splitlist(options.pop("tags", options.pop("tag", ())))))
        self.items[number] = _Item(kind, self.numbers(words[:start]), options, tags, Bindings())
        self.drawn(options)
        return number

    def drawn(self, options: Options) -> None:
        """Let the person read a text that is drawn."""
        if str(text := options.get("text", "")).strip():
            self.tk.show(text)

    def found(self, tag: Any) -> list[int]:
        """Return the numbers of the items that a tag or a number means."""
        word = _single(tag)
        if word == "current":
            return [number for number in self.current if number in self.items]
        return [number for number, item in self.items.items() if word in ("all", str(number), *item.tags)]

    def do_find(self, how: str, *words: Any) -> tuple[int, ...]:
        if how in ("all", "withtag"):
            return tuple(self.found(words[0] if words else "all"))
        if how != "closest":
            raise ValueError(how)
        x, y = float(words[0]), float(words[1])
        return tuple(sorted(self.items, key=lambda number: (self.items[number].distance(x, y), -number))[:1])

    def do_coords(self, tag: Any, *words: Any) -> Any:
        items = [self.items[number] for number in self.found(tag)]
        for item in items if words else ():
            item.coords = self.numbers(words)
        return tuple(items[0].coords) if items and not words else ()

    def do_bbox(self, tag: Any) -> Any:
        boxes = [self.items[number].box for number in self.found(tag)]
        return tuple(map(int, boxes[0])) if len(boxes) == 1 else self.tk.unknown(self.name, "bbox")

    def do_itemconfigure(self, tag: Any, *words: Any) -> Any:
        for number in self.found(tag):
            self.items[number].options |= (options := options_of(words))
            self.drawn(options)

    def do_itemcget(self, tag: Any, name: str) -> Any:
        tagged = self.found(tag)
        return self.items[tagged[0]].options.get(name[1:], "") if tagged else ""

    def do_delete(self, *tags: Any) -> None:
        for number in [number for tag in tags for number in self.found(tag)]:
            self.items.pop(number, None)

    def do_gettags(self, tag: Any) -> tuple[str, ...]:
        return next((self.items[number].tags for number in self.found(tag)), ())

    def do_raise(self, tag: Any, above: Any = None) -> None:
        self.items |= {number: self.items.pop(number) for number in self.found(tag)}

    def do_bind(self, tag: Any, *words: Any) -> Any:
        word = _single(tag)
        item = self.items.get(int(word)) if word.isdigit() else None
        bindings = self.of_item_tags.setdefault(word, Bindings()) if item is None else item.bindings
        return bindings.bind(*words)

    def do_xview(self, how: str, fraction: Any, axis: int = 0) -> None:
        ends = self.numbers((self.options.get("scrollregion", ()),))
        if how != "moveto":
            raise ValueError(how)
        if len(ends) == 4:
            self.origin[axis] = int(ends[axis] + float(fraction) * (ends[axis + 2] - ends[axis]))

    def do_yview(self, how: str, fraction: Any) -> None:
        self.do_xview(how, fraction, axis=1)

    def do_canvasx(self, x: Any, spacing: Any = None) -> float:
        return float(x) + self.origin[0]

    def do_canvasy(self, y: Any, spacing: Any = None) -> float:
        return float(y) + self.origin[1]

    # ---- what a person can do

    def pixels(self) -> tuple[int, int]:
        width, height = super().pixels()
        return (width if width > 1 else _SIZE[0]), (height if height > 1 else _SIZE[1])

    def is_surface(self) -> bool:
        of_items = (*self.of_item_tags.values(), *(item.bindings for item in self.items.values()))
        return any(bindings.hear_clicks() for bindings in of_items) or self.hears_clicks()

    @property
    def bindings_around(self) -> list[Bindings]:
        """The bindings of the item under the mouse too."""
        items = [self.items[number] for number in self.current if number in self.items]
        tags = [tag for item in items for tag in ("all", *item.tags) if tag in self.of_item_tags]
        inner = [*(item.bindings for item in items), *(self.of_item_tags[tag] for tag in tags)]
        return [*inner, *super().bindings_around]

    def click_at(self, x: int, y: int) -> bool:
        at = self.do_canvasx(x), self.do_canvasy(y)
        self.current = [number for number, item in self.items.items() if item.distance(*at) == 0.0][-1:]
        return super().click_at(x, y)

    def choices(self) -> Iterator[Choice]:
        """Yield the canvas as a cell, with what is drawn on it."""
        if self.is_surface():
            drawn = (str(item.options.get("text", item.kind)) for item in self.items.values())
            yield Choice(" ".join(drawn), self.press, is_cell=True)
