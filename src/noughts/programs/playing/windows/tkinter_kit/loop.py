"""The event loop of all windows: what is due comes first, then the person acts."""

import heapq
import itertools
import traceback
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from noughts.programs.playing.acts import Clicked, Keyed, Offer, PressedButton, Typed
from noughts.programs.playing.person import Person
from noughts.programs.playing.windows.tkinter_kit.bindings import CHARACTERS, Bindings, Event, Function
from noughts.programs.playing.windows.tkinter_kit.scene import Scene

_PATIENCE = 5000.0  # milliseconds: what is due later than that after an act comes after the next act
_MOST_TASKS = 1000  # between two acts
_MOST_UPDATES = 1000  # calls of `update` between two acts: after that the program waits for its person


class Loop:
    """The windows that are open, what is due later, and the person."""

    def __init__(self, person: Person, new_root: Callable[[], Any]) -> None:
        self.person = person
        self._new_root = new_root
        self.windows: list[Any] = []
        self.bound_to_all = Bindings()
        self.bound_to_class: dict[str, Bindings] = defaultdict(Bindings)
        self.is_left = False
        self._tasks: list[tuple[float, int, Function]] = []
        self._numbers = itertools.count(1)
        self._now = 0.0
        self._updates = self._idle = 0
        person.window = lambda: Scene(self.windows).offer

    def root(self) -> Any:
        """Return the first window, which is opened where there is none."""
        return next((window for window in self.windows if window._is_root_), None) or self._new_root()

    def number(self) -> int:
        """Return a number that was not given before; the highest one stands in front."""
        return next(self._numbers)

    def later(self, delay: Any, function: Function) -> str:
        """Let a function be called after some milliseconds; return the name of the task."""
        number = self.number()
        heapq.heappush(self._tasks, (self._now + max(float(delay), 0.0), number, function))
        return f"after#{number}"

    def cancel(self, name: Any) -> None:
        """Forget a task by its name."""
        self._tasks = [task for task in self._tasks if f"after#{task[1]}" != name]
        heapq.heapify(self._tasks)

    def sleep(self, milliseconds: Any) -> None:
        """Let time pass."""
        self._now += float(milliseconds)

    def call(self, function: Function, *arguments: Any) -> Any:
        """Return what a function of the program returns; an error is shown, and the program goes on."""
        try:
            return function(*arguments)
        except Exception:
            self.person.show(traceback.format_exc())

    def send(self, widget: Any, kind: str, detail: str = "", **values: Any) -> bool:
        """Call what is bound to an event; return whether nothing said "break"."""
        x, y = values.get("x", 0), values.get("y", 0)
        event = Event(widget=widget, type=kind, x_root=x, y_root=y, **values)
        for bindings in widget._bindings_around_():
            for function in bindings.of(kind, detail):
                if self.call(function, event) == "break":
                    return False
        return True

    def click(self, widget: Any, x: int, y: int) -> bool:
        """Move the mouse to a widget, press its left button and release it; return whether nothing said "break"."""
        unbroken = True
        for kind in ("Enter", "Motion", "press", "release"):
            if widget.winfo_exists():
                unbroken &= self.send(widget, kind, "1", x=x, y=y, num=1)
        return unbroken

    def leave(self, widget: Any) -> None:
        """Move the mouse away."""
        if widget.winfo_exists():
            self.send(widget, "Leave")

    def key(self, widgets: list[Any], name: str) -> None:
        """Press a key and release it, in the first of these widgets that hears it."""
        char = CHARACTERS.get(name, name if len(name) == 1 else "")
        for kind in ("key", "key up"):
            bound = (one for one in widgets if any(each.of(kind, name) for each in one._bindings_around_()))
            if (widget := next(bound, None)) is not None and widget.winfo_exists():
                self.send(widget, kind, name, keysym=name, char=char, keycode=ord(char) if char else 0)

    def run(self, is_over: Callable[[], bool]) -> None:
        """Let the program do what is due and the person act, until something is over."""
        while not is_over():
            self._settle(is_over)
            if not is_over():
                self._act()

    def mainloop(self) -> None:
        """Run until the last root window is closed, or `quit` is called."""
        self.is_left = False
        self.run(lambda: self.is_left or not any(window._is_root_ for window in self.windows))
        self.is_left = False

    def update(self) -> None:
        """Do what is due at once; after many calls the program waits for its person."""
        self._updates += 1
        self.sleep(10)
        self._settle(lambda: False, 0.0)
        if self._updates >= _MOST_UPDATES and self.windows:
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
        due, _, function = heapq.heappop(self._tasks)
        self._now = max(self._now, due)
        self.call(function)

    def _act(self) -> None:
        """Ask the person once, and do what they do."""
        self._updates = 0
        scene = Scene(self.windows)
        if self._notify(scene.widgets):
            scene = Scene(self.windows)
        if scene.offer.is_text:
            self._wait_for_more()
            return
        self._idle = 0
        if scene.blanks and self._type(scene.blanks[0]):
            return
        match self.person.ask(scene.offer):
            case PressedButton(number) if number < len(scene.choices):
                scene.choices[number].press()
            case Clicked(x, y) if scene.surface is not None:
                scene.surface._click_at_(x, y)
            case Keyed(name):
                self.key(scene.widgets, name)

    def _type(self, entry: Any) -> bool:
        """Let the person type into an entry that is empty; return whether they did."""
        act = self.person.ask(Offer(entry._question_()))
        if not isinstance(act, Typed) or not act.text.strip():
            return False
        entry._type_(act.text)
        return True

    def _notify(self, widgets: list[Any]) -> bool:
        """Call what is bound to a change of size; return whether there was any."""
        changed = False
        for widget in widgets:
            state, size = widget._state_, widget._size_()
            if size != state.configured and state.bindings.of("Configure", ""):
                state.configured, changed = size, True
                self.send(widget, "Configure", width=size[0], height=size[1])
        return changed

    def _wait_for_more(self) -> None:
        """Where the person can do nothing, wait for what is due; close the last window when that changes nothing."""
        self._idle += 1
        if self._tasks and self._idle < _MOST_TASKS:
            self._next_task()
        elif self.windows:
            self.windows[-1]._close_()
