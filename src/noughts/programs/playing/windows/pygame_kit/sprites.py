"""Sprites and groups of them, with the methods that they have in pygame."""

from collections.abc import Iterable, Iterator
from typing import Any


class Sprite:
    """A thing with a picture and a rectangle."""

    image: Any
    rect: Any

    def __init__(self, *groups: Any) -> None:
        self._groups: list[Group] = []
        self.add(*groups)

    def add(self, *groups: Any) -> None:
        for group in groups:
            group.add(self)

    def kill(self) -> None:
        for group in list(self._groups):
            group.remove(self)

    def alive(self) -> bool:
        return bool(self._groups)

    def groups(self) -> list["Group"]:
        return list(self._groups)

    def update(self, *arguments: Any, **named: Any) -> None:
        """Do nothing."""


class Group:
    """Sprites that are drawn together."""

    def __init__(self, *sprites: Any) -> None:
        self._sprites: dict[Any, None] = {}
        self.add(*sprites)

    def add(self, *sprites: Any) -> None:
        for sprite in _flat(sprites):
            self._sprites[sprite] = None
            sprite._groups.append(self)

    def remove(self, *sprites: Any) -> None:
        for sprite in _flat(sprites):
            if sprite in self._sprites:
                del self._sprites[sprite]
                sprite._groups.remove(self)

    def empty(self) -> None:
        self.remove(*self.sprites())

    def sprites(self) -> list[Any]:
        return list(self._sprites)

    def update(self, *arguments: Any, **named: Any) -> None:
        for sprite in self.sprites():
            sprite.update(*arguments, **named)

    def draw(self, surface: Any, *arguments: Any) -> None:
        for sprite in self.sprites():
            surface.blit(sprite.image, sprite.rect)

    def has(self, *sprites: Any) -> bool:
        return all(sprite in self._sprites for sprite in _flat(sprites))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.sprites())

    def __len__(self) -> int:
        return len(self._sprites)

    def __contains__(self, sprite: object) -> bool:
        return sprite in self._sprites


class GroupSingle(Group):
    """A group of one sprite."""

    def add(self, *sprites: Any) -> None:
        for sprite in _flat(sprites):
            self.empty()
            super().add(sprite)

    @property
    def sprite(self) -> Any:
        return next(iter(self), None)


def _flat(sprites: Iterable[Any]) -> Iterator[Any]:
    for sprite in sprites:
        if isinstance(sprite, Iterable):
            yield from _flat(sprite)
        else:
            yield sprite
