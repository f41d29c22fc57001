"""A false `_tkinter`: the standard library's tkinter runs over it, without Tk and without a display.

Tk's commands arrive as tuples of words. `_COMMANDS` has those that are known, `_QUIET` those that change nothing that a
person could see or do. The game ends, without a verdict, at a command that is not known.
"""

import re
from collections.abc import Callable
from itertools import takewhile
from types import ModuleType
from typing import Any

from noughts.programs.playing.acts import Button, Offer, PressedButton
from noughts.programs.playing.person import Person
from noughts.programs.playing.windows.tk_canvas import Canvas
from noughts.programs.playing.windows.tk_desk import Desk
from noughts.programs.playing.windows.tk_widgets import (
    SCREEN,
    Bindings,
    Button as TkButton,
    Checkbutton,
    Combobox,
    Entry,
    Frame,
    Label,
    Listbox,
    Menu,
    Menubutton,
    Radiobutton,
    Silent,
    Spinbox,
    TclError,
    Text,
    Widget,
    Window,
    heard,
    options_of,
)

_VERSION = "8.6"
_KINDS: dict[str, type[Widget]] = {
    **{"button": TkButton, "canvas": Canvas, "checkbutton": Checkbutton, "entry": Entry, "frame": Frame},
    **{"label": Label, "labelframe": Frame, "listbox": Listbox, "menu": Menu, "menubutton": Menubutton},
    **{"message": Label, "panedwindow": Frame, "radiobutton": Radiobutton, "scale": Spinbox, "scrollbar": Silent},
    **{"spinbox": Spinbox, "text": Text, "toplevel": Window},
    **{"combobox": Combobox, "notebook": Frame, "progressbar": Silent, "separator": Silent, "sizegrip": Silent},
}
_THEMED = """
    button checkbutton entry frame label labelframe menubutton panedwindow radiobutton scale scrollbar spinbox
    combobox notebook progressbar separator sizegrip
"""
_KINDS |= {f"ttk::{name}": _KINDS[name] for name in _THEMED.split()}
_QUIET = frozenset("""
    bell bindtags clipboard grab_current grab_status lower option tk_scaling tk_appname tk_popup tk_setPalette
    tk_bisque tk::PlaceWindow tkwait_visibility update_idletasks event_add event_delete event_info selection package
    ttk::style ttk::setTheme image_types image_inuse PyImagingPhoto encoding
    grid_columnconfigure grid_rowconfigure grid_propagate grid_anchor grid_bbox grid_location pack_propagate
    wm_aspect wm_attributes wm_client wm_colormapwindows wm_command wm_focusmodel wm_frame wm_grid wm_group
    wm_iconbitmap wm_iconmask wm_iconname wm_iconphoto wm_iconposition wm_iconwindow wm_maxsize wm_minsize
    wm_overrideredirect wm_positionfrom wm_resizable wm_sizefrom wm_transient wm_manage wm_forget
""".split())
_WITHOUT_TK = ("after", "info", "rename", "set", "trace", "unset", "update")  # also once all windows are destroyed
_TYPES = {
    **{"key": "2", "key up": "3", "press": "4", "release": "5", "Motion": "6", "Enter": "7", "Leave": "8"},
    **{"FocusIn": "9", "FocusOut": "10", "Destroy": "17", "Map": "19", "Configure": "22"},
}  # the numbers of events
_LENGTHS = {"width": 0, "reqwidth": 0, "height": 1, "reqheight": 1}
_NUMBERS = dict.fromkeys("x y rootx rooty vrootx vrooty pointerx pointery id cells depth".split(), 0)
_NUMBERS |= {"screenwidth": SCREEN[0], "screenheight": SCREEN[1], "vrootwidth": SCREEN[0], "vrootheight": SCREEN[1]}
_NUMBERS |= {"screenmmwidth": 508, "screenmmheight": 286, "screendepth": 24}
_ANSWERS = {
    "yesno": ("Yes", "No"),
    "okcancel": ("OK", "Cancel"),
    "yesnocancel": ("Yes", "No", "Cancel"),
    "retrycancel": ("Retry", "Cancel"),
    "abortretryignore": ("Abort", "Retry", "Ignore"),
}
_FONTS = ("Arial", "Courier", "Helvetica", "Times", "TkDefaultFont", "TkFixedFont", "TkTextFont", "TkHeadingFont")
_FONT = {"family": "Arial", "size": 10, "weight": "normal", "slant": "roman", "underline": 0, "overstrike": 0}
_IMAGE_QUIET = frozenset("blank copy put read redither transparency write data configure".split())

Words = tuple[Any, ...]


class App:
    """An interpreter of Tcl, as tkinter calls it."""

    __slots__ = ("_commands", "_desk", "_fonts", "_images", "_traces", "of_tags", "variables", "widgets")

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._commands: dict[str, Callable[..., Any]] = {}
        self._fonts: dict[str, dict[str, Any]] = {name: dict(_FONT) for name in _FONTS}
        self._images: dict[str, dict[str, Any]] = {}
        self._traces: dict[str, list[tuple[str, str]]] = {}  # by variable: when, what
        self.widgets: dict[str, Widget] = {}
        self.of_tags: dict[str, Bindings] = {}
        names = ("tk_version", "tcl_version", "tk_patchLevel", "tcl_patchLevel")
        self.variables: dict[str, Any] = dict.fromkeys(names, _VERSION) | {"tcl_library": "", "tk_library": ""}
        desk.interpreters.append(self)
        self.widgets["."] = Window(self, ".", "toplevel", {})

    # ---- the methods of the object that `_tkinter.create` returns

    def call(self, *words: Any) -> Any:
        """Return what a command returns; words after None are left out."""
        given = words[0] if len(words) == 1 and isinstance(words[0], tuple) else words
        plain = tuple(_plain(word) for word in takewhile(lambda word: word is not None, given))
        try:
            return self._answer(str(plain[0]), plain[1:])
        except TclError:
            raise
        except Exception:  # a form of a command that is not known here
            return self.unknown(*plain)

    def eval(self, script: str) -> Any:
        """Return what a script of one command returns."""
        return self.run(script)

    def createcommand(self, name: str, function: Callable[..., Any]) -> None:
        """Let a script call a function."""
        self._commands[str(name)] = function

    def deletecommand(self, name: str) -> None:
        """Forget a function."""
        self._commands.pop(str(name), None)

    def splitlist(self, value: Any) -> Words:
        """Return the elements of a list of Tcl's."""
        return self.split(value)

    def getint(self, value: Any) -> int:
        """Return a whole number. Raises ValueError as `_tkinter` does."""
        return int(value) if not isinstance(value, str) else int(value, 0) if value.strip("+- 0") else int(value)

    def getdouble(self, value: Any) -> float:
        """Return a number. Raises ValueError."""
        return float(value)

    def getboolean(self, value: Any) -> bool:
        """Return whether a word says yes. Raises TclError."""
        word = str(value).lower()
        if word not in ("1", "true", "yes", "on", "0", "false", "no", "off"):
            raise TclError(f'expected boolean value but got "{value}"')
        return word in ("1", "true", "yes", "on")

    def globalgetvar(self, name: Any) -> Any:
        """Return a variable. Raises TclError where there is none."""
        if str(name) not in self.variables:
            raise TclError(f'can\'t read "{name}": no such variable')
        return self.variables[str(name)]

    def globalsetvar(self, name: Any, value: Any) -> None:
        """Set a variable."""
        self.set_variable(str(name), _plain(value))

    def globalunsetvar(self, name: Any) -> None:
        """Forget a variable."""
        self.variables.pop(str(name), None)

    getvar, setvar, unsetvar = globalgetvar, globalsetvar, globalunsetvar

    def mainloop(self, threshold: int = 0) -> None:
        """Let the person act until the windows are closed."""
        self._desk.mainloop()

    def dooneevent(self, flags: int = 0) -> int:
        """Do what is due."""
        self._desk.update()
        return 1

    def quit(self) -> None:
        """Leave the main loop."""
        self._desk.is_left = True

    def wantobjects(self, *value: Any) -> int:
        """Return that numbers stay numbers."""
        return 1

    def loadtk(self) -> None:
        """Do nothing: the window is there."""

    willdispatch = loadtk

    # ---- what widgets need

    def unknown(self, *words: Any) -> None:
        """End the game: it needs a command that is not known here."""
        names = (getattr(self.widgets.get(str(word)), "name", str(word)) for word in words[:2])
        self._desk.person.end(f"its window needs a command of Tk that is not known here: {' '.join(names)}", fault=False)

    def number(self) -> int:
        """Return a number that was not given before."""
        return self._desk.number()

    def run(self, script: Any, *more: Any) -> Any:
        """Run a script of one command, with more words."""
        words = (*self.split(script), *more)
        return self.call(*words) if words else ""

    def set_variable(self, name: str, value: Any) -> None:
        """Set a variable, show it in the labels that have it, and call those who trace it."""
        self.variables[name] = value
        for widget in list(self.widgets.values()):
            if str(widget.options.get("textvariable", "")) == name:
                widget.text_changed()
        for mode, script in list(self._traces.get(name, ())):
            if "w" in mode:
                self.run(script, name, "", "write" if "write" in mode else "w")

    def show(self, text: Any) -> None:
        """Let the person read a text."""
        self._desk.person.show(str(text))

    def click(self, widget: Widget, x: int, y: int) -> bool:
        """Click a widget at a place; return whether nothing said "break"."""
        return self._desk.click(widget, x, y)

    def send(self, widget: Widget, kind: str, detail: str = "", **values: Any) -> bool:
        """Run what is bound to an event; return whether nothing said "break"."""
        for bindings in widget.bindings_around if self.widgets.get(widget.path) is widget else ():
            for script in bindings.of(kind, detail):
                if self._sent(script, widget, kind, values) == "break":
                    return False
        return True

    def _sent(self, script: str, widget: Widget, kind: str, values: dict[str, Any]) -> Any:
        """Run a script of a binding, in which `%x` and the like stand for the values of an event."""
        x, y = values.get("x", 0), values.get("y", 0)
        known = {"%x": x, "%y": y, "%X": x, "%Y": y, "%b": values.get("num", "??"), "%W": widget.path}
        known |= {"%A": values.get("char", ""), "%K": values.get("keysym", "??"), "%k": values.get("keycode", "??")}
        known |= {"%N": values.get("keycode", "??"), "%w": values.get("width", "??"), "%h": values.get("height", "??")}
        known |= {"%T": _TYPES.get(kind, "35"), "%D": 0}
        called = re.search(r"\[(\S+) ([^\]]*)\]", script)
        words = [called[1], *called[2].split()] if called else self.split(script)
        if words == ["break"]:
            return "break"
        return self.run(tuple(known.get(word, 0) if str(word).startswith("%") else word for word in words))

    def split(self, value: Any) -> Words:
        """Return the elements of a list of Tcl's: words, and words in braces or quotes."""
        if isinstance(value, tuple | list):
            return tuple(value)
        if not isinstance(value, str):
            return (value,)
        words, rest = [], value.strip()
        while rest:
            end = _end_of_word(rest)
            word = rest[:end]
            is_plain = word[0] not in '{"'
            words.append(re.sub(r"\\(.)", r"\1", word) if is_plain else word[1:-1])
            rest = rest[end:].lstrip()
        return tuple(words)

    def _answer(self, name: str, words: Words) -> Any:
        """Return what a command returns: of the program, of a widget, of Tk."""
        if name in self._commands:
            return self._commands[name](*words)
        if name in self.widgets:
            return self.widgets[name].do(str(words[0]), *words[1:])
        if name.startswith("."):
            raise TclError(f'invalid command name "{name}"')
        if name in self._images:
            return self._of_image(name, *words)
        if "." not in self.widgets and name not in _WITHOUT_TK:
            raise TclError(f'can\'t invoke "{name}" command: application has been destroyed')
        if name in _KINDS:
            path = str(words[0])
            self.widgets[path] = widget = _KINDS[name](self, path, name, {})
            widget.put(options_of(words[1:]))
            widget.first = widget.get("width"), widget.get("height")
            return path
        both = f"{name}_{words[0]}" if words else name
        for known, rest in ((both, words[1:]), (name, words)):
            if known in _COMMANDS:
                return _COMMANDS[known](self, *rest)
            if known in _QUIET:
                return ""
        return self.unknown(name, *words)

    # ---- Tk's commands

    def _window(self, path: Any) -> Window:
        return self._widget(path).window

    def _widget(self, path: Any) -> Widget:
        if str(path) not in self.widgets:
            raise TclError(f'bad window path name "{path}"')
        return self.widgets[str(path)]

    def _after(self, delay: Any, *script: Any) -> Any:
        if script:
            return self._desk.later(0 if delay == "idle" else delay, self, script if len(script) > 1 else script[0])
        self._desk.now += float(delay)
        return ""

    def _after_cancel(self, *what: Any) -> str:
        self._desk.cancel(what[0] if len(what) == 1 else what)
        return ""

    def _after_info(self, name: Any) -> Any:
        script = self._desk.script_of(name)
        if script is None:
            raise TclError(f'event "{name}" doesn\'t exist')
        return (script, "timer")

    def _bind(self, tag: Any, *words: Any) -> Any:
        widget = self.widgets.get(str(tag))
        bindings = widget.bindings if widget else self.of_tags.setdefault(str(tag), Bindings())
        return bindings.bind(*words)

    def _destroy(self, path: Any) -> str:
        for widget in [*reversed(self.widgets.values())]:
            if path == "." or widget.path == path or widget.path.startswith(f"{path}."):
                self.send(widget, "Destroy")
                self.widgets.pop(widget.path, None)
        return ""

    def _event_generate(self, path: Any, sequence: Any, *words: Any) -> str:
        values = {name: value for name, value in options_of(words).items() if name in ("x", "y", "width", "height")}
        self.send(self._widget(path), *heard(str(sequence)), **values)
        return ""

    def _focus(self, *words: Any) -> str:
        widget = self.widgets.get(str(words[-1])) if words else None
        if isinstance(widget, Entry):
            widget.is_open = widget.was_typed  # what was typed has been refused
        return "" if words else "."

    def _grab(self, *words: Any) -> str:
        self._window(words[-1]).is_modal = True
        return ""

    def _grab_release(self, path: Any) -> str:
        self._window(path).is_modal = False
        return ""

    def _raise(self, path: Any, above: Any = None) -> str:
        self._widget(path).number = self.number()
        return ""

    def _tkwait_window(self, path: Any) -> str:
        widget = self._widget(path)
        self._desk.run(lambda: self.widgets.get(widget.path) is not widget)
        return ""

    def _tkwait_variable(self, name: Any) -> str:
        written: list[str] = []
        trace = ("write", f"waits{self.number()}")
        self.createcommand(trace[1], lambda *words: written.append(name))
        self._traces.setdefault(str(name), []).append(trace)
        self._desk.run(lambda: bool(written) or not self.widgets)
        self._traces[str(name)].remove(trace)
        return ""

    def _update(self) -> str:
        self._desk.update()
        return ""

    # ---- windows

    def _wm_title(self, path: Any, title: Any = None) -> str:
        window = self._window(path)
        if title is not None and str(title) != window.title:
            window.title = str(title)
            self.show(title)
        return window.title

    def _wm_geometry(self, path: Any, geometry: Any = None) -> str:
        window = self._window(path)
        if (size := re.match(r"=?(\d+)x(\d+)", str(geometry))) is not None:
            window.size = int(size[1]), int(size[2])
        width, height = window.pixels()
        return "" if geometry is not None else f"{width}x{height}+0+0"

    def _wm_protocol(self, path: Any, name: Any = None, script: Any = None) -> Any:
        protocols = self._window(path).protocols
        if name is None or script is None:
            return protocols.get(str(name), "") if name else tuple(protocols)
        protocols[str(name)] = str(script)
        return ""

    def _wm_withdraw(self, path: Any) -> str:
        self._window(path).is_withdrawn = True
        return ""

    def _wm_deiconify(self, path: Any) -> str:
        self._window(path).is_withdrawn = False
        return ""

    def _wm_state(self, path: Any, state: Any = None) -> str:
        window = self._window(path)
        if state is not None:
            window.is_withdrawn = state in ("withdrawn", "iconic")
        return "withdrawn" if window.is_withdrawn else "normal"

    # ---- places

    def _manage(self, manager: str, words: Words) -> str:
        """Give widgets, named first, a place."""
        paths = [*takewhile(lambda word: str(word).startswith("."), words)]
        options = options_of(words[len(paths) :])
        for widget in map(self._widget, paths):
            kept = widget.place if widget.manager in ("", manager) and manager != "pack" else {}
            within = options.get("in")
            widget.master = self._widget(within) if within else widget.master if widget.manager else widget.parent
            place = {"order": self.number(), **kept, **{key: each for key, each in options.items() if key != "in"}}
            if manager == "grid":
                place = {"column": 0, "row": self._grid_size(widget.master.path)[1] if widget.master else 0} | place
            widget.manager, widget.place = manager, place
        return ""

    def _grid_configure(self, *words: Any) -> str:
        return self._manage("grid", words)

    def _pack_configure(self, *words: Any) -> str:
        return self._manage("pack", words)

    def _place_configure(self, *words: Any) -> str:
        return self._manage("place", words)

    def _forget(self, *paths: Any) -> str:
        for widget in map(self._widget, paths):
            widget.manager, widget.place, widget.master = "", {}, widget.parent
        return ""

    def _grid_remove(self, *paths: Any) -> str:
        for widget in map(self._widget, paths):
            widget.manager = ""
        return ""

    def _place_info(self, path: Any) -> Words:
        widget = self._widget(path)
        if not widget.manager or widget.master is None:
            return ()
        place = {"in": widget.master.path, **widget.place}
        return tuple(word for name, value in place.items() if name != "order" for word in (f"-{name}", value))

    def _grid_size(self, path: Any) -> tuple[int, int]:
        places = [child.place for child in self._widget(path).inside if child.manager == "grid"]
        columns, rows = (1 + max((int(place[name]) for place in places), default=-1) for name in ("column", "row"))
        return columns, rows

    def _slaves(self, path: Any, *words: Any) -> Words:
        found = [child for child in self._widget(path).inside if isinstance(child, Widget)]
        wanted = {name: int(value) for name, value in options_of(words).items()}
        fits = [one for one in found if all(int(one.place.get(name, -1)) == at for name, at in wanted.items())]
        return tuple(child.path for child in reversed(fits))

    def _pack_slaves(self, path: Any) -> Words:
        return self._slaves(path)[::-1]

    # ---- what is asked of a widget

    def _winfo(self, what: str, *words: Any) -> Any:
        path = str(words[-1]) if words else "."
        if what == "exists":
            return int(path in self.widgets)
        if what == "rgb":
            return _colour(str(words[-1]))
        if what in ("fpixels", "pixels"):
            return int(float(str(words[-1]).rstrip("cimp")))
        widget = self._widget(path)
        if what in _LENGTHS:
            return widget.pixels()[_LENGTHS[what]]
        if what in _NUMBERS:
            return _NUMBERS[what]
        if what in ("ismapped", "viewable"):
            is_shown = not widget.is_withdrawn if isinstance(widget, Window) else bool(widget.manager)
            return int(is_shown)
        plain = {
            "children": tuple(child.path for child in widget.children),
            "class": widget.class_name,
            "geometry": "{}x{}+0+0".format(*widget.pixels()),
            "manager": "wm" if isinstance(widget, Window) else widget.manager,
            "name": path.rpartition(".")[2],
            "parent": widget.parent.path if widget.parent else "",
            "pointerxy": (0, 0),
            "toplevel": widget.window.path,
        }
        return plain[what]

    # ---- variables, fonts, pictures, dialogs

    def _set(self, name: Any, *value: Any) -> Any:
        if value:
            self.set_variable(str(name), value[0])
        return self.globalgetvar(name)

    def _unset(self, name: Any) -> str:
        self.globalunsetvar(name)
        return ""

    def _info_exists(self, name: Any) -> int:
        return int(str(name) in self.variables)

    def _trace_add(self, kind: Any, name: Any, mode: Any, script: Any) -> str:
        modes = " ".join(map(str, self.split(mode)))
        self._traces.setdefault(str(name), []).append((modes, " ".join(map(str, self.split(script)))))
        return ""

    def _trace_variable(self, name: Any, mode: Any, script: Any) -> str:
        return self._trace_add("variable", name, mode, script)

    def _trace_remove(self, kind: Any, name: Any, mode: Any, script: Any) -> str:
        given = " ".join(map(str, self.split(mode))), " ".join(map(str, self.split(script)))
        self._traces[str(name)] = [each for each in self._traces.get(str(name), ()) if each != given]
        return ""

    def _trace_info(self, kind: Any, name: Any) -> Words:
        return tuple(self._traces.get(str(name), ()))

    def _font_create(self, name: Any, *words: Any) -> Any:
        self._fonts[str(name)] = {**_FONT, **options_of(words)}
        return name

    def _font_actual(self, name: Any, *words: Any) -> Any:
        family, *size = self.split(name) or ("Arial",)
        font = self._fonts.get(str(name)) or {**_FONT, "family": family, **({"size": size[0]} if size else {})}
        asked = [str(word)[1:] for word in words if str(word)[1:] in font]
        return font[asked[0]] if asked else tuple(word for each, value in font.items() for word in (f"-{each}", value))

    def _font_configure(self, name: Any, *words: Any) -> Any:
        if len(words) > 1:
            self._fonts[str(name)] |= options_of(words)
        return self._font_actual(name, *words) if len(words) < 2 else ""

    def _font_delete(self, *names: Any) -> str:
        for name in names:
            self._fonts.pop(str(name), None)
        return ""

    def _font_measure(self, name: Any, *words: Any) -> int:
        return len(str(words[-1])) * max(1, abs(int(self._font_actual(name, "-size"))) // 2)

    def _font_metrics(self, name: Any, *words: Any) -> Any:
        height = abs(int(self._font_actual(name, "-size")))
        metrics = {"-ascent": height, "-descent": height // 4, "-linespace": height * 5 // 4, "-fixed": 0}
        return metrics[str(words[-1])] if words else tuple(word for each in metrics.items() for word in each)

    def _font_families(self, *words: Any) -> Words:
        return _FONTS[:4]

    def _font_names(self) -> Words:
        return tuple(self._fonts)

    def _image_create(self, kind: Any, name: Any, *words: Any) -> Any:
        self._images[str(name)] = options_of(words)
        return name

    def _image_delete(self, *names: Any) -> str:
        for name in names:
            self._images.pop(str(name), None)
        return ""

    def _image_names(self) -> Words:
        return tuple(self._images)

    def _image_width(self, name: Any) -> int:
        return int(self._images[str(name)].get("width") or 1)

    def _image_height(self, name: Any) -> int:
        return int(self._images[str(name)].get("height") or 1)

    def _of_image(self, name: str, subcommand: Any = "", *words: Any) -> Any:
        if subcommand == "cget":
            return self._images[name].get(str(words[0])[1:], "")
        if subcommand == "get":
            return (0, 0, 0)
        return "" if subcommand in _IMAGE_QUIET else self.unknown("image", subcommand)

    def _message(self, *words: Any) -> str:
        """Show a message, or ask a question."""
        options = options_of(words)
        text = "\n".join(str(options[part]) for part in ("title", "message", "detail") if options.get(part))
        answers = _ANSWERS.get(str(options.get("type")))
        if answers is None:
            self.show(text)
            return "ok"
        act = self._desk.person.ask(Offer(text, tuple(map(Button, answers))))
        return answers[act.button if isinstance(act, PressedButton) else -1].lower()

    def _nothing_chosen(self, *words: Any) -> str:
        """Return what is returned where the person chooses no file and no colour."""
        return ""

    def _windowing_system(self) -> str:
        return "x11"

    def _theme(self, what: str, *words: Any) -> Any:
        return ("clam", "alt", "default", "classic") if what == "names" else "default" if not words else ""


_COMMANDS: dict[str, Callable[..., Any]] = {
    "after": App._after,
    "after_cancel": App._after_cancel,
    "after_info": App._after_info,
    "bind": App._bind,
    "destroy": App._destroy,
    "event_generate": App._event_generate,
    "focus": App._focus,
    "font_actual": App._font_actual,
    "font_configure": App._font_configure,
    "font_create": App._font_create,
    "font_delete": App._font_delete,
    "font_families": App._font_families,
    "font_measure": App._font_measure,
    "font_metrics": App._font_metrics,
    "font_names": App._font_names,
    "grab": App._grab,
    "grab_release": App._grab_release,
    "grid_configure": App._grid_configure,
    "grid_forget": App._forget,
    "grid_info": App._place_info,
    "grid_remove": App._grid_remove,
    "grid_size": App._grid_size,
    "grid_slaves": App._slaves,
    "image_create": App._image_create,
    "image_delete": App._image_delete,
    "image_height": App._image_height,
    "image_names": App._image_names,
    "image_width": App._image_width,
    "info_exists": App._info_exists,
    "pack_configure": App._pack_configure,
    "pack_forget": App._forget,
    "pack_info": App._place_info,
    "pack_slaves": App._pack_slaves,
    "place_configure": App._place_configure,
    "place_forget": App._forget,
    "place_info": App._place_info,
    "place_slaves": App._slaves,
    "raise": App._raise,
    "set": App._set,
    "tk_chooseColor": App._nothing_chosen,
    "tk_chooseDirectory": App._nothing_chosen,
    "tk_getOpenFile": App._nothing_chosen,
    "tk_getSaveFile": App._nothing_chosen,
    "tk_messageBox": App._message,
    "tk_windowingsystem": App._windowing_system,
    "tkwait_variable": App._tkwait_variable,
    "tkwait_window": App._tkwait_window,
    "trace_add": App._trace_add,
    "trace_info": App._trace_info,
    "trace_remove": App._trace_remove,
    "trace_variable": App._trace_variable,
    "ttk::style_theme": App._theme,
    "unset": App._unset,
    "update": App._update,
    "winfo": App._winfo,
    "wm_deiconify": App._wm_deiconify,
    "wm_geometry": App._wm_geometry,
    "wm_iconify": App._wm_withdraw,
    "wm_protocol": App._wm_protocol,
    "wm_state": App._wm_state,
    "wm_title": App._wm_title,
    "wm_withdraw": App._wm_withdraw,
}


def false_tkinter(person: Person) -> ModuleType:
    """Return a module `_tkinter` whose windows are in front of a person."""
    module, desk = ModuleType("_tkinter"), Desk(person)
    vars(module).update(TclError=TclError, TkappType=App, Tcl_Obj=type("Tcl_Obj", (), {}))
    vars(module).update(TK_VERSION=_VERSION, TCL_VERSION=_VERSION, READABLE=2, WRITABLE=4, EXCEPTION=8)
    vars(module).update(DONT_WAIT=2, WINDOW_EVENTS=4, FILE_EVENTS=8, TIMER_EVENTS=16, IDLE_EVENTS=32, ALL_EVENTS=-3)
    vars(module).update(create=lambda *arguments: App(desk), getbusywaitinterval=lambda: 20)
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
    """Return the parts of a colour. Raises TclError for what is none."""
    digits = name.removeprefix("#")
    if not name or (name != digits and not re.fullmatch(r"[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{12}", digits)):
        raise TclError(f'invalid color name "{name}"')
    size = len(digits) // 3
    parts = [digits[at : at + size] for at in range(0, 3 * size, size)] if name != digits else ["0", "0", "0"]
    red, green, blue = (int(part, 16) * 65535 // (16 ** len(part) - 1) for part in parts)
    return red, green, blue
