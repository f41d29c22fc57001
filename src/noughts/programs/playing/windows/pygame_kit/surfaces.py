"""Surfaces and fonts: what is drawn is forgotten, texts are known by their places."""

from collections.abc import Callable
from typing import Any

from noughts.programs.loading.stand_ins import StandIn
from noughts.programs.playing.windows.pygame_kit.rect import Rect

_IMAGE = (100, 100)  # pixels: of a picture, which is not read
Point = tuple[int, int]


class Surface:
    """A picture of some size, and the middles of the texts on it."""

    def __init__(self, size: Any = (0, 0), *arguments: Any, **named: Any) -> None:
        self._size = int(size[0]), int(size[1])
        self.texts: dict[str, Point] = {}
        self.seen: Callable[[str], None] = lambda text: None  # called with each text that is put on it

    def get_rect(self, **places: Any) -> Rect:
        """Return its rectangle, moved to a place."""
        rect = Rect(0, 0, *self._size)
        for name, value in places.items():
            setattr(rect, name, value)
        return rect

    def get_size(self) -> Point:
        """Return its width and height."""
        return self._size

    def get_width(self) -> int:
        """Return its width."""
        return self._size[0]

    def get_height(self) -> int:
        """Return its height."""
        return self._size[1]

    def fill(self, color: Any = None, rect: Any = None, *arguments: Any) -> Rect:
        """Fill it, or a rectangle of it: the texts there are gone."""
        area = self.get_rect() if rect is None else Rect(rect)
        self.texts = {text: at for text, at in self.texts.items() if not area.collidepoint(at)}
        return area

    def blit(self, source: Any, dest: Any = (0, 0), *arguments: Any, **named: Any) -> Rect:
        """Put another one on it; return where."""
        texts, (width, height) = getattr(source, "texts", {}), getattr(source, "_size", (0, 0))
        x, y = (int(part) for part in [*dest][:2])
        for text, (left, top) in dict(texts).items():
            self.texts[text] = (x + left, y + top)
            self.seen(text)
        return Rect(x, y, width, height)

    def blits(self, sequence: Any, *arguments: Any) -> list[Rect]:
        """Put others on it; return where."""
        return [self.blit(*pair) for pair in sequence]

    def convert(self, *arguments: Any) -> "Surface":
        """Return itself."""
        return self

    convert_alpha = premul_alpha = convert

    def copy(self) -> "Surface":
        """Return one with the same texts."""
        other = Surface(self._size)
        other.texts = dict(self.texts)
        return other

    def subsurface(self, *rect: Any) -> "Surface":
        """Return a part of it."""
        return Surface(Rect(*rect).size)

    def __getattr__(self, name: str) -> StandIn:
        if name.startswith("_"):
            raise AttributeError(name)
        return StandIn(name)


def image(*arguments: Any) -> Surface:
    """Return a picture, which is not read."""
    return Surface(_IMAGE)


def scaled(surface: Any, size: Any, *arguments: Any) -> Surface:
    """Return a surface of another size."""
    return Surface(size)


def turned(surface: Any, *arguments: Any) -> Any:
    """Return the surface itself."""
    return surface


class Font:
    """A font, whose letters are half as wide as they are high."""

    def __init__(self, name: Any = None, size: Any = 20, *arguments: Any, **named: Any) -> None:
        self._height = int(size)

    def size(self, text: str) -> Point:
        """Return the width and height of a text."""
        return len(str(text)) * self._height // 2, self._height

    def render(self, text: Any, *arguments: Any, **named: Any) -> Surface:
        """Return a surface with a text."""
        surface = Surface(self.size(text))
        if str(text).strip():
            surface.texts[str(text)] = surface.get_rect().center
        return surface

    def get_height(self) -> int:
        """Return the height of a line."""
        return self._height

    get_linesize = get_ascent = get_height

    def __getattr__(self, name: str) -> StandIn:
        if name.startswith("_"):
            raise AttributeError(name)
        return StandIn(name)


class FreeFont(Font):
    """A font of pygame.freetype."""

    def render(self, text: Any, *arguments: Any, **named: Any) -> Any:
        """Return a surface with a text, and its rectangle."""
        surface = super().render(text)
        return surface, surface.get_rect()

    def render_to(self, surface: Any, dest: Any, text: Any, *arguments: Any, **named: Any) -> Rect:
        """Write a text on a surface; return where."""
        return Rect(surface.blit(super().render(text), dest))

    def get_rect(self, text: Any, *arguments: Any, **named: Any) -> Rect:
        """Return the rectangle of a text."""
        return Rect(0, 0, *self.size(text))
