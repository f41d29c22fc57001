"""The event loop of all windows of the false Tk: what is due comes first, then the person acts. What the open windows
show them is a scene: buttons with their places, and where one can click."""

import heapq
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from noughts.programs.play.stage import Button, Clicked, Keyed, Offer, Person, PressedButton, Typed
from noughts.programs.play.windows.tk_widgets import Choice, Entry, Interpreter, Widget, Window

_FAR = 10_000.0  # from the top or the left, for what is at the bottom or on the right
_ALL_KEYS = (*map(str, range(10)), "Up", "Down", "Left", "Right", "Return", "space")  # where all keys are heard

Place = tuple[float, float]  # x and y; only their order counts


class Scene:
    """What can be done in the windows: the choices, the widget whose pixels are clicked, the entries that are empty."""

    def __init__(self, windows: Iterable[Window]) -> None:
        self.widgets = [widget for window in _in_front(windows) for widget in _shown(window)]
        self.blanks = [widget for widget in self.widgets if widget.is_blank()]
        self.surface = _surface([widget for widget in self.widgets if widget.is_surface()])
        chosen = [(widget, choice) for widget in self.widgets for choice in widget.choices()]
        chosen = [(widget, choice) for widget, choice in chosen if widget is not self.surface or not choice.is_cell]
        places: dict[Widget, Place] = {}
        for window in (widget for widget in self.widgets if isinstance(widget, Window)):
            _lay_out(window, 0.0, 0.0, places)
        chosen.sort(key=lambda pair: (pair[0].window.number, places[pair[0]][::-1]))
        self.choices: list[Choice] = [choice for _, choice in chosen]
        cells = _cells({widget: places[widget] for widget, choice in chosen if choice.is_cell})
        at = [cells.get(widget, (None, None)) for widget, _ in chosen]
        rows = zip(self.choices, at, strict=True)
        buttons = tuple(Button(choice.text, row, column, choice.is_enabled) for choice, (row, column) in rows)
        texts = (widget.title if isinstance(widget, Window) else widget.says() for widget in self.widgets)
        size = None if self.surface is None else self.surface.pixels()
        self.offer = Offer("\n".join(filter(None, texts)), buttons, size, tuple(self._keys()))

    def _keys(self) -> Iterator[str]:
        """Yield the keys that are heard, each once."""
        heard = (key for widget in self.widgets for each in widget.bindings_around for key in each.keys_heard())
        for key in dict.fromkeys(heard):
            yield from [key] if key else _ALL_KEYS


def _surface(surfaces: list[Widget]) -> Widget | None:
    """Return the largest widget that is clicked by pixels; several of one size are cells."""
    areas = {widget: widget.pixels()[0] * widget.pixels()[1] for widget in surfaces}
    if not surfaces or (len(surfaces) > 1 and len({widget.pixels() for widget in surfaces}) == 1):
        return None
    return max(surfaces, key=lambda widget: areas[widget])


def _in_front(windows: Iterable[Window]) -> list[Window]:
    """Return the windows that can be used: all that are shown, or the last one that holds the input."""
    shown = [window for window in windows if not window.is_withdrawn]
    holding = [window for window in shown if window.is_modal]
    return holding[-1:] or shown


def _shown(widget: Widget) -> Iterator[Widget]:
    """Yield a widget and those in it that can be seen: of frames in one spot, the one in front."""
    yield widget
    inside = widget.inside
    front = {_spot(child): child for child in sorted(inside, key=lambda child: child.number)}
    for child in inside:
        if not child.holds or front[_spot(child)] is child:
            yield from _shown(child)


def _spot(widget: Widget) -> object:
    exact = widget.manager in ("grid", "place") and widget.holds
    names = ("row", "column", "x", "y", "relx", "rely")
    return tuple(str(widget.place.get(name, 0)) for name in names) if exact else widget


def _lay_out(widget: Widget, x: float, y: float, places: dict[Widget, Place]) -> Place:
    """Find the places of a widget and of those in it, roughly; return its width and height.

    What holds no others counts as one by one.
    """
    places[widget] = (x, y)
    inside = widget.inside
    sizes = {child: _lay_out(child, 0.0, 0.0, {}) for child in inside if child.manager != "place"}
    placed = {child: _coordinates(child) for child in inside if child.manager == "place"}
    ends = [(1.0, 1.0)]
    for child, (left, top) in (_gridded(sizes) | _packed(sizes) | placed).items():
        width, height = _lay_out(child, x + left, y + top, places)
        ends.append(((left % _FAR) + width, (top % _FAR) + height))
    return max(end[0] for end in ends), max(end[1] for end in ends)


def _gridded(sizes: Mapping[Widget, Place]) -> dict[Widget, Place]:
    """Return the places of the children in a grid: rows and columns are as wide as what is in them."""
    children = [child for child in sizes if child.manager == "grid"]
    starts: list[dict[Widget, float]] = []
    for axis, name in enumerate(("column", "row")):
        at = {child: int(child.place[name]) for child in children}
        widths: dict[int, float] = {}
        for child in children:
            width = sizes[child][axis] / int(child.place.get(f"{name}span", 1))
            widths[at[child]] = max(widths.get(at[child], 0.0), width)
        starts.append({c: sum(width for other, width in widths.items() if other < at[c]) for c in children})
    return {child: (starts[0][child], starts[1][child]) for child in children}


def _packed(sizes: Mapping[Widget, Place]) -> dict[Widget, Place]:
    """Return the places of the children that are packed, in order, against a side."""
    places, left, top, right, bottom = {}, 0.0, 0.0, _FAR, _FAR
    for child in (child for child in sizes if child.manager == "pack"):
        width, height = sizes[child]
        match child.place.get("side", "top"):
            case "left":
                places[child], left = (left, top), left + width
            case "right":
                right -= width
                places[child] = (right, top)
            case "bottom":
                bottom -= height
                places[child] = (left, bottom)
            case _:
                places[child], top = (left, top), top + height
    return places


def _coordinates(child: Widget) -> Place:
    """Return where a child is placed: by pixels, by parts, or both."""
    x, y = (float(child.place.get(name, 0)) + 1000 * float(child.place.get(f"rel{name}", 0)) for name in ("x", "y"))
    return x, y


def _cells(places: Mapping[Widget, Place]) -> dict[Widget, tuple[int | None, int | None]]:
    """Return the row and the column of the widgets that are a full block, most of them of one kind."""
    kinds = Counter(widget.kind for widget in places)
    most = max(kinds, key=lambda kind: (kinds[kind], kind[0].number), default=None)  # else the window in front
    points = {widget: at for widget, at in places.items() if widget.kind == most}
    while len({*points.values()}) < len({x for x, _ in points.values()}) * len({y for _, y in points.values()}):
        points = _without_the_emptiest(points)
    columns, rows = (sorted({point[axis] for point in points.values()}) for axis in (0, 1))
    return {widget: (rows.index(y), columns.index(x)) for widget, (x, y) in points.items()}


def _without_the_emptiest(points: Mapping[Widget, Place]) -> dict[Widget, Place]:
    """Leave out the row or the column of which the smallest part is there."""

    def part(line: tuple[int, float]) -> float:
        axis, at = line
        return sum(point[axis] == at for point in points.values()) / len({point[1 - axis] for point in points.values()})

    lines = {(axis, point[axis]) for axis in (0, 1) for point in points.values()}
    emptiest, at = min(sorted(lines), key=part)
    return {widget: point for widget, point in points.items() if point[emptiest] != at}


_PATIENCE = 5000.0  # milliseconds: what is due later than that after an act comes after the next act
_MOST_TASKS = 1000  # between two acts
_MOST_UPDATES = 1000  # calls of `update` between two acts: after that the program waits for its person
_CHARACTERS = {"space": " ", "Return": "\r", "Tab": "\t", "Escape": "\x1b", "BackSpace": "\b"}


class Desk:
    """The windows that are open, what is due later, and the person."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.is_left = False
        self.interpreters: list[Interpreter] = []
        self._now = 0.0  # milliseconds
        self._tasks: list[tuple[float, int, Interpreter, Any]] = []
        self._numbers = itertools.count(1)
        self._updates = self._idle = 0
        person.window = lambda: Scene(self.windows()).offer

    def number(self) -> int:
        """Return a number that was not given before; the highest one stands in front."""
        return next(self._numbers)

    def windows(self) -> list[Window]:
        """Return the open windows, the one that was opened last at the end."""
        widgets = (widget for tk in self.interpreters for widget in tk.widgets.values())
        return [widget for widget in widgets if isinstance(widget, Window)]

    def later(self, delay: Any, tk: Interpreter, script: Any) -> str:
        """Let a script run after some milliseconds; return the name of the task."""
        number = self.number()
        heapq.heappush(self._tasks, (self._now + max(float(delay), 0.0), number, tk, script))
        return f"after#{number}"

    def script_of(self, name: Any) -> Any:
        """Return the script of a task; None if it has run."""
        return next((script for _, number, _, script in self._tasks if f"after#{number}" == str(name)), None)

    def cancel(self, what: Any) -> None:
        """Forget a task by its name, or by its script."""
        self._tasks = [task for task in self._tasks if what not in (f"after#{task[1]}", task[3])]
        heapq.heapify(self._tasks)

    def sleep(self, milliseconds: float) -> None:
        """Let time pass."""
        self._now += milliseconds

    def key(self, widgets: list[Widget], name: str) -> None:
        """Press a key and release it, in the first of these widgets that hears it."""
        char = _CHARACTERS.get(name, name if len(name) == 1 else "")
        for kind in ("key", "key up"):
            hearing = (hearer for hearer in widgets if any(each.of(kind, name) for each in hearer.bindings_around))
            if (widget := next(hearing, None)) is not None:
                widget.tk.send(widget, kind, name, keysym=name, char=char, keycode=ord(char) if char else 0)

    def run(self, is_over: Callable[[], bool]) -> None:
        """Let the program do what is due and the person act, until something is over."""
        while not is_over():
            self._settle(is_over)
            if not is_over():
                self._act()

    def mainloop(self) -> None:
        """Run until the last root window is closed, or `quit` is called."""
        self.is_left = False

        def is_over() -> bool:
            self.person.rest()
            return self.is_left or not any(window.path == "." for window in self.windows())

        self.run(is_over)
        self.is_left = False

    def update(self) -> None:
        """Do what is due at once; after many calls the program waits for its person."""
        self._updates += 1
        self._now += 10.0
        self._settle(lambda: False, 0.0)
        if self._updates >= _MOST_UPDATES and self.windows():
            self._act()

    def _settle(self, is_over: Callable[[], bool], patience: float = _PATIENCE) -> None:
        """Do in order what is due within some time."""
        until = self._now + patience
        for _ in range(_MOST_TASKS):
            if is_over() or not self._tasks or self._tasks[0][0] > until:
                break
            self._next_task()
        self._now = max(self._now, until)

    def _next_task(self) -> None:
        due, _, tk, script = heapq.heappop(self._tasks)
        self._now = max(self._now, due)
        tk.run(script)

    def _act(self) -> None:
        """Ask the person once, and do what they do."""
        self._updates = 0
        scene = Scene(self.windows())
        if self._resized(scene.widgets):
            scene = Scene(self.windows())
        if scene.offer.is_text and not scene.blanks:
            self._wait_for_more()
            return
        self._idle = 0
        if scene.blanks and self._type(scene.blanks[0]):
            return
        match self.person.ask(scene.offer):
            case PressedButton(number) if number < len(scene.choices):
                scene.choices[number].press()
            case Clicked(x, y) if scene.surface is not None:
                scene.surface.click_at(x, y)
            case Keyed(name):
                self.key(scene.widgets, name)

    def _type(self, entry: Widget) -> bool:
        """Let the person type into an entry that is empty, and end the line; return whether they did."""
        assert isinstance(entry, Entry)
        act = self.person.ask(Offer(entry.question()))
        if not isinstance(act, Typed) or not act.text.strip():
            return False
        entry.was_typed, entry.is_open = True, False
        entry.do_set(act.text)
        for key in (*act.text[-1:], "Return"):
            self.key([entry], key)
        return True

    def _resized(self, widgets: list[Widget]) -> bool:
        """Run what is bound to a change of size; return whether there was any."""
        changed = False
        for widget in widgets:
            size = widget.pixels()
            if size != widget.reported_size and widget.bindings.of("Configure", ""):
                widget.reported_size, changed = size, True
                widget.tk.send(widget, "Configure", width=size[0], height=size[1])
        return changed

    def _wait_for_more(self) -> None:
        """Where the person can do nothing, wait for what is due; close the last window when that changes nothing."""
        self._idle += 1
        if self._tasks and self._idle < _MOST_TASKS:
            self._next_task()
        elif windows := self.windows():
            script = windows[-1].protocols.get("WM_DELETE_WINDOW")
            if script:
                windows[-1].tk.run(script)
            if windows[-1].path in windows[-1].tk.widgets:
                windows[-1].tk.run(("destroy", windows[-1].path))
