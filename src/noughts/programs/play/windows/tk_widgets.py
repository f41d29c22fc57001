"""The widgets of the false Tk: what each keeps, its subcommands (`do_...`), and what a person can do with it.

A subcommand takes and returns what Tk's manual says. `quiet` names those that change nothing a person could do.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

SCREEN = (1920, 1080)
_DEFAULTS = {"state": "normal", "background": "#d9d9d9", "foreground": "black"}
_OTHER_NAMES = {"bg": "background", "fg": "foreground", "textvar": "textvariable"}

Options = dict[str, Any]


class TclError(Exception):
    """What Tk says of a command that cannot be done."""


class Interpreter(Protocol):
    """What a widget needs of the interpreter that it belongs to."""

    widgets: "dict[str, Widget]"
    variables: dict[str, Any]
    of_all: "Bindings"

    def unknown(self, *words: Any) -> Any: ...
    def number(self) -> int: ...
    def run(self, script: Any, *more: Any) -> Any: ...
    def set_variable(self, name: str, value: Any) -> None: ...
    def show(self, text: Any) -> None: ...
    def send(self, widget: "Widget", kind: str, detail: str = "", **values: Any) -> bool: ...
    def splitlist(self, value: Any) -> tuple[Any, ...]: ...


@dataclass(frozen=True)
class Choice:
    """Something that can be pressed; a cell of a board is a button, a label or a canvas of its own."""

    text: str
    press: Callable[[], Any]
    is_enabled: bool = True
    is_cell: bool = False


def options_of(words: tuple[Any, ...]) -> Options:
    """Return the options in words such as `-text`, `Quit`."""
    names = (str(word).removeprefix("-") for word in words[::2])
    return {_OTHER_NAMES.get(name, name): value for name, value in zip(names, words[1::2], strict=True)}


_TYPES = {
    **dict.fromkeys(("Button", "ButtonPress"), "press"),
    **dict.fromkeys(("Key", "KeyPress"), "key"),
    **{"ButtonRelease": "release", "KeyRelease": "key up"},
    **{name: name for name in ("Motion", "Enter", "Leave", "Configure")},
}
_ALWAYS = ("Any", "B1", "Button1")  # modifiers that a click of the left button has too
_NEVER = re.compile(r"(Control|Alt|Shift|Meta|Command|Option|Double|Triple|Lock|Mod\d|M\d|B\d|Button\d|Focus\w+)$")


def heard(sequence: str) -> tuple[str, str]:
    """Return the kind and the detail of what a sequence such as `<Button-1>`, `<Return>` or `a` is bound to."""
    if not sequence.startswith("<") or sequence == "<":
        return "key", sequence
    words = [word for word in re.split(r"[-\s]+", sequence.strip("<>")) if word not in _ALWAYS]
    if sequence.startswith("<<") or not words or _NEVER.match(words[0]):
        return sequence, ""
    kind = _TYPES.get(words[0])
    if kind is None:
        return "press" if words[0].isdigit() else "key", words[0]
    return kind, words[1] if len(words) > 1 else ""


class Bindings(dict[tuple[str, str], list[str]]):
    """The scripts that run when something is heard."""

    def bind(self, sequence: Any = "", script: Any = None) -> Any:
        """Bind a script in the place of others, besides them if it begins with a plus, or return what is bound."""
        if script is None:
            return "\n".join(self.get(heard(str(sequence)), ())) if sequence else ()
        text, scripts = str(script), self.setdefault(heard(str(sequence)), [])
        kept = scripts if text.startswith("+") else []
        scripts[:] = [*kept, *filter(None, text.removeprefix("+").splitlines())]  # a script is a line
        return ""

    def of(self, kind: str, detail: str) -> list[str]:
        """Return the scripts of an event: those of its key or button, else those of all."""
        return list(self.get((kind, detail)) or self.get((kind, "")) or ())

    def hear_clicks(self) -> bool:
        """Return whether a click of the left button is heard."""
        return any(self.of(kind, "1") for kind in ("press", "release"))

    def keys_heard(self) -> Iterator[str]:
        """Yield the keys that are heard; an empty text for all keys."""
        yield from (detail for (kind, detail), scripts in self.items() if scripts and kind in ("key", "key up"))


class Widget:
    """A widget of any kind."""

    quiet = "focus xview yview select selection icursor set validate"
    holds = draws = False  # whether it is a frame or a window; whether it is a canvas
    was_heard = False  # whether clicks of it were

    def __init__(self, tk: Interpreter, path: str, kind: str, options: Options) -> None:
        self.tk, self.path, self.name, self.number = tk, path, kind, tk.number()
        self.parent = tk.widgets.get(path.rpartition(".")[0] or ".") if path != "." else None
        self.master = self.parent  # in which it has its place
        self.options: Options = {}
        self.bindings = Bindings()
        self.manager = ""
        self.place: Options = {}
        self.size: tuple[int, int] | None = None  # that was said by `wm geometry`
        self.reported_size: tuple[int, int] | None = None  # the size of which the program knows
        self.text = ""  # that was typed or shown last
        self.put(options)
        self.first = self.get("width"), self.get("height")

    def do(self, name: str, *words: Any) -> Any:
        """Return what a subcommand returns."""
        method = getattr(self, f"do_{name}", None)
        if method is not None:
            return method(*words)
        return None if name in self.quiet.split() else self.tk.unknown(self.name, name)

    def do_configure(self, *words: Any) -> Any:
        if len(words) > 1:
            return self.put(options_of(words))
        names = (str(words[0])[1:],) if words else ({**_DEFAULTS, **self.options})
        entries = tuple((f"-{name}", name, name, "", self.do_cget(f"-{name}")) for name in names)
        return entries[0] if words else entries

    def put(self, options: Options) -> None:
        self.options |= options
        if not options.keys().isdisjoint(("text", "textvariable")):
            self.text_changed()

    def text_changed(self) -> None:
        """Show another text, where a person reads it."""

    def do_cget(self, name: str) -> Any:
        name = _OTHER_NAMES.get(name[1:], name[1:])
        if name == "text" and (variable := self.options.get("textvariable")):
            return self.tk.variables.get(str(variable), "")
        return self.options.get(name, _DEFAULTS.get(name, ""))

    def get(self, name: str) -> str:
        return str(self.do_cget(f"-{name}"))

    # ---- where it is

    @property
    def window(self) -> "Window":
        """The window in which it is."""
        widget: Widget | None = self
        while widget is not None and not isinstance(widget, Window):
            widget = widget.parent
        assert widget is not None
        return widget

    @property
    def children(self) -> "list[Widget]":
        """The widgets below it."""
        return [widget for widget in self.tk.widgets.values() if widget.parent is self]

    @property
    def inside(self) -> "list[Widget]":
        """The widgets that have a place in it, in order."""
        placed = [widget for widget in self.tk.widgets.values() if widget.manager and widget.master is self]
        return sorted(placed, key=lambda widget: widget.place.get("order", 0))

    def pixels(self) -> tuple[int, int]:
        """Return its width and height: those of its window if it fills it, else those that were said."""
        if self.fills and self.window.size is not None:
            return self.window.size
        holders = [widget.pixels() for widget in self.children if widget.holds or widget.draws] or [(1, 1)]
        stated = (re.match(r"\d+", self.get(name)) for name in ("width", "height"))
        width, height = (int(number[0]) if number else 0 for number in stated)
        return width or max(w for w, _ in holders), height or max(h for _, h in holders)

    @property
    def fills(self) -> bool:
        """Whether it is as large as its window."""
        fills = "both" in str(self.place.get("fill")) or {*"nsew"} <= {*str(self.place.get("sticky", ""))}
        return self.master is None or ((fills or "relwidth" in self.place) and self.master.fills)

    @property
    def kind(self) -> tuple[Any, ...]:
        """What is equal for the cells of a board: their kind, their window, and their size at first."""
        return self.window, self.name, self.first

    # ---- what a person can do

    @property
    def is_enabled(self) -> bool:
        """Whether it can be pressed, or typed into."""
        return self.get("state") != "disabled"

    @property
    def bindings_around(self) -> list[Bindings]:
        """The bindings that hear what happens here: its own, its window's, those of all."""
        own = [self.bindings] if self.window is self else [self.bindings, self.window.bindings]
        return [*own, self.tk.of_all]

    def hears_clicks(self) -> bool:
        """Return whether a click of it is heard."""
        return any(bindings.hear_clicks() for bindings in self.bindings_around)

    def is_blank(self) -> bool:
        """Return whether the person has to type something here."""
        return False

    def is_surface(self) -> bool:
        """Return whether the person clicks at a place in it."""
        return False

    def says(self) -> str:
        """Return the text that the person reads here."""
        return ""

    def choices(self) -> Iterator[Choice]:
        """Yield the widget where a click of it is heard, or was: a cell that is taken."""
        is_heard = self.hears_clicks()
        self.was_heard |= is_heard
        if self.was_heard:
            yield Choice(self.get("text"), self.press, is_heard, is_cell=True)

    def press(self) -> None:
        """Click its middle, and move the mouse away."""
        self.clicked()
        self.tk.send(self, "Leave")

    def clicked(self) -> bool:
        """Click its middle; return whether nothing said "break"."""
        width, height = self.pixels()
        return self.click_at(width // 2, height // 2)

    def click_at(self, x: int, y: int) -> bool:
        """Move the mouse to a place in it, press its left button and release it; return whether nothing said
        "break"."""
        unbroken = True
        for kind in ("Enter", "Motion", "press", "release"):
            unbroken &= self.tk.send(self, kind, "1", x=x, y=y, num=1)
        return unbroken


class Frame(Widget):
    """What holds other widgets."""

    holds = True

    def is_surface(self) -> bool:
        return self.bindings.hear_clicks()

    def choices(self) -> Iterator[Choice]:
        yield from super().choices() if self.is_surface() else ()

    def says(self) -> str:
        return self.get("text").strip()


class Window(Frame):
    """A window."""

    title = ""
    is_withdrawn = is_modal = False

    def __init__(self, tk: Interpreter, path: str, kind: str, options: Options) -> None:
        super().__init__(tk, path, kind, options)
        self.master = None
        self.protocols: dict[str, str] = {}

    def set_title(self, title: str) -> None:
        """Take a title, which the person reads."""
        if title != self.title:
            self.title = title
            self.tk.show(title)

    def is_surface(self) -> bool:
        """Return whether one clicks in the window itself; where it holds a canvas, one clicks there."""
        below = (widget for widget in self.tk.widgets.values() if widget.window is self)
        return self.bindings.hear_clicks() and not any(widget.draws for widget in below)

    def choices(self) -> Iterator[Choice]:
        """Yield the commands of its menu."""
        yield from commands_of(self)


class Label(Widget):
    """A text, which the person reads."""

    def text_changed(self) -> None:
        text = self.get("text")
        if text.strip() and text != self.text:
            self.tk.show(text)
        self.text = text

    def says(self) -> str:
        return "" if self.was_heard or self.hears_clicks() else self.get("text").strip()


class Button(Widget):
    """What has a command."""

    is_plain = True  # not one that sets a variable

    def do_invoke(self) -> Any:
        if not self.is_enabled:
            return None
        self.changes()
        return self.tk.run(self.options["command"]) if self.options.get("command") else None

    def changes(self) -> None:
        """Set the variable of a button that has one."""

    def choices(self) -> Iterator[Choice]:
        enabled = self.is_enabled or self.hears_clicks()
        yield Choice(self.get("text"), self.press, enabled, is_cell=self.is_plain)

    def press(self) -> None:
        if self.clicked() and self.path in self.tk.widgets:
            self.do_invoke()
        self.tk.send(self, "Leave")


class Radiobutton(Button):
    """One of several: it sets their variable."""

    is_plain = False

    def do_select(self) -> None:
        if self.options.get("variable"):
            self.tk.set_variable(self.get("variable"), self.options.get("value", ""))

    def do_deselect(self) -> None:
        if self.options.get("variable"):
            self.tk.set_variable(self.get("variable"), "")

    changes = do_select


class Checkbutton(Button):
    """What is on or off."""

    is_plain = False

    @property
    def variable(self) -> str:
        """The name of its variable: its own where nothing is said."""
        return self.get("variable") or self.path.rpartition(".")[2]

    def do_select(self) -> None:
        self.tk.set_variable(self.variable, self.options.get("onvalue", 1))

    def do_deselect(self) -> None:
        self.tk.set_variable(self.variable, self.options.get("offvalue", 0))

    def changes(self) -> None:
        value = self.tk.variables.get(self.variable, "")
        is_on = str(int(value) if isinstance(value, bool) else value) == str(self.options.get("onvalue", 1))
        self.do_deselect() if is_on else self.do_select()


class Entry(Widget):
    """A line that the person types, or chooses; `is_open`: one that was typed has to be typed again."""

    is_open = was_typed = False

    def do_get(self) -> Any:
        variable = self.get("textvariable")
        return self.tk.variables.get(variable, "") if variable else self.text

    def do_set(self, value: Any) -> None:
        self.text = str(value)
        if self.get("textvariable"):
            self.tk.set_variable(self.get("textvariable"), self.text)

    def do_insert(self, index: Any, text: Any) -> None:
        line = str(self.do_get())
        self.do_set({"0": f"{text}{line}", "end": f"{line}{text}"}[str(index)])

    def do_delete(self, first: Any, last: Any = None) -> None:
        if (str(first), str(last)) != ("0", "end"):
            raise ValueError(first)
        self.do_set("")

    def do_current(self, index: Any = None) -> Any:
        values = self.values()
        if index is not None:
            return self.do_set(values[int(index)])
        return values.index(self.do_get()) if self.do_get() in values else -1

    def is_blank(self) -> bool:
        is_empty = self.is_open or not str(self.do_get()).strip()
        return is_empty and not self.values() and self.get("state") not in ("disabled", "readonly")

    def question(self) -> str:
        """Return the text beside it."""
        beside = self.parent.children if self.parent else []
        texts = [widget.says() for widget in beside if isinstance(widget, Label)]
        return "\n".join(filter(None, (self.window.title, *texts)))

    def values(self) -> tuple[Any, ...]:
        return self.tk.splitlist(self.options.get("values", ()))

    def choices(self) -> Iterator[Choice]:
        yield from (Choice(str(value), partial(self.choose, value)) for value in self.values())

    def choose(self, value: Any) -> None:
        self.do_set(value)
        self.tk.send(self, "<<ComboboxSelected>>")


class Menu(Widget):
    """Commands of a window."""

    def __init__(self, tk: Interpreter, path: str, kind: str, options: Options) -> None:
        self.entries: list[Options] = []
        super().__init__(tk, path, kind, options)

    def do_add(self, kind: str, *words: Any) -> None:
        self.entries.append({"type": kind, **options_of(words)})

    def do_index(self, index: Any) -> Any:
        if not self.entries:
            return "none"
        return len(self.entries) - 1 if index == "end" else int(index)

    def do_delete(self, first: Any, last: Any = None) -> None:
        if self.entries:
            del self.entries[self.do_index(first) : self.do_index(first if last is None else last) + 1]

    def commands(self) -> Iterator[Choice]:
        """Yield what can be chosen in it, and in the menus below it."""
        for entry in self.entries:
            if "label" in entry and entry["type"] != "cascade":
                yield Choice(str(entry["label"]), partial(self.run_entry, entry), entry.get("state") != "disabled")
            menu = self.tk.widgets.get(str(entry.get("menu")))
            yield from menu.commands() if isinstance(menu, Menu) else ()

    def run_entry(self, entry: Options) -> Any:
        """Set the variable of an entry and run its command."""
        if variable := str(entry.get("variable", "")):
            self.tk.set_variable(variable, entry.get("value", entry["label"]))
        return self.tk.run(entry["command"]) if entry.get("command") else None


class Menubutton(Button):
    """A button that shows a menu."""

    def choices(self) -> Iterator[Choice]:
        yield from commands_of(self)


def commands_of(widget: Widget) -> Iterator[Choice]:
    """Yield the commands of the menu that a widget has."""
    menu = widget.tk.widgets.get(widget.get("menu"))
    yield from menu.commands() if isinstance(menu, Menu) else ()
