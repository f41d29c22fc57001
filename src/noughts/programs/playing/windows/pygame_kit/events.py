"""Events, the mouse, the keys and the clock: the program waits for its person where it has polled for nothing."""

import sys
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from functools import cache
from types import CodeType, FrameType
from typing import Any

from noughts.programs.loading.kit_names import KEY_NAMES, PYGAME_CONSTANTS
from noughts.programs.playing.acts import Button, Clicked, Keyed, Offer, PressedButton
from noughts.programs.playing.person import Person
from noughts.programs.playing.windows.pygame_kit.rect import Rect
from noughts.programs.playing.windows.pygame_kit.surfaces import Surface

_QUIET = 5  # polls at one line for nothing, after the last act; the computer may move some frames later
_FRAME = 500  # milliseconds that pass at a poll for nothing: a pause before the computer moves is over in some frames
_HELD = 3  # polls while a button is held down, where the line that saw it go down does not poll again
_MOUSE_POLLS = 50  # with no poll for events between: the program looks at the mouse alone
_SIZE = (640, 480)

Site = tuple[CodeType, int]  # a line of the program


class PygameError(Exception):
    """What pygame raises."""


class Event:
    """An event of pygame, with its attributes."""

    def __init__(self, type: Any, dict: Any = None, **values: Any) -> None:
        self.type = type
        vars(self).update(dict or {}, **values)

    @property
    def dict(self) -> dict[str, Any]:
        """Its attributes."""
        return {name: value for name, value in vars(self).items() if name != "type"}


def event(name: str, **values: Any) -> Event:
    """Return an event by the name of its kind."""
    return Event(PYGAME_CONSTANTS[name], **values)


class Keys(dict[int, bool]):
    """Which keys are held down."""

    def __missing__(self, key: object) -> bool:
        return False


class Desk:
    """The window, the mouse and the keyboard of a program, and the person at them."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.display: Surface | None = None
        self.is_open = True
        self.title = ""
        self.now = 0  # milliseconds
        self.at = (0, 0)
        self.buttons = [False, False, False]
        self.keys = Keys()
        self._waiting: deque[Event] = deque()  # taken by nobody yet
        self._ups: list[Event] = []  # what follows an act: the button or the key goes up
        self._down_at: Site | None = None
        self._polls: Counter[Site] = Counter()  # for nothing, since the last act, at each line
        self._held = self._mouse_polls = 0
        self._shown: set[str] = set()
        self._timers: dict[int, tuple[int, int, Event]] = {}  # by kind: when it is due, how often, what comes

    # ---- what the program calls

    def get(self, eventtype: Any = None, pump: Any = True, exclude: Any = None) -> list[Event]:
        """Return all events that wait, or those of some kinds."""
        self._poll(_site())
        kinds = _kinds(eventtype)
        taken = [one for one in self._waiting if kinds is None or one.type in kinds]
        self._waiting = deque(one for one in self._waiting if one not in taken)
        return [one for one in taken if one.type not in (_kinds(exclude) or ())]

    def poll(self) -> Event:
        """Return the next event; one that says so where there is none."""
        self._poll(_site())
        return self._waiting.popleft() if self._waiting else event("NOEVENT")

    def wait(self, timeout: int = 0) -> Event:
        """Return the next event, waiting for it."""
        site = _site()
        while not self._waiting and not timeout:
            self._poll(site)
        return self.poll() if timeout else self._waiting.popleft()

    def pump(self) -> None:
        """Let events come."""
        self._poll(_site())

    def post(self, one: Event) -> bool:
        """Let an event of the program's own come."""
        self._waiting.append(one)
        return True

    def clear(self, *kinds: Any) -> None:
        """Forget what waits."""
        self._waiting.clear()

    def peek(self, eventtype: Any = None) -> bool:
        """Return whether an event waits."""
        kinds = _kinds(eventtype)
        return any(kinds is None or one.type in kinds for one in self._waiting)

    def get_pressed(self, num_buttons: int = 3) -> tuple[bool, ...]:
        """Return which buttons of the mouse are held down."""
        self._look_at_the_mouse(_site())
        return tuple([*self.buttons, False, False][:num_buttons])

    def get_pos(self) -> tuple[int, int]:
        """Return where the mouse is."""
        self._look_at_the_mouse(_site())
        return self.at

    def set_timer(self, kind: Any, millis: int = 0, loops: int = 0) -> None:
        """Let an event come again and again, or stop it."""
        one = kind if isinstance(kind, Event) else Event(kind)
        self._timers.pop(one.type, None)
        if millis > 0:
            self._timers[one.type] = (self.now + millis, loops or -1, one)

    def sleep(self, milliseconds: int = 0) -> int:
        """Let time pass; return how much."""
        self.now += milliseconds
        return milliseconds

    def seen(self, text: str) -> None:
        """Take note of a text in the window."""
        if text not in self._shown:
            self._shown.add(text)
            self.person.show(text)

    # ---- how the person acts

    def _poll(self, site: Site) -> None:
        """Let what is due come in; after some polls for nothing the person acts."""
        if not self.is_open:
            raise PygameError("video system not initialized")
        self._mouse_polls = 0
        self._come(site)

    def _look_at_the_mouse(self, site: Site) -> None:
        self._mouse_polls += 1
        if self._mouse_polls > _MOUSE_POLLS:
            self._come(site)

    def _come(self, site: Site) -> None:
        if self._waiting:
            return
        if self._ups:
            self._held += 1
            if site == self._down_at or self._held >= _HELD:
                self._take(self._ups)
                self._ups = []
            return
        self._timers_come()
        self._polls[site] += 1
        if self._polls[site] >= _QUIET:
            self._act(site)
        self.now += _FRAME

    def _timers_come(self) -> None:
        for kind, (due, left, one) in list(self._timers.items()):
            if due <= self.now:
                self._waiting.append(one)
                self._timers[kind] = (due + _FRAME, left - 1, one)
                if left == 1:
                    del self._timers[kind]

    def _take(self, events: Iterable[Event]) -> None:
        """Let events wait; the mouse and the keys are as they are after them."""
        for one in events:
            self._waiting.append(one)
            kind = one.type
            if kind in (PYGAME_CONSTANTS["MOUSEBUTTONDOWN"], PYGAME_CONSTANTS["MOUSEBUTTONUP"]):
                self.buttons[0] = kind == PYGAME_CONSTANTS["MOUSEBUTTONDOWN"]
            elif kind in (PYGAME_CONSTANTS["KEYDOWN"], PYGAME_CONSTANTS["KEYUP"]):
                self.keys[vars(one)["key"]] = kind == PYGAME_CONSTANTS["KEYDOWN"]

    def _act(self, site: Site) -> None:
        """Ask the person once, and let what they do come in."""
        texts = {} if self.display is None else self.display.texts
        words = [text for text in texts if len(text) > 1]
        size = _SIZE if self.display is None else self.display.get_size()
        question = "\n".join(filter(None, (self.title, *texts)))
        self._shown = {*texts}
        offer = Offer(question, tuple(map(Button, words)), size, tuple(_keys_of(sys._getframe())))
        match self.person.ask(offer):
            case Clicked(x, y):
                self._click((x, y))
            case PressedButton(number) if number < len(words):
                self._click(texts[words[number]])
            case Keyed(name) if name in KEY_NAMES:
                self._press(name)
        self._polls.clear()
        self._down_at, self._held = site, 0

    def _click(self, at: tuple[int, int]) -> None:
        rel, self.at = (at[0] - self.at[0], at[1] - self.at[1]), at
        moved = event("MOUSEMOTION", pos=at, rel=rel, buttons=(0, 0, 0))
        self._take([moved, event("MOUSEBUTTONDOWN", pos=at, button=1, touch=False)])
        self._ups = [event("MOUSEBUTTONUP", pos=at, button=1, touch=False)]

    def _press(self, name: str) -> None:
        char = {"space": " ", "return": "\r"}.get(name, name if len(name) == 1 else "")
        values = {"key": KEY_NAMES[name], "unicode": char, "mod": 0, "scancode": 0}
        self._take([event("KEYDOWN", **values)])
        self._ups = [event("KEYUP", **values)]


def _kinds(eventtype: Any) -> tuple[Any, ...] | None:
    if eventtype is None:
        return None
    return tuple(eventtype) if isinstance(eventtype, Iterable) else (eventtype,)


def _site() -> Site:
    """Return the line of the program that calls a function of this file."""
    frame = sys._getframe(2)
    return frame.f_code, frame.f_lineno


def _keys_of(frame: FrameType | None) -> Iterator[str]:
    """Yield the keys that the code names which is running now."""
    named: dict[str, None] = {}
    while frame is not None:
        named |= dict.fromkeys(_names_in(frame.f_code))
        frame = frame.f_back
    keys = [name.removeprefix("K_").lower() for name in named if name.startswith("K_")]
    yield from (key for key in keys if key in KEY_NAMES)
    if "unicode" in named:
        yield from map(str, range(10))
    elif not keys and not named.keys().isdisjoint(("KEYDOWN", "KEYUP")):
        yield from ("space", "return")  # any key will do


@cache
def _names_in(code: CodeType) -> tuple[str, ...]:
    """Return the names that a code and the functions in it use."""
    inner = (name for const in code.co_consts if isinstance(const, CodeType) for name in _names_in(const))
    return (*code.co_names, *inner)


class Clock:
    """A clock of frames: no frame takes time, as far as the program waits for it."""

    def tick(self, *arguments: Any) -> int:
        """Return the length of a frame in milliseconds."""
        return _FRAME

    tick_busy_loop = get_time = get_rawtime = tick

    def get_fps(self) -> float:
        """Return the number of frames in a second."""
        return 1000 / _FRAME


def drawn_rect(surface: Any, color: Any, rect: Any, *arguments: Any, **named: Any) -> Rect:
    """Return the rectangle that is drawn; one that is filled hides texts."""
    is_filled = not (arguments[0] if arguments else named.get("width", 0))
    if is_filled and isinstance(surface, Surface):
        surface.fill(color, rect)
    return Rect(rect)


def drawn_circle(surface: Any, color: Any, center: Any, radius: Any, *arguments: Any, **named: Any) -> Rect:
    """Return the rectangle round a circle that is drawn."""
    return Rect(center[0] - radius, center[1] - radius, 2 * radius, 2 * radius)


def drawn_points(surface: Any, color: Any, *points: Any, **named: Any) -> Rect:
    """Return the rectangle round a line or a polygon that is drawn."""
    pairs: list[Any] = [point for point in points if isinstance(point, Iterable)]
    pairs = [*pairs[0]] if pairs and not isinstance(next(iter(pairs[0])), int | float) else pairs
    xs, ys = [pair[0] for pair in pairs] or [0], [pair[1] for pair in pairs] or [0]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
