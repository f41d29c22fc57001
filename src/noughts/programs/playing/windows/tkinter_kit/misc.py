"""What all widgets have: options, bindings, a place in a window, children.

Methods without an underscore are those of tkinter, and do what its manual says.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, TypeVar

from noughts.programs.loading.stand_ins import StandIn
from noughts.programs.playing.windows.tkinter_kit.bindings import Bindings, Function, heard
from noughts.programs.playing.windows.tkinter_kit.loop import Loop
from noughts.programs.playing.windows.tkinter_kit.scene import Choice

_Class = TypeVar("_Class", bound=type)
_OTHER_NAMES = {"bg": "background", "fg": "foreground", "bd": "borderwidth", "fg_color": "background"}
_OTHER_NAMES |= {"text_color": "foreground", "textvar": "textvariable"}
_DEFAULTS = {"state": "normal", "background": "#d9d9d9", "foreground": "black", "values": ()}
SCREEN = (1920, 1080)


def inert(names: str) -> Callable[[_Class], _Class]:
    """Return a decorator that gives a class methods which do nothing."""

    def with_them(cls: _Class) -> _Class:
        for name in names.split():
            if not hasattr(cls, name):
                setattr(cls, name, _inert(name))
        return cls

    return with_them


def _inert(name: str) -> Function:
    def method(self: object, *arguments: Any, **named: Any) -> StandIn:
        return StandIn(name)

    return method


class State:
    """What a widget keeps, apart from the attributes that a program may set."""

    def __init__(self, number: int) -> None:
        self.options: dict[str, Any] = {}
        self.bindings = Bindings()
        self.manager = ""
        self.place: dict[str, Any] = {}
        self.number = number  # the highest one stands in front
        self.is_alive = True
        self.is_withdrawn = self.is_modal = False
        self.size: tuple[int, int] | None = None  # that was said by `geometry`
        self.configured: tuple[int, int] | None = None  # the size that the program was notified of
        self.text = ""  # that was typed, or the title
        self.kind: Any = None  # what is equal for the cells of a board


@inert("""
    anchor bell bindtags clipboard_append clipboard_clear clipboard_get columnconfigure deletecommand
    event_add event_delete event_info focus focus_displayof focus_force focus_get focus_lastfor focus_set getboolean
    getdouble getint getvar grab_current grab_set_global grab_status grid_anchor grid_bbox
    grid_columnconfigure grid_location grid_propagate grid_rowconfigure image_names image_types
    info_patchlevel loadtk lower option_add option_clear option_get option_readfile pack_propagate propagate
    readprofile register rowconfigure selection_clear selection_get selection_handle selection_own
    selection_own_get send setvar size tk_bisque tk_focusFollowsMouse tk_focusNext tk_focusPrev tk_setPalette
    tk_strictMotif update_idletasks wait_visibility call eval createcommand winfo_atom winfo_atomname winfo_cells
    winfo_colormapfull winfo_containing winfo_depth winfo_fpixels winfo_geometry winfo_id winfo_interps winfo_pathname
    winfo_pixels winfo_pointerx winfo_pointerxy winfo_pointery winfo_rgb winfo_screen winfo_screencells
    winfo_screendepth winfo_screenmmheight winfo_screenmmwidth winfo_screenvisual winfo_server winfo_visual
    winfo_visualid winfo_visualsavailable winfo_vrootheight winfo_vrootwidth winfo_vrootx winfo_vrooty winfo_x winfo_y
    bbox identify location forget info xview xview_moveto xview_scroll yview yview_moveto yview_scroll
    unbind_all unbind_class
""")
class Misc:
    """A widget or a window."""

    _loop_: ClassVar[Loop]
    _holds_ = False  # whether it is a frame or a window, which holds others
    _is_root_ = False

    def __init__(self, master: Any = None, cnf: Any = None, **options: Any) -> None:
        if isinstance(master, dict):
            master, cnf = None, master
        options = {**(cnf or {}), **options}
        self._state_ = State(self._loop_.number())
        self._number_of_names_: dict[str, int] = {}
        self.master = self._master_(options.pop("master", None) or master)
        self.children: dict[str, Any] = {}
        self._name = str(options.pop("name", None) or self._new_name_())
        self._w = "." if self.master is None else f"{str(self.master).rstrip('.')}.{self._name}"
        if self.master is not None:
            self.master.children[self._name] = self
        self._put_(options)

    def _master_(self, master: Any) -> Any:
        """Return what a widget is in: the first window where nothing is said."""
        if isinstance(master, Misc) or self._is_root_:
            return master if isinstance(master, Misc) else None
        return self._loop_.root()

    def _new_name_(self) -> str:
        if self.master is None:
            return ""
        kind = type(self).__name__.lower()
        count = self.master._number_of_names_[kind] = self.master._number_of_names_.get(kind, 0) + 1
        return f"!{kind}" if count == 1 else f"!{kind}{count}"

    def __str__(self) -> str:
        return self._w

    @property
    def tk(self) -> Any:
        return self

    def configure(self, cnf: Any = None, **options: Any) -> Any:
        if isinstance(cnf, str):
            return (cnf, cnf, cnf, "", self.cget(cnf))
        if not cnf and not options:
            return {name: (name, name, name, "", self.cget(name)) for name in self.keys()}
        self._put_({**(cnf or {}), **options})
        return None

    config = configure

    def _put_(self, options: dict[str, Any]) -> None:
        for name, value in options.items():
            if value is not None:
                self._state_.options[_OTHER_NAMES.get(name, name)] = value
        if "text" in options or "textvariable" in options:
            self._text_changed_()
        if (variable := options.get("textvariable")) is not None:
            variable.trace_add("write", lambda *_: self._text_changed_())

    def _text_changed_(self) -> None:
        """Take note of another text."""

    def cget(self, key: str) -> Any:
        name = _OTHER_NAMES.get(key.lstrip("-"), key.lstrip("-"))
        if name == "text" and (variable := self._state_.options.get("textvariable")) is not None:
            return str(variable.get())
        return self._state_.options.get(name, _DEFAULTS.get(name, ""))

    __getitem__ = cget

    def __setitem__(self, key: str, value: Any) -> None:
        self._put_({key: value})

    def keys(self) -> list[str]:
        return sorted({*self._state_.options, "text", *_DEFAULTS})

    def bind(self, sequence: str = "", func: Function | None = None, add: Any = None, **named: Any) -> str:
        self._state_.bindings.add(sequence, named.get("command", func), add)
        return "bound"

    def unbind(self, sequence: str, funcid: Any = None) -> None:
        self._state_.bindings.remove(sequence)

    def bind_all(self, sequence: str = "", func: Function | None = None, add: Any = None) -> str:
        self._loop_.bound_to_all.add(sequence, func, add)
        return "bound"

    def bind_class(self, className: str, sequence: str = "", func: Function | None = None, add: Any = None) -> str:
        self._loop_.bound_to_class[className].add(sequence, func, add)
        return "bound"

    def event_generate(self, sequence: str, **values: Any) -> None:
        self._loop_.send(self, *heard(sequence), **values)

    def _bindings_around_(self) -> list[Bindings]:
        """Return the bindings that hear what happens here: its own, its class's, its window's, those of all."""
        window = self.winfo_toplevel()
        own = [self._state_.bindings, self._loop_.bound_to_class[self.winfo_class()]]
        return [*own, *([] if window is self else [window._state_.bindings]), self._loop_.bound_to_all]

    def _hears_clicks_(self) -> bool:
        return any(bindings.hear_clicks() for bindings in self._bindings_around_())

    def after(self, ms: Any, func: Function | None = None, *args: Any) -> str:
        if func is None:
            self._loop_.sleep(ms)
            return ""
        return self._loop_.later(0 if ms == "idle" else ms, lambda: func(*args))

    def after_idle(self, func: Function, *args: Any) -> str:
        return self.after(0, func, *args)

    def after_cancel(self, id: Any) -> None:
        self._loop_.cancel(id)

    def update(self) -> None:
        self._loop_.update()

    def mainloop(self, n: int = 0) -> None:
        self._loop_.mainloop()

    def quit(self) -> None:
        self._loop_.is_left = True

    def wait_variable(self, name: Any) -> None:
        was = name._writes_
        self._loop_.run(lambda: name._writes_ != was or not self._loop_.windows)

    waitvar = wait_variable

    def wait_window(self, window: Any = None) -> None:
        self._loop_.run(lambda: not (window or self)._state_.is_alive)

    def destroy(self) -> None:
        for child in list(self.children.values()):
            child.destroy()
        self._state_.is_alive, self._state_.manager = False, ""
        if self.master is not None:
            self.master.children.pop(self._name, None)

    def report_callback_exception(self, *error: Any) -> None:
        """Do nothing: an error is shown."""

    def nametowidget(self, name: Any) -> Any:
        found: Any = self.winfo_toplevel() if str(name).startswith(".") else self
        for part in filter(None, str(name).split(".")):
            found = found.children[part]
        return found

    def tkraise(self, aboveThis: Any = None) -> None:
        self._state_.number = self._loop_.number()

    lift = tkraise

    def grab_set(self) -> None:
        self.winfo_toplevel()._state_.is_modal = True

    def grab_release(self) -> None:
        self.winfo_toplevel()._state_.is_modal = False

    def winfo_children(self) -> list[Any]:
        return list(self.children.values())

    def winfo_class(self) -> str:
        return next(cls.__name__ for cls in type(self).__mro__ if cls.__module__.startswith("noughts."))

    def winfo_name(self) -> str:
        return self._name

    def winfo_parent(self) -> str:
        return "" if self.master is None else str(self.master)

    def winfo_toplevel(self) -> Any:
        return self if self.master is None else self.master.winfo_toplevel()

    def winfo_exists(self) -> int:
        return int(self._state_.is_alive)

    def winfo_manager(self) -> str:
        return self._state_.manager

    def winfo_ismapped(self) -> int:
        return int(self._state_.is_alive and bool(self._state_.manager or self.master is None))

    winfo_viewable = winfo_ismapped

    def winfo_width(self) -> int:
        return self._size_()[0]

    def winfo_height(self) -> int:
        return self._size_()[1]

    winfo_reqwidth, winfo_reqheight = winfo_width, winfo_height

    def winfo_rootx(self) -> int:
        return 0

    winfo_rooty = winfo_rootx

    def winfo_screenwidth(self) -> int:
        return SCREEN[0]

    def winfo_screenheight(self) -> int:
        return SCREEN[1]

    def grid_size(self) -> tuple[int, int]:
        places = [child._state_.place for child in self._inside_() if child._state_.manager == "grid"]
        width, height = (1 + max((int(place[name]) for place in places), default=-1) for name in ("column", "row"))
        return width, height

    def grid_slaves(self, row: int | None = None, column: int | None = None) -> list[Any]:
        found = self._managed_("grid")
        found = [child for child in found if row is None or int(child._state_.place["row"]) == row]
        return [child for child in found if column is None or int(child._state_.place["column"]) == column]

    def pack_slaves(self) -> list[Any]:
        return self._managed_("pack")[::-1]

    slaves = pack_slaves

    def place_slaves(self) -> list[Any]:
        return self._managed_("place")

    def _managed_(self, manager: str) -> list[Any]:
        return [child for child in self._inside_() if child._state_.manager == manager][::-1]

    def _inside_(self) -> list[Any]:
        """Return the widgets in it, in the order in which they are packed."""
        inside = [child for child in self.children.values() if child._state_.manager != "window"]
        return sorted(inside, key=lambda child: child._state_.place.get("order", 0))

    def _size_(self) -> tuple[int, int]:
        """Return its width and height in pixels: those of its window if it fills it, else those that were said."""
        said = _pixels(self.cget("width")), _pixels(self.cget("height"))
        state: State = self.winfo_toplevel()._state_
        if self._fills_() and state.size is not None:
            return state.size
        inside = [child._size_() for child in self.children.values() if child._holds_ or child._draws_] or [(1, 1)]
        return said[0] or max(w for w, _ in inside), said[1] or max(h for _, h in inside)

    _draws_ = False  # whether it is a canvas

    def _fills_(self) -> bool:
        """Return whether it is as large as its window."""
        place = self._state_.place
        fills = "both" in str(place.get("fill")) or {*"nsew"} <= {*str(place.get("sticky", ""))}
        return self.master is None or ((fills or "relwidth" in place) and bool(self.master._fills_()))

    def _kind_(self) -> Any:
        """Return what is equal for the cells of a board: their class, their window, and their size at first."""
        if self._state_.kind is None:
            size = str(self.cget("width")), str(self.cget("height"))
            self._state_.kind = self.winfo_toplevel(), self.winfo_class(), size
        return self._state_.kind

    def _is_blank_(self) -> bool:
        """Return whether the person has to type something here."""
        return False

    def _is_surface_(self) -> bool:
        """Return whether the person clicks at a place in it."""
        return False

    def _choices_(self) -> Iterator[Choice]:
        """Yield what the person can press here."""
        yield from ()

    def _says_(self) -> str:
        """Return the text that the person reads here."""
        return ""

    def _click_at_(self, x: int, y: int) -> bool:
        """Click it; return whether nothing said "break"."""
        return self._loop_.click(self, x, y)

    def _click_(self) -> bool:
        """Click its middle; return whether nothing said "break"."""
        width, height = self._size_()
        return self._click_at_(width // 2, height // 2)


def _pixels(value: Any) -> int:
    """Return a length in pixels; 0 if it is not one."""
    found = re.match(r"\d+", str(value))
    return int(found[0]) if found else 0
