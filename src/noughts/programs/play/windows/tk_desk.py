"""The event loop of all windows of the false Tk: what is due comes first, then the person acts."""

import heapq
import itertools
from collections.abc import Callable
from typing import Any

from noughts.programs.play.session import Person
from noughts.programs.play.stage import Clicked, Keyed, Offer, PressedButton, Typed
from noughts.programs.play.windows.tk_scene import Scene
from noughts.programs.play.windows.tk_widgets import Entry, Interpreter, Widget, Window

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

    def click(self, widget: Widget, x: int, y: int) -> bool:
        """Move the mouse to a widget, press its left button and release it; return whether nothing said "break"."""
        unbroken = True
        for kind in ("Enter", "Motion", "press", "release"):
            unbroken &= widget.tk.send(widget, kind, "1", x=x, y=y, num=1)
        return unbroken

    def key(self, widgets: list[Widget], name: str) -> None:
        """Press a key and release it, in the first of these widgets that hears it."""
        char = _CHARACTERS.get(name, name if len(name) == 1 else "")
        for kind in ("key", "key up"):
            hearing = (one for one in widgets if any(each.of(kind, name) for each in one.bindings_around))
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
        self.run(lambda: self.is_left or not any(window.path == "." for window in self.windows()))
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
            if size != widget.told and widget.bindings.of("Configure", ""):
                widget.told, changed = size, True
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
