"""Rectangles of whole pixels, with the methods that they have in pygame."""

from collections.abc import Iterable, Iterator
from typing import Any

_POINTS = {
    **{"topleft": (0, 0), "midtop": (1, 0), "topright": (2, 0), "midleft": (0, 1), "center": (1, 1)},
    **{"midright": (2, 1), "bottomleft": (0, 2), "midbottom": (1, 2), "bottomright": (2, 2)},
}  # how many halves of the width and the height they are from the top left corner
_SIDES = {"left": (0, 0), "centerx": (0, 1), "right": (0, 2), "top": (1, 0), "centery": (1, 1), "bottom": (1, 2)}
_NAMES = {"x": 0, "y": 1, "w": 2, "h": 3, "width": 2, "height": 3}


class Rect:
    """A rectangle: x, y, width, height, and all points and sides that pygame names."""

    def __init__(self, *values: Any) -> None:
        if len(values) == 1:
            values = tuple(getattr(values[0], "rect", values[0]))
        flat = [int(part) for value in values for part in (value if isinstance(value, Iterable) else (value,))]
        vars(self)["_four"] = [*flat, 0, 0, 0, 0][:4]

    def __getattr__(self, name: str) -> Any:
        four = vars(self)["_four"]
        if name in _NAMES:
            return four[_NAMES[name]]
        if name in _SIDES:
            axis, halves = _SIDES[name]
            return four[axis] + halves * four[axis + 2] // 2
        if name in _POINTS:
            return tuple(four[axis] + halves * four[axis + 2] // 2 for axis, halves in enumerate(_POINTS[name]))
        if name == "size":
            return tuple(four[2:])
        raise AttributeError(name)

    def __setattr__(self, name: str, value: Any) -> None:
        four = vars(self)["_four"]
        if name in _NAMES:
            four[_NAMES[name]] = int(value)
        elif name in _SIDES:
            axis, halves = _SIDES[name]
            four[axis] = int(value) - halves * four[axis + 2] // 2
        elif name in _POINTS:
            for axis, halves in enumerate(_POINTS[name]):
                four[axis] = int(value[axis]) - halves * four[axis + 2] // 2
        elif name == "size":
            four[2:] = map(int, value)
        else:
            raise AttributeError(name)

    def __iter__(self) -> Iterator[int]:
        return iter(vars(self)["_four"])

    def __len__(self) -> int:
        return 4

    def __getitem__(self, at: Any) -> Any:
        return vars(self)["_four"][at]

    def __setitem__(self, at: int, value: Any) -> None:
        vars(self)["_four"][at] = int(value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Iterable) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment] # as in pygame

    def __repr__(self) -> str:
        return f"Rect({', '.join(map(str, self))})"

    def __bool__(self) -> bool:
        return bool(self[2] and self[3])

    def collidepoint(self, *point: Any) -> bool:
        x, y = point[0] if len(point) == 1 else point
        return bool(self[0] <= x < self[0] + self[2] and self[1] <= y < self[1] + self[3])

    def colliderect(self, *other: Any) -> bool:
        x, y, width, height = Rect(*other)
        return bool(self[0] < x + width and x < self[0] + self[2] and self[1] < y + height and y < self[1] + self[3])

    def contains(self, *other: Any) -> bool:
        inner = Rect(*other)
        return bool(self.left <= inner.left and inner.right <= self.right) and bool(
            self.top <= inner.top and inner.bottom <= self.bottom
        )

    def collidelist(self, rects: Iterable[Any]) -> int:
        return next((number for number, rect in enumerate(rects) if self.colliderect(rect)), -1)

    def copy(self) -> "Rect":
        return Rect(*self)

    def move(self, *by: Any) -> "Rect":
        x, y = by[0] if len(by) == 1 else by
        return Rect(self[0] + x, self[1] + y, self[2], self[3])

    def inflate(self, *by: Any) -> "Rect":
        width, height = by[0] if len(by) == 1 else by
        return Rect(self[0] - width // 2, self[1] - height // 2, self[2] + width, self[3] + height)

    def clamp(self, *other: Any) -> "Rect":
        x, y, width, height = Rect(*other)
        left = max(x, min(self[0], x + width - self[2]))
        return Rect(left, max(y, min(self[1], y + height - self[3])), self[2], self[3])

    def union(self, *other: Any) -> "Rect":
        second = Rect(*other)
        left, top = min(self.left, second.left), min(self.top, second.top)
        return Rect(left, top, max(self.right, second.right) - left, max(self.bottom, second.bottom) - top)

    def update(self, *values: Any) -> None:
        vars(self)["_four"][:] = [*Rect(*values)]

    def move_ip(self, *by: Any) -> None:
        self.update(self.move(*by))

    def inflate_ip(self, *by: Any) -> None:
        self.update(self.inflate(*by))

    def clamp_ip(self, *other: Any) -> None:
        self.update(self.clamp(*other))
