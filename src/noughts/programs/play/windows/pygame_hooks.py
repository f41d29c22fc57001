"""pygame itself, without a display: its events, mouse, keys, clocks, fonts and sounds lead to a person.

The program waits for its person where it has polled for nothing. Texts are known by their places on surfaces.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from types import CodeType, FrameType
from typing import Any

from noughts.programs.load.stand_ins import StandIn
from noughts.programs.play.stage import Button, Clicked, Keyed, Offer, Person, PressedButton

_QUIET = 5  # polls at one line for nothing, after the last act; the computer may move some frames later
_FRAME = 500  # milliseconds that pass at a poll for nothing: a pause before the computer moves is over in some frames
_HELD = 3  # polls while a button is held down, where the line that saw it go down does not poll again
_MOUSE_POLLS = 50  # with no poll for events between: the program looks at the mouse alone
_IMAGE = (100, 100)  # pixels: of a picture that is not there
_SIZE = (640, 480)

Site = tuple[CodeType, int]  # a line of the program


def without_display() -> None:
    """Let pygame draw without a display, and play no sound."""
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")


def install(pygame: Any, person: Person) -> None:
    """Let pygame, which has just been imported, lead to a person."""
    desk = Desk(pygame, person)
    vars(pygame.display).update(
        set_mode=desk.set_mode, get_surface=lambda: desk.screen, update=desk.flip, flip=desk.flip
    )
    vars(pygame.event).update(get=desk.get, poll=desk.poll, wait=desk.wait, pump=desk.pump)
    vars(pygame.mouse).update(get_pos=desk.get_pos, get_pressed=desk.buttons_pressed, set_cursor=lambda *cursor: None)
    vars(pygame.time).update(get_ticks=lambda: desk.now, wait=desk.sleep, delay=desk.sleep, Clock=Clock)
    vars(pygame.image).update(load=desk.load)
    pygame.Surface = pygame.surface.Surface = _surface_class(pygame)
    _replace_fonts(pygame)
    for name in ("mixer", "joystick"):
        silence: Any = Silence(f"pygame.{name}")
        vars(pygame)[name] = sys.modules[f"pygame.{name}"] = silence


class Silence(StandIn):
    """A part whose thread a copy of the process would not have: no sound is played, and none lasts."""

    def _value(self) -> int:
        return 0


class Clock:
    """A clock of frames: no frame takes time, as far as the program waits for it."""

    def tick(self, *arguments: Any) -> int:
        return _FRAME

    tick_busy_loop = get_time = get_rawtime = tick


class Desk:
    """The window, the mouse and the keyboard of a program, and the person at them.

    Public methods stand in for functions of pygame, and do what its manual says.
    """

    def __init__(self, pygame: Any, person: Person) -> None:
        self._pygame, self.person = pygame, person
        self._real = {name: getattr(pygame.event, name) for name in ("get", "poll", "peek", "pump", "post")}
        self._set_mode, self._load = pygame.display.set_mode, pygame.image.load
        self.screen: Any = None
        self.now = 0  # milliseconds
        self.at = (0, 0)
        self.is_down = False
        self._ups: list[Any] = []  # what follows an act: the button or the key goes up
        self._down_at: Site | None = None
        self._polls: Counter[Site] = Counter()  # for nothing, since the last act, at each line
        self._held_polls = self._mouse_polls = 0
        self._shown: set[str] = set()

    # ---- what the program calls

    def get(self, *arguments: Any, **named: Any) -> Any:
        self._poll(_site())
        return self._real["get"](*arguments, **named)

    def poll(self) -> Any:
        self._poll(_site())
        return self._real["poll"]()

    def pump(self) -> None:
        self._poll(_site())

    def wait(self, timeout: int = 0) -> Any:
        site = _site()
        self._poll(site)
        while not timeout and not self._real["peek"]():
            self._poll(site)
        return self._real["poll"]()

    def get_pos(self) -> tuple[int, int]:
        self._look_at_the_mouse(_site())
        return self.at

    def buttons_pressed(self, num_buttons: int = 3, **named: Any) -> tuple[bool, ...]:
        self._look_at_the_mouse(_site())
        return (self.is_down, False, False, False, False)[:num_buttons]

    def set_mode(self, size: Any = (0, 0), *arguments: Any, **named: Any) -> Any:
        self.screen = self._pygame.Surface(self._set_mode(size).get_size())
        self.screen.desk = self
        return self.screen

    def flip(self, *arguments: Any) -> None:
        self.person.glance()

    def load(self, *arguments: Any) -> Any:
        """Return a picture; a plain one where its file is not there."""
        try:
            return self._load(*arguments)
        except FileNotFoundError:
            return self._pygame.Surface(_IMAGE)

    def sleep(self, milliseconds: int = 0) -> int:
        self.now += int(milliseconds)
        self.person.glance()
        return int(milliseconds)

    def seen(self, text: str) -> None:
        """Take note of a text in the window."""
        if text not in self._shown:
            self._shown.add(text)
            self.person.show(text)

    # ---- how the person acts

    def _poll(self, site: Site) -> None:
        """Let what is due come in; after some polls for nothing the person acts."""
        self._real["pump"]()  # raises where no window is open
        self._mouse_polls = 0
        self._come(site)

    def _look_at_the_mouse(self, site: Site) -> None:
        self._mouse_polls += 1
        if self._mouse_polls > _MOUSE_POLLS:
            self._come(site)

    def _come(self, site: Site) -> None:
        if self._real["peek"]() and not self._mouse_polls:
            return
        if self._ups:
            self._held_polls += 1
            if site == self._down_at or self._held_polls >= _HELD:
                self.is_down = False
                self._post(*self._ups)
                self._ups = []
            return
        self._polls[site] += 1
        if self._polls[site] >= _QUIET:
            self._act(site)
        self.now += _FRAME

    def _post(self, *events: Any) -> None:
        for event in events:
            self._real["post"](event)

    def _act(self, site: Site) -> None:
        """Ask the person once, and let what they do come in."""
        texts = {} if self.screen is None else self.screen.texts
        words = [text for text in texts if len(text) > 1]
        size = _SIZE if self.screen is None else self.screen.get_size()
        title = self._pygame.display.get_caption()
        question = "\n".join(filter(None, (title[0] if title and title[0] != "pygame window" else "", *texts)))
        self._shown = {*texts}
        offer = Offer(question, tuple(map(Button, words)), size, tuple(self._keys_of(sys._getframe())))
        match self.person.ask(offer):
            case Clicked(x, y):
                self._click((x, y))
            case PressedButton(number) if number < len(words):
                self._click(texts[words[number]])
            case Keyed(name) if self._key(name) is not None:
                self._press(name)
        self._polls.clear()
        self._down_at, self._held_polls = site, 0

    def _click(self, at: tuple[int, int]) -> None:
        rel, self.at, self.is_down = (at[0] - self.at[0], at[1] - self.at[1]), at, True
        new, pressed = self._pygame.event.Event, {"pos": at, "button": 1, "touch": False}
        moved = new(self._pygame.MOUSEMOTION, pos=at, rel=rel, buttons=(0, 0, 0), touch=False)
        self._post(moved, new(self._pygame.MOUSEBUTTONDOWN, pressed))
        self._ups = [new(self._pygame.MOUSEBUTTONUP, pressed)]

    def _press(self, name: str) -> None:
        char = {"space": " ", "return": "\r"}.get(name, name if len(name) == 1 else "")
        values = {"key": self._key(name), "unicode": char, "mod": 0, "scancode": 0}
        self._post(self._pygame.event.Event(self._pygame.KEYDOWN, values))
        self._ups = [self._pygame.event.Event(self._pygame.KEYUP, values)]

    def _key(self, name: str) -> Any:
        return getattr(self._pygame, f"K_{name}", None) or getattr(self._pygame, f"K_{name.upper()}", None)

    def _keys_of(self, frame: FrameType | None) -> Iterator[str]:
        """Yield the keys that the code names which is running now."""
        named: dict[str, None] = {}
        while frame is not None:
            named |= dict.fromkeys(_names_in(frame.f_code))
            frame = frame.f_back
        keys = [name.removeprefix("K_").lower() for name in named if name.startswith("K_")]
        yield from (key for key in keys if self._key(key) is not None)
        if "unicode" in named:
            yield from map(str, range(10))
        elif not keys and not named.keys().isdisjoint(("KEYDOWN", "KEYUP")):
            yield from ("space", "return")  # any key will do


def _site() -> Site:
    """Return the line of the program that calls a function of this file."""
    frame = sys._getframe(2)
    return frame.f_code, frame.f_lineno


@cache
def _names_in(code: CodeType) -> tuple[str, ...]:
    inner = (name for const in code.co_consts if isinstance(const, CodeType) for name in _names_in(const))
    return (*code.co_names, *inner)


def _surface_class(pygame: Any) -> type:
    """Return surfaces that know the middles of the texts on them; the window's show them to the person."""
    draw_rect = pygame.draw.rect

    class Surface(pygame.Surface):  # type: ignore[misc]
        texts: Mapping[str, tuple[int, int]] = {}
        desk: Desk | None = None

        def blit(self, source: Any, dest: Any = (0, 0), *arguments: Any, **named: Any) -> Any:
            area = super().blit(source, dest, *arguments, **named)
            self.hide(area)
            left, top = dest.topleft if hasattr(dest, "topleft") else dest[:2]
            for text, (x, y) in getattr(source, "texts", {}).items():
                self.texts = {**self.texts, text: (int(left) + x, int(top) + y)}
                if self.desk is not None:
                    self.desk.seen(text)
            return area

        def blits(self, sequence: Any, doreturn: Any = 1) -> Any:
            return [self.blit(*entry) for entry in sequence]

        fblits = blits

        def fill(self, *arguments: Any, **named: Any) -> Any:
            area = super().fill(*arguments, **named)
            self.hide(area)
            return area

        def hide(self, area: Any) -> None:
            self.texts = {text: at for text, at in self.texts.items() if not area.collidepoint(at)}

        def copy(self) -> Any:
            return self.written_on(super().copy())

        def convert(self, *arguments: Any) -> Any:
            return self.written_on(super().convert(*arguments))

        def convert_alpha(self, *arguments: Any) -> Any:
            return self.written_on(super().convert_alpha(*arguments))

        def written_on(self, other: Any) -> Any:
            other.texts = self.texts
            return other

    def rect(surface: Any, color: Any, area: Any, width: int = 0, *arguments: Any, **named: Any) -> Any:
        drawn = draw_rect(surface, color, area, width, *arguments, **named)
        if width == 0 and isinstance(surface, Surface):
            surface.hide(drawn)
        return drawn

    pygame.draw.rect = rect
    return Surface


def _replace_fonts(pygame: Any) -> None:
    """Let fonts know what they write. Only the default one is there: to find others a program would be started."""

    class Font(pygame.font.Font):  # type: ignore[misc]
        def __init__(self, name: Any = None, size: Any = 20, *arguments: Any, **named: Any) -> None:
            super().__init__(None, int(size))

        def render(self, text: Any, *arguments: Any, **named: Any) -> Any:
            written = super().render(text, *arguments, **named)
            surface = pygame.Surface(written.get_size(), pygame.SRCALPHA)
            surface.blit(written, (0, 0))
            if str(text).strip():
                surface.texts = {str(text): surface.get_rect().center}
            return surface

    def system_font(name: Any, size: Any, bold: Any = False, italic: Any = False, constructor: Any = None) -> Any:
        return Font(None, size) if constructor is None else constructor(None, size, bold, italic)

    for module in (pygame.font, pygame.sysfont):
        vars(module).update(SysFont=system_font, get_fonts=list)
    pygame.font.Font = Font
