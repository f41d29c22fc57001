"""The modules of pygame."""

from types import ModuleType, SimpleNamespace
from typing import Any

from noughts.programs.loading.kit_names import KEY_NAMES, PYGAME_CONSTANTS
from noughts.programs.loading.stand_ins import StandInModule
from noughts.programs.playing.person import Person
from noughts.programs.playing.windows.pygame_kit import events, sprites, surfaces
from noughts.programs.playing.windows.pygame_kit.rect import Rect

_SCREEN = (1920, 1080)


def pygame_modules(person: Person) -> dict[str, ModuleType]:
    """Return the modules by their names; their window is in front of a person."""
    desk = events.Desk(person)
    parts: dict[str, dict[str, Any]] = {
        "display": _display(desk),
        "event": _event(desk),
        "mouse": {"get_pos": desk.get_pos, "get_pressed": desk.get_pressed, "get_rel": lambda: (0, 0)},
        "key": {"get_pressed": lambda: desk.keys, "name": _key_name, "get_mods": lambda: 0, "key_code": KEY_NAMES.get},
        "time": _time(desk),
        "draw": _draw(),
        "font": {"Font": surfaces.Font, "SysFont": surfaces.Font, "get_init": lambda: True},
        "freetype": {"Font": surfaces.FreeFont, "SysFont": surfaces.FreeFont},
        "image": {"load": surfaces.image},
        "transform": _transform(),
        "sprite": _sprite(),
        "rect": {"Rect": Rect, "FRect": Rect},
        "locals": {**PYGAME_CONSTANTS, "Rect": Rect},
    }
    below = {name: _module(f"pygame.{name}", names) for name, names in parts.items()}
    top = {**PYGAME_CONSTANTS, **below, "Rect": Rect, "FRect": Rect, "Surface": surfaces.Surface}
    top |= {"error": events.PygameError, "init": lambda: (5, 0), "get_init": lambda: desk.is_open}
    top |= {"quit": _closer(desk), "vernum": (2, 5, 0), "ver": "2.5.0"}
    return {"pygame": _module("pygame", top)} | {f"pygame.{name}": module for name, module in below.items()}


def _module(name: str, names: dict[str, Any]) -> ModuleType:
    module = StandInModule(name)
    vars(module).update(names)
    return module


def _closer(desk: events.Desk) -> Any:
    def close() -> None:
        desk.is_open = False

    return close


def _display(desk: events.Desk) -> dict[str, Any]:
    def set_mode(size: Any = (0, 0), *arguments: Any, **named: Any) -> surfaces.Surface:
        desk.is_open = True
        desk.display = surfaces.Surface(size if size and size[0] else _SCREEN)
        desk.display.seen = desk.seen
        return desk.display

    def set_caption(title: Any, *arguments: Any) -> None:
        desk.title = str(title)

    information = SimpleNamespace(current_w=_SCREEN[0], current_h=_SCREEN[1])
    return {
        **{"set_mode": set_mode, "set_caption": set_caption, "get_surface": lambda: desk.display},
        **{"Info": lambda: information, "get_caption": lambda: (desk.title, desk.title), "quit": _closer(desk)},
        **{"get_init": lambda: desk.is_open, "get_desktop_sizes": lambda: [_SCREEN]},
        **{"get_window_size": lambda: _SCREEN if desk.display is None else desk.display.get_size()},
    }


def _time(desk: events.Desk) -> dict[str, Any]:
    return {
        **{"Clock": events.Clock, "get_ticks": lambda: desk.now, "set_timer": desk.set_timer},
        **{"wait": desk.sleep, "delay": desk.sleep},
    }


def _event(desk: events.Desk) -> dict[str, Any]:
    named = {name: getattr(desk, name) for name in ("get", "poll", "wait", "pump", "post", "clear", "peek")}
    return {**named, "Event": events.Event, "EventType": events.Event}


def _key_name(key: int, *arguments: Any) -> str:
    """Return the name of a key by its number."""
    return next((name for name, number in KEY_NAMES.items() if number == key), "")


def _draw() -> dict[str, Any]:
    points = ("line", "aaline", "lines", "aalines", "polygon")
    rects = {"rect": events.drawn_rect, "ellipse": events.drawn_rect, "arc": events.drawn_rect}
    return {**dict.fromkeys(points, events.drawn_points), **rects, "circle": events.drawn_circle}


def _transform() -> dict[str, Any]:
    sized = dict.fromkeys(("scale", "smoothscale"), surfaces.scaled)
    return {**sized, **dict.fromkeys(("rotate", "flip", "rotozoom", "scale2x", "scale_by"), surfaces.turned)}


def _sprite() -> dict[str, Any]:
    groups = dict.fromkeys(("Group", "RenderPlain", "RenderUpdates", "LayeredUpdates", "OrderedUpdates"), sprites.Group)
    return {"Sprite": sprites.Sprite, "DirtySprite": sprites.Sprite, **groups, "GroupSingle": sprites.GroupSingle}
