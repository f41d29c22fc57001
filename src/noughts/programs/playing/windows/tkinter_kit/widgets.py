"""Windows and the widgets in them, each with what a person can do with it.

Methods without an underscore are those of tkinter, and do what its manual says.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from noughts.programs.playing.windows.tkinter_kit.bindings import Function
from noughts.programs.playing.windows.tkinter_kit.misc import Misc, inert
from noughts.programs.playing.windows.tkinter_kit.scene import Choice


class TclError(Exception):
    """What tkinter raises; never raised here."""


@inert("""
    aspect attributes client colormapwindows command focusmodel frame grid group iconbitmap iconmask iconname iconphoto
    iconposition iconwindow manage maxsize minsize overrideredirect positionfrom resizable sizefrom transient
    wm_aspect wm_attributes wm_client wm_colormapwindows wm_command wm_focusmodel wm_forget wm_frame wm_grid wm_group
    wm_iconbitmap wm_iconmask wm_iconname wm_iconphoto wm_iconposition wm_iconwindow wm_manage wm_maxsize wm_minsize
    wm_overrideredirect wm_positionfrom wm_resizable wm_sizefrom wm_transient
""")
class Wm(Misc):
    """A window."""

    _holds_ = True

    def __init__(self, master: Any = None, cnf: Any = None, **options: Any) -> None:
        super().__init__(master, cnf, **options)
        self._protocols_: dict[str, Function] = {}
        self._loop_.windows.append(self)

    def title(self, string: str | None = None) -> str:
        if string is not None and str(string) != self._state_.text:
            self._state_.text = str(string)
            self._loop_.person.show(self._state_.text)
        return self._state_.text

    def geometry(self, newGeometry: Any = None) -> str:
        if (said := re.match(r"(\d+)x(\d+)", str(newGeometry))) is not None:
            self._state_.size = int(said[1]), int(said[2])
        width, height = self._size_()
        return f"{width}x{height}+0+0"

    def protocol(self, name: str = "", func: Function | None = None) -> None:
        if func is not None:
            self._protocols_[name] = func

    def withdraw(self) -> None:
        self._state_.is_withdrawn = True

    def deiconify(self) -> None:
        self._state_.is_withdrawn = False

    def state(self, newstate: str | None = None) -> str:
        if newstate is not None:
            self._state_.is_withdrawn = newstate in ("withdrawn", "iconic")
        return "withdrawn" if self._state_.is_withdrawn else "normal"

    iconify = wm_iconify = wm_withdraw = withdraw
    wm_title, wm_geometry, wm_protocol, wm_deiconify, wm_state = title, geometry, protocol, deiconify, state

    def winfo_toplevel(self) -> Any:
        return self

    def destroy(self) -> None:
        super().destroy()
        if self in self._loop_.windows:
            self._loop_.windows.remove(self)

    def _close_(self) -> None:
        """Close the window as its person does."""
        if "WM_DELETE_WINDOW" in self._protocols_:
            self._loop_.call(self._protocols_["WM_DELETE_WINDOW"])
        if self._state_.is_alive:
            self.destroy()

    def _fills_(self) -> bool:
        return True

    def _inside_(self) -> list[Any]:
        return [child for child in super()._inside_() if not isinstance(child, Wm)]

    def _is_surface_(self) -> bool:
        """Return whether one clicks in the window itself; where it holds a canvas, one clicks there."""
        return self._state_.bindings.hear_clicks() and not any(child._draws_ for child in self._below_())

    def _below_(self) -> Iterator[Any]:
        waiting = list(self.children.values())
        while waiting:
            yield (widget := waiting.pop())
            waiting += widget.children.values()

    def _choices_(self) -> Iterator[Choice]:
        """Yield the commands of the menu."""
        if isinstance(menu := self.cget("menu"), Menu):
            yield from menu._commands_()

    def _says_(self) -> str:
        return self._state_.text


class Tk(Wm):
    """The first window."""

    _is_root_ = True

    def __init__(self, *names: Any, **options: Any) -> None:
        super().__init__(None, **{name: value for name, value in options.items() if name not in ("className", "theme")})


class Toplevel(Wm):
    """Another window."""


@inert("grid_bbox")
class Widget(Misc):
    """What has a place in a window."""

    def grid_configure(self, cnf: Any = None, **options: Any) -> None:
        options = {**(cnf or {}), **options}
        if "row" not in options and not (self._state_.manager == "grid" or "row" in self._state_.place):
            options["row"] = self.master.grid_size()[1]
        self._manage_("grid", {"column": 0, **self._state_.place, **options})

    def pack_configure(self, cnf: Any = None, **options: Any) -> None:
        self._manage_("pack", {**(cnf or {}), **options})

    def place_configure(self, cnf: Any = None, **options: Any) -> None:
        self._manage_("place", {**self._state_.place, **(cnf or {}), **options})

    grid, pack, place = grid_configure, pack_configure, place_configure

    def _manage_(self, manager: str, place: dict[str, Any]) -> None:
        self._state_.manager = manager
        self._state_.place = {"order": self._loop_.number(), **place}

    def grid_forget(self) -> None:
        self._state_.manager, self._state_.place = "", {}

    def grid_remove(self) -> None:
        self._state_.manager = ""

    pack_forget = place_forget = forget = grid_forget

    def grid_info(self) -> dict[str, Any]:
        place = {name: value for name, value in self._state_.place.items() if name != "order"}
        return {"in": self.master, **place} if self._state_.manager else {}

    pack_info = place_info = info = grid_info

    def state(self, statespec: Any = None) -> Any:
        words = [statespec] if isinstance(statespec, str) else list(statespec or ())
        if words:
            self["state"] = "normal" if "!disabled" in words else "disabled" if "disabled" in words else None
        return (self.cget("state"),) if self.cget("state") != "normal" else ()

    def instate(self, statespec: Any, callback: Function | None = None) -> bool:
        words = [statespec] if isinstance(statespec, str) else list(statespec)
        return all(("disabled" in word) and word.startswith("!") is self._is_enabled_() for word in words)

    def _is_enabled_(self) -> bool:
        return str(self.cget("state")) != "disabled"

    def _choices_(self) -> Iterator[Choice]:
        """Yield the widget where a click of it is heard."""
        if self._hears_clicks_():
            yield Choice(str(self.cget("text")), self._pressed_, is_cell=True)

    def _pressed_(self) -> None:
        self._click_()
        self._loop_.leave(self)


class Frame(Widget):
    """What holds other widgets."""

    _holds_ = True

    def _is_surface_(self) -> bool:
        return self._state_.bindings.hear_clicks()

    def _choices_(self) -> Iterator[Choice]:
        if self._state_.bindings.hear_clicks():
            yield from super()._choices_()


class Label(Widget):
    """A text, which the person reads."""

    def _text_changed_(self) -> None:
        text = str(self.cget("text"))
        if text.strip() and text != self._state_.text:
            self._loop_.person.show(text)
        self._state_.text = text

    def _says_(self) -> str:
        return "" if self._hears_clicks_() else str(self.cget("text")).strip()


class Message(Label):
    """A text of several lines."""


class LabelFrame(Frame):
    """A frame with a text."""

    def _says_(self) -> str:
        return str(self.cget("text")).strip()


Labelframe = LabelFrame


@inert("flash")
class Button(Widget):
    """What has a command."""

    def invoke(self) -> Any:
        if self._is_enabled_():
            self._select_()
            if callable(command := self.cget("command")):
                return self._loop_.call(command, *self._passed_())
        return None

    def _select_(self) -> None:
        """Set the variable of a button that has one."""

    def _passed_(self) -> list[Any]:
        """Return what its command is called with."""
        return []

    def _choices_(self) -> Iterator[Choice]:
        is_enabled = self._is_enabled_() or self._hears_clicks_()
        yield Choice(str(self.cget("text")), self._pressed_, is_enabled, is_cell=type(self)._select_ is Button._select_)

    def _pressed_(self) -> None:
        if self._click_() and self._state_.is_alive:
            self.invoke()
        self._loop_.leave(self)


@inert("deselect")
class Radiobutton(Button):
    """One of several: it sets their variable."""

    def _select_(self) -> None:
        self._loop_.call(self.cget("variable").set, self.cget("value")) if self.cget("variable") != "" else None

    select = _select_


class Checkbutton(Button):
    """What is on or off."""

    def _select_(self) -> None:
        self._turn_(not self.get())

    def _turn_(self, is_on: bool) -> None:
        value = self._state_.options.get("onvalue" if is_on else "offvalue", int(is_on))
        self._state_.text = "on" if is_on else ""
        if (variable := self.cget("variable")) != "":
            self._loop_.call(variable.set, value)

    def get(self) -> int:
        if (variable := self.cget("variable")) != "":
            return int(
                str(variable.get()) == str(variable.__class__(value=self._state_.options.get("onvalue", 1)).get())
            )
        return int(self._state_.text == "on")

    toggle = _select_

    def select(self) -> None:
        self._turn_(True)

    def deselect(self) -> None:
        self._turn_(False)


@inert("""
    icursor index scan scan_mark scan_dragto selection select_adjust select_clear select_from select_present
    select_range select_to selection_adjust selection_clear selection_from selection_present selection_range
    selection_to validate selection_element invoke current set_menu
""")
class Entry(Widget):
    """A line that the person types."""

    def get(self) -> str:
        variable = self.cget("textvariable")
        return self._state_.text if variable == "" else str(variable.get())

    def _write_(self, text: str) -> None:
        self._state_.text = text
        if (variable := self.cget("textvariable")) != "":
            self._loop_.call(variable.set, text)

    def insert(self, index: Any, string: Any) -> None:
        text = self.get()
        at = min(int(index), len(text)) if str(index).isdigit() else len(text)
        self._write_(text[:at] + str(string) + text[at:])

    def delete(self, first: Any, last: Any = None) -> None:
        text = self.get()
        start = int(first) if str(first).isdigit() else len(text)
        end = start + 1 if last is None else int(last) if str(last).isdigit() else len(text)
        self._write_(text[:start] + text[end:])

    def set(self, value: Any) -> None:
        self._write_(str(value))

    def _is_blank_(self) -> bool:
        return self._is_enabled_() and str(self.cget("state")) != "readonly" and not self.get().strip()

    def _question_(self) -> str:
        """Return the text beside it."""
        around = [one._says_() for one in self.master.winfo_children() if isinstance(one, Label)]
        return "\n".join(filter(None, (self.winfo_toplevel().title(), str(self.cget("placeholder_text")), *around)))

    def _type_(self, text: str) -> None:
        """Type a line, and end it."""
        self._write_(text)
        for key in (*text[-1:], "Return"):
            self._loop_.key([self], key)

    def _choices_(self) -> Iterator[Choice]:
        yield from (Choice(str(value), partial(self._choose_, value)) for value in self.cget("values") or ())

    def _choose_(self, value: Any) -> None:
        self.set(value)
        self._loop_.send(self, "<<ComboboxSelected>>")
        if callable(command := self.cget("command")):
            self._loop_.call(command, *self._chosen_(value))

    def _chosen_(self, value: Any) -> list[Any]:
        return []


class Spinbox(Entry):
    """A line with numbers to choose."""

    def get(self) -> str:
        return super().get() or str(self.cget("from_") or next(iter(self.cget("values")), ""))


class Combobox(Entry):
    """A line with values to choose."""

    def current(self, newindex: int | None = None) -> int:
        values = [str(value) for value in self.cget("values")]
        if newindex is not None:
            self.set(values[newindex])
        return values.index(self.get()) if self.get() in values else -1

    def _is_blank_(self) -> bool:
        return not self.cget("values") and super()._is_blank_()


class OptionMenu(Combobox):
    """A button that shows values to choose."""

    def __init__(self, master: Any = None, variable: Any = None, *values: Any, **options: Any) -> None:
        super().__init__(master, **{"values": values, **options})
        self._state_.options["textvariable"] = variable if variable is not None else ""

    def _chosen_(self, value: Any) -> list[Any]:
        return [value]


class ThemedOptionMenu(OptionMenu):
    """The one of ttk, whose first value is set."""

    def __init__(self, master: Any, variable: Any, default: Any = None, *values: Any, **options: Any) -> None:
        super().__init__(master, variable, *values, **options)
        if default is not None:
            variable.set(default)


@inert("""
    compare count debug dlineinfo dump edit edit_modified edit_redo edit_reset edit_separator edit_undo image_cget
    image_configure image_create index mark_gravity mark_names mark_next mark_previous mark_set mark_unset peer_create
    peer_names replace scan_dragto scan_mark search see tag_add tag_bind tag_cget tag_config tag_configure tag_delete
    tag_lower tag_names tag_nextrange tag_prevrange tag_raise tag_ranges tag_remove tag_unbind window_cget
    window_config window_configure window_create window_names yview_pickplace
""")
class Text(Widget):
    """Lines of text, which are shown."""

    def get(self, index1: Any = None, index2: Any = None) -> str:
        return self._state_.text + "\n"

    def insert(self, index: Any, chars: Any, *args: Any) -> None:
        text, at_start = self._state_.text, str(index) in ("1.0", "0.0")
        self._state_.text = f"{chars}{text}" if at_start else f"{text}{chars}"
        self._loop_.person.show(str(chars))

    def delete(self, index1: Any, index2: Any = None) -> None:
        self._state_.text = ""

    def _says_(self) -> str:
        return self._state_.text.strip()


ScrolledText = Text


@inert("activate index insert insert_cascade insert_checkbutton insert_command insert_radiobutton insert_separator")
@inert("invoke post tk_popup type unpost xposition yposition")
class Menu(Widget):
    """Commands of a window."""

    def __init__(self, master: Any = None, cnf: Any = None, **options: Any) -> None:
        super().__init__(master, cnf, **options)
        self._entries_: list[dict[str, Any]] = []

    def add(self, itemType: str, cnf: Any = None, **options: Any) -> None:
        self._entries_.append({**(cnf or {}), **options})

    def _add_(self, cnf: Any = None, **options: Any) -> None:
        self.add("", cnf, **options)

    add_command = add_cascade = add_radiobutton = add_checkbutton = add_separator = _add_

    def delete(self, index1: Any, index2: Any = None) -> None:
        self._entries_.clear()

    def entryconfigure(self, index: Any, cnf: Any = None, **options: Any) -> None:
        self._entry_(index).update(cnf or {}, **options)

    entryconfig = entryconfigure

    def entrycget(self, index: Any, option: str) -> Any:
        return self._entry_(index).get(option, "")

    def _entry_(self, index: Any) -> dict[str, Any]:
        """Return an entry by its number or its label; an empty one where there is none."""
        numbered = enumerate(self._entries_)
        return next((entry for number, entry in numbered if index in (number, entry.get("label"))), {})

    def _commands_(self) -> Iterator[Choice]:
        for entry in self._entries_:
            if isinstance(entry.get("menu"), Menu):
                yield from entry["menu"]._commands_()
            elif "label" in entry:
                is_enabled = entry.get("state") != "disabled"
                yield Choice(str(entry["label"]), partial(self._run_, entry), is_enabled)

    def _run_(self, entry: dict[str, Any]) -> None:
        """Set the variable of an entry and call its command."""
        if entry.get("variable") is not None:
            value = entry.get("value", entry["label"] if "onvalue" not in entry else entry["onvalue"])
            self._loop_.call(entry["variable"].set, value)
        if callable(entry.get("command")):
            self._loop_.call(entry["command"])


class Menubutton(Button):
    """A button that shows a menu."""

    def _choices_(self) -> Iterator[Choice]:
        if isinstance(menu := self.cget("menu"), Menu):
            yield from menu._commands_()


@inert("add panecget paneconfig paneconfigure panes proxy proxy_coord proxy_forget proxy_place remove sash")
@inert("sash_coord sash_mark sash_place select tab tabs index hide set insert pane sashpos enable_traversal")
class Panes(Frame):
    """What holds widgets in panes or tabs, all of which can be seen."""

    def add(self, child: Any, *args: Any, **options: Any) -> None:
        child.pack()


class Image:
    """A picture, of which nothing is known."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._size = int(options.get("width") or 1), int(options.get("height") or 1)

    def width(self) -> int:
        return self._size[0]

    def height(self) -> int:
        return self._size[1]

    def subsample(self, *arguments: Any) -> "Image":
        return self

    zoom = copy = resize = subsample

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *arguments, **options: None

    def __setitem__(self, key: str, value: Any) -> None:
        """Forget it."""


class CustomOptionMenu(Combobox):
    """The one of customtkinter, whose command is passed the value."""

    def _put_(self, options: dict[str, Any]) -> None:
        """Call the variable what it is called in a line of text."""
        renamed = {"textvariable" if name == "variable" else name: value for name, value in options.items()}
        super()._put_(renamed)
        if values := options.get("values"):
            self._state_.text = self._state_.text or str(values[0])

    def _chosen_(self, value: Any) -> list[Any]:
        return [value]
