"""Surfaces and fonts, with their methods in pygame: what is drawn is forgotten, texts are known by their places."""

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
        rect = Rect(0, 0, *self._size)
        for name, value in places.items():
            setattr(rect, name, value)
        return rect

    def get_size(self) -> Point:
        return self._size

    def get_width(self) -> int:
        return self._size[0]

    def get_height(self) -> int:
        return self._size[1]

    def fill(self, color: Any = None, rect: Any = None, *arguments: Any) -> Rect:
        area = self.get_rect() if rect is None else Rect(rect)
        self.texts = {text: at for text, at in self.texts.items() if not area.collidepoint(at)}
        return area

    def blit(self, source: Any, dest: Any = (0, 0), *arguments: Any, **named: Any) -> Rect:
        texts, (width, height) = getattr(source, "texts", {}), getattr(source, "_size", (0, 0))
        x, y = (int(part) for part in [*dest][:2])
        self.fill(None, Rect(x, y, width, height))
        for text, (left, top) in dict(texts).items():
            self.texts[text] = (x + left, y + top)
            self.seen(text)
        return Rect(x, y, width, height)

    def blits(self, sequence: Any, *arguments: Any) -> list[Rect]:
        return [self.blit(*pair) for pair in sequence]

    def convert(self, *arguments: Any) -> "Surface":
        return self

    convert_alpha = premul_alpha = convert

    def copy(self) -> "Surface":
        other = Surface(self._size)
        other.texts = dict(self.texts)
        return other

    def subsurface(self, *rect: Any) -> "Surface":
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
        return len(str(text)) * self._height // 2, self._height

    def render(self, text: Any, *arguments: Any, **named: Any) -> Surface:
        surface = Surface(self.size(text))
        if str(text).strip():
            surface.texts[str(text)] = surface.get_rect().center
        return surface

    def get_height(self) -> int:
        return self._height

    get_linesize = get_ascent = get_height

    def __getattr__(self, name: str) -> StandIn:
        if name.startswith("_"):
            raise AttributeError(name)
        return StandIn(name)


class FreeFont(Font):
    """A font of pygame.freetype."""

    def render(self, text: Any, *arguments: Any, **named: Any) -> Any:
        surface = super().render(text)
        return surface, surface.get_rect()

    def render_to(self, surface: Any, dest: Any, text: Any, *arguments: Any, **named: Any) -> Rect:
        return Rect(surface.blit(super().render(text), dest))

    def get_rect(self, text: Any, *arguments: Any, **named: Any) -> Rect:
        return Rect(0, 0, *self.size(text))
