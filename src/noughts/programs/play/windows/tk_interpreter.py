"""A false `_tkinter`: the standard library's tkinter runs over it, without Tk and without a display.

Tk's commands arrive as tuples of words. `tcl_...` of `App` are those that are known; `_QUIET` has those that change
nothing that a person could see or do. The game ends, without a verdict, at a command that is not known.
"""

import re
from collections.abc import Callable, Mapping
from itertools import takewhile
from types import ModuleType
from typing import Any

from noughts.programs.play.stage import Button, Offer, Person, PressedButton
from noughts.programs.play.windows import tk_widgets as tk
from noughts.programs.play.windows.tk_canvas import Canvas
from noughts.programs.play.windows.tk_desk import Desk
from noughts.programs.play.windows.tk_widgets import SCREEN, Bindings, TclError, Widget, Window, options_of

_VERSION = "8.6"
_KINDS: dict[str, type[Widget]] = {
    **{"button": tk.Button, "canvas": Canvas, "checkbutton": tk.Checkbutton, "combobox": tk.Entry, "entry": tk.Entry},
    **{"frame": tk.Frame, "label": tk.Label, "labelframe": tk.Frame, "menu": tk.Menu, "menubutton": tk.Menubutton},
    **{"radiobutton": tk.Radiobutton, "scrollbar": Widget, "separator": Widget, "toplevel": Window},
}
# Commands that change nothing, with their subcommands; those without any are so whatever follows.
_QUIET: Mapping[str, frozenset[str]] = {
    command: frozenset(words.split())
    for command, words in {
        **dict.fromkeys(("bell", "option", "ttk::setTheme", "tk::PlaceWindow", "PyImagingPhoto"), ""),
        "wm": "attributes iconbitmap iconname iconphoto maxsize minsize overrideredirect resizable transient",
        "grid": "columnconfigure rowconfigure propagate anchor",
        "pack": "propagate",
        "font": "create configure delete",
        "image": "blank configure copy put",  # of one by its name too
        "ttk::style": "configure map layout",
    }.items()
}
_WITHOUT_WINDOW = ("after", "info", "set", "unset", "update")  # also once all windows are destroyed
_EVENTS = {"key": "2", "key up": "3", "press": "4", "release": "5", "Motion": "6", "Enter": "7", "Leave": "8"}
_EVENTS |= {"Configure": "22"}  # their numbers
_NUMBERS = dict.fromkeys(("x", "y", "rootx", "rooty", "vrootx", "vrooty"), 0)
_NUMBERS |= {"screenwidth": SCREEN[0], "screenheight": SCREEN[1], "vrootwidth": SCREEN[0], "vrootheight": SCREEN[1]}
_ANSWERS = {
    **{"yesno": ("Yes", "No"), "okcancel": ("OK", "Cancel"), "yesnocancel": ("Yes", "No", "Cancel")},
    **{"retrycancel": ("Retry", "Cancel"), "abortretryignore": ("Abort", "Retry", "Ignore")},
}

Words = tuple[Any, ...]


class App:
    """An interpreter of Tcl, as tkinter calls it. It has slots: no board of the program's is in them."""

    __slots__ = ("_commands", "_desk", "_images", "of_all", "variables", "widgets")

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._commands: dict[str, Callable[..., Any]] = {}
        self._images: dict[str, dict[str, Any]] = {}
        self.of_all = Bindings()
        self.variables: dict[str, Any] = {"tk_version": _VERSION, "tcl_version": _VERSION}
        self.widgets: dict[str, Widget] = {}
        self.widgets["."] = Window(self, ".", "toplevel", {})
        desk.interpreters.append(self)

    # ---- what tkinter calls: the methods of the object that `_tkinter.create` returns

    def call(self, *words: Any) -> Any:
        """Return what a command returns; words after None are left out."""
        given = words[0] if len(words) == 1 and isinstance(words[0], tuple) else words
        name, *rest = (_plain(word) for word in takewhile(lambda word: word is not None, given))
        try:
            answer = self._answer(str(name), tuple(rest))
        except TclError:
            raise
        except Exception:  # a form of a command that is not known here
            answer = self.unknown(name, *rest)
        return "" if answer is None else answer

    def createcommand(self, name: str, function: Callable[..., Any]) -> None:
        self._commands[str(name)] = function

    def deletecommand(self, name: str) -> None:
        self._commands.pop(str(name), None)

    def getint(self, value: Any) -> int:
        return int(value)

    def getdouble(self, value: Any) -> float:
        return float(value)

    def getboolean(self, value: Any) -> bool:
        word = str(value).lower()
        if word not in ("1", "true", "yes", "on", "0", "false", "no", "off"):
            raise TclError(f'expected boolean value but got "{value}"')
        return word in ("1", "true", "yes", "on")

    def globalgetvar(self, name: Any) -> Any:
        if str(name) not in self.variables:
            raise TclError(f'can\'t read "{name}": no such variable')
        return self.variables[str(name)]

    def globalsetvar(self, name: Any, value: Any) -> None:
        self.set_variable(str(name), _plain(value))

    def globalunsetvar(self, name: Any) -> None:
        self.variables.pop(str(name), None)

    getvar, setvar = globalgetvar, globalsetvar

    def mainloop(self, threshold: int = 0) -> None:
        self._desk.mainloop()

    def wantobjects(self) -> int:
        return 1

    def quit(self) -> None:
        self._desk.is_left = True

    def splitlist(self, value: Any) -> Words:
        """Return the elements of a list of Tcl's: words, and words in braces or quotes."""
        if not isinstance(value, str):
            return tuple(value) if isinstance(value, tuple | list) else (value,)
        words, rest = [], value.strip()
        while rest:
            word = rest[: _end_of_word(rest)]
            rest = rest[len(word) :].lstrip()
            words.append(word[1:-1] if word[0] in '{"' else re.sub(r"\\(.)", r"\1", word))
        return tuple(words)

    # ---- what widgets need

    def unknown(self, *words: Any) -> Any:
        """End the game: it needs a command that is not known here."""
        names = (self.widgets[str(word)].name if str(word) in self.widgets else str(word) for word in words[:2])
        why = f"its window needs Tk's {' '.join(names)!r}, which is not known here"
        self._desk.person.end(why, fault=False, is_cut=True)

    def number(self) -> int:
        return self._desk.number()

    def run(self, script: Any, *more: Any) -> Any:
        """Run a script of one command, with more words."""
        words = (*self.splitlist(script), *more)
        return self.call(*words) if words else None

    eval = run

    def set_variable(self, name: str, value: Any) -> None:
        """Set a variable, and show it in the labels that have it."""
        self.variables[name] = value
        for widget in list(self.widgets.values()):
            if str(widget.options.get("textvariable", "")) == name:
                widget.text_changed()

    def show(self, text: Any) -> None:
        self._desk.person.show(str(text))

    def send(self, widget: Widget, kind: str, detail: str = "", **values: Any) -> bool:
        """Run what is bound to an event; return whether nothing said "break"."""
        for bindings in widget.bindings_around if self.widgets.get(widget.path) is widget else ():
            for script in bindings.of(kind, detail):
                if self._sent(script, widget, kind, values) == "break":
                    return False
        return True

    def _sent(self, script: str, widget: Widget, kind: str, values: dict[str, Any]) -> Any:
        """Run a script of a binding, such as `if {"[name %x %y]" == "break"} break`."""
        x, y, key = values.get("x", 0), values.get("y", 0), values.get("keycode", "??")
        known = {"%x": x, "%y": y, "%X": x, "%Y": y, "%b": values.get("num", "??"), "%W": widget.path, "%k": key}
        known |= {"%A": values.get("char", ""), "%K": values.get("keysym", "??"), "%N": key}
        known |= {"%w": values.get("width", "??"), "%h": values.get("height", "??"), "%T": _EVENTS.get(kind, "35")}
        called = re.search(r"\[(\S+) ([^\]]*)\]", script)
        words = (called[1], *called[2].split()) if called else self.splitlist(script)
        if words == ("break",):
            return "break"
        return self.call(*(known.get(word, 0) if str(word).startswith("%") else word for word in words))

    def _answer(self, name: str, words: Words) -> Any:
        """Return what a command returns: the program's own, that of a widget, Tk's."""
        if name in self._commands:
            return self._commands[name](*words)
        if name in self.widgets:
            return self.widgets[name].do(str(words[0]), *words[1:])
        if name.startswith("."):
            raise TclError(f'invalid command name "{name}"')
        if "." not in self.widgets and name not in _WITHOUT_WINDOW:
            raise TclError(f'can\'t invoke "{name}" command: application has been destroyed')
        if (kind := _KINDS.get(name.removeprefix("ttk::"))) is not None:
            self.widgets[str(words[0])] = kind(self, str(words[0]), name, options_of(words[1:]))
            return words[0]
        quiet = _QUIET.get("image" if name in self._images else name)
        if quiet is not None and (not quiet or words[0] in quiet):
            return None
        command = getattr(self, f"tcl_{name.replace('::', '_')}", None)
        return self.unknown(name, *words) if command is None else command(*words)

    def _widget(self, path: Any) -> Widget:
        if str(path) not in self.widgets:
            raise TclError(f'bad window path name "{path}"')
        return self.widgets[str(path)]

    # ---- Tk's commands

    def tcl_after(self, when: Any, *script: Any) -> Any:
        if when == "cancel":
            return self._desk.cancel(script[0])
        if when == "info":
            return (self._desk.script_of(script[0]), "timer")
        if script:
            return self._desk.later(0 if when == "idle" else when, self, script[0])
        return self._desk.sleep(float(when))

    def tcl_update(self, idle: Any = "") -> None:
        if not idle:
            self._desk.update()

    def tcl_bind(self, tag: Any, *words: Any) -> Any:
        return (self.of_all if tag == "all" else self._widget(tag).bindings).bind(*words)

    def tcl_destroy(self, path: Any) -> None:
        for widget in [*reversed(self.widgets.values())]:
            if path in (".", widget.path) or widget.path.startswith(f"{path}."):
                self.widgets.pop(widget.path, None)

    def tcl_focus(self, *words: Any) -> Any:
        widget = self.widgets.get(str(words[-1])) if words else None
        if isinstance(widget, tk.Entry):
            widget.is_open = widget.was_typed  # what was typed has been refused
        return None if words else "."

    def tcl_grab(self, what: str, *words: Any) -> None:
        if what not in ("current", "status"):
            self._widget((words or (what,))[-1]).window.is_modal = what != "release"

    def tcl_raise(self, path: Any, above: Any = None) -> None:
        self._widget(path).number = self.number()

    def tcl_tkwait(self, what: str, name: Any) -> None:
        if what == "variable":
            raise ValueError(what)
        widget = self._widget(name)
        if what == "window":
            self._desk.run(lambda: self.widgets.get(widget.path) is not widget)

    def tcl_tk(self, what: str, *words: Any) -> Any:
        return {"windowingsystem": "x11", "scaling": 1.0}[what]

    def tcl_wm(self, what: str, path: Any, *words: Any) -> Any:
        window = self._widget(path).window
        match what:
            case "title" if words:
                return window.set_title(str(words[0]))
            case "title":
                return window.title
            case "geometry" if words:
                size = re.match(r"=?(\d+)x(\d+)", str(words[0]))
                window.size = (int(size[1]), int(size[2])) if size else window.size
            case "protocol" if len(words) > 1:
                window.protocols[str(words[0])] = str(words[1])
            case "withdraw" | "deiconify":
                window.is_withdrawn = what == "withdraw"
            case _:
                self.unknown("wm", what)
        return None

    def tcl_grid(self, what: str, *words: Any) -> Any:
        return self._arranged("grid", what, words)

    def tcl_pack(self, what: str, *words: Any) -> Any:
        return self._arranged("pack", what, words)

    def tcl_place(self, what: str, *words: Any) -> Any:
        return self._arranged("place", what, words)

    def _arranged(self, manager: str, what: str, words: Words) -> Any:
        """Do what the three managers of places have in common."""
        widget = self._widget(words[0])
        match what:
            case "configure":
                paths = [*takewhile(lambda word: str(word).startswith("."), words)]
                for path in paths:
                    self._manage(manager, self._widget(path), options_of(words[len(paths) :]))
            case "forget" | "remove":
                widget.manager = ""
                widget.place = widget.place if what == "remove" else {}
            case "info" if widget.manager and widget.master:
                place = {"in": widget.master.path, **widget.place}
                return tuple(word for name, value in place.items() if name != "order" for word in (f"-{name}", value))
            case "slaves":
                wanted = {name: int(value) for name, value in options_of(words[1:]).items()}
                inside = [child for child in widget.inside if child.manager == manager]
                fits = [
                    child.path for child in inside if all(child.place.get(name) == at for name, at in wanted.items())
                ]
                return tuple(fits if manager == "pack" else fits[::-1])
            case _:
                self.unknown(manager, what)
        return None

    def _manage(self, manager: str, widget: Widget, options: dict[str, Any]) -> None:
        """Give a widget a place."""
        within = options.pop("in", None)
        widget.master = self._widget(within) if within else widget.master if widget.manager else widget.parent
        kept = {} if manager == "pack" else widget.place
        if manager == "grid" and widget.master is not None:
            rows = [int(child.place["row"]) for child in widget.master.inside if child.manager == "grid"]
            kept = {"column": 0, "row": 1 + max(rows, default=-1), **kept}
        widget.manager, widget.place = manager, {"order": self.number(), **kept, **options}

    def tcl_winfo(self, what: str, *words: Any) -> Any:
        path = str(words[-1])
        if what == "exists":
            return int(path in self.widgets)
        if what == "rgb":
            return _colour(path)
        widget = self._widget(path)
        if what in ("ismapped", "viewable"):
            return int(not widget.is_withdrawn if isinstance(widget, Window) else bool(widget.manager))
        if what == "children":
            return tuple(child.path for child in widget.children)
        if what == "toplevel":
            return widget.window.path
        width, height = widget.pixels()
        return {"width": width, "reqwidth": width, "height": height, "reqheight": height, **_NUMBERS}[what]

    # ---- variables, pictures, styles, dialogs

    def tcl_set(self, name: Any, *value: Any) -> Any:
        if value:
            self.set_variable(str(name), value[0])
        return self.globalgetvar(name)

    def tcl_info(self, what: str, name: Any) -> int:
        return {"exists": int(str(name) in self.variables)}[what]

    def tcl_image(self, what: str, *words: Any) -> Any:
        match what:
            case "create":
                self._images[str(words[1])] = options_of(words[2:])
                return words[1]
            case "delete":
                return self._images.pop(str(words[0]), None) and None
            case "width" | "height":
                return int(self._images[str(words[0])].get(what) or 1)
            case _:
                return self.unknown("image", what)

    def tcl_ttk_style(self, what: str, *words: Any) -> Any:
        return {("theme", "names"): ("clam", "alt", "default", "classic")}[(what, *words)]

    def tcl_tk_messageBox(self, *words: Any) -> str:  # noqa: N802 - so Tk calls it
        """Show a message, or ask a question."""
        options = options_of(words)
        text = "\n".join(str(options[part]) for part in ("title", "message", "detail") if options.get(part))
        answers = _ANSWERS.get(str(options.get("type")))
        if answers is None:
            self.show(text)
            return "ok"
        act = self._desk.person.ask(Offer(text, tuple(map(Button, answers))))
        return answers[act.button if isinstance(act, PressedButton) else -1].lower()

    def _nothing_chosen(self, *words: Any) -> None:
        """Return what is returned where the person chooses no file and no colour."""

    tcl_tk_chooseColor = tcl_tk_chooseDirectory = tcl_tk_getOpenFile = tcl_tk_getSaveFile = _nothing_chosen  # noqa: N815


def false_tkinter(person: Person) -> ModuleType:
    """Return a module `_tkinter` whose windows are in front of a person."""
    module, desk = ModuleType("_tkinter"), Desk(person)
    vars(module).update(TclError=TclError, TkappType=App, Tcl_Obj=type("Tcl_Obj", (), {}))
    vars(module).update(TK_VERSION=_VERSION, TCL_VERSION=_VERSION, READABLE=2, WRITABLE=4, EXCEPTION=8)
    vars(module).update(create=lambda *arguments: App(desk))
    return module


def _plain(word: Any) -> Any:
    """Return a word as Tcl gets it: numbers, texts and tuples of them; the text of anything else."""
    if isinstance(word, tuple | list):
        return tuple(map(_plain, word))
    return word if isinstance(word, str | int | float) else str(word)


def _end_of_word(text: str) -> int:
    """Return where the first word of a list of Tcl's ends."""
    depth = 0
    for at, char in enumerate(text):
        if text[0] == "{":
            depth += {"{": 1, "}": -1}.get(char, 0)
            if depth == 0:
                return at + 1
        elif text[0] == '"':
            if char == '"' and at and text[at - 1] != "\\":
                return at + 1
        elif char.isspace() and text[at - 1] != "\\":
            return at
    return len(text)


def _colour(name: str) -> tuple[int, int, int]:
    """Return the parts of a colour in hexadecimal digits; black for a name. Raises TclError for what is none."""
    if name.isalnum():
        return 0, 0, 0
    digits = re.fullmatch(r"#(([0-9a-fA-F]{1,4})(?:[0-9a-fA-F]{2}){0,4})", name)
    if digits is None or len(digits[1]) % 3:
        raise TclError(f'invalid color name "{name}"')
    size = len(digits[1]) // 3
    red, green, blue = (int(digits[1][at : at + size], 16) * 65535 // (16**size - 1) for at in (0, size, 2 * size))
    return red, green, blue
