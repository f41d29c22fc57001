"""The modules of tkinter, and of kits that are used like it."""

import importlib.util
from types import ModuleType
from typing import Any

from noughts.programs.loading.kit_names import TK_CONSTANTS
from noughts.programs.loading.stand_ins import StandInModule
from noughts.programs.playing.person import Person
from noughts.programs.playing.windows.tkinter_kit import dialogs, variables, widgets
from noughts.programs.playing.windows.tkinter_kit.bindings import Event
from noughts.programs.playing.windows.tkinter_kit.canvas import Canvas
from noughts.programs.playing.windows.tkinter_kit.loop import Loop
from noughts.programs.playing.windows.tkinter_kit.misc import Misc

_SAME = """
    Button Checkbutton Entry Frame Label LabelFrame Labelframe Menu Menubutton Message OptionMenu Radiobutton
    Spinbox Text Tk Toplevel Widget Wm TclError Image
"""
_CTK = {
    **{"CTk": "Tk", "CTkTabview": "Panes", "CTkScrollableFrame": "Frame", "CTkTextbox": "Text"},
    **{f"CTk{name}": name for name in ("Toplevel", "Frame", "Label", "Button", "Entry")},
    **{"CTkRadioButton": "Radiobutton", "CTkCheckBox": "Checkbutton", "CTkSwitch": "Checkbutton"},
    **{"CTkComboBox": "Combobox", "CTkSegmentedButton": "CustomOptionMenu", "CTkImage": "Image"},
    **{"CTkOptionMenu": "CustomOptionMenu"},
}
_OLD = {
    **{"tkMessageBox": "messagebox", "tkSimpleDialog": "simpledialog", "tkFont": "font", "ttk": "ttk"},
    **{"tkFileDialog": "filedialog", "tkColorChooser": "colorchooser", "ScrolledText": "scrolledtext"},
}  # the names of Python 2
_IMAGES = dict.fromkeys(("PhotoImage", "BitmapImage"), widgets.Image)

Names = dict[str, Any]


def tkinter_modules(person: Person) -> dict[str, ModuleType]:
    """Return the modules by their names; their windows are in front of a person."""
    Misc._loop_ = Loop(person, widgets.Tk)
    plain, parts = _plain(), _parts()
    below = {name: _module(f"tkinter.{name}", names) for name, names in parts.items()}
    return {
        **{name: _module(name, {**plain, **below}) for name in ("tkinter", "Tkinter")},
        **{f"tkinter.{name}": module for name, module in below.items()},
        **{name: _module(name, parts[new]) for name, new in _OLD.items()},
        **_kits_like_it(plain, parts["ttk"]),
        **_pictures(),
    }


def _module(name: str, names: Names) -> ModuleType:
    module = StandInModule(name)
    vars(module).update(names)
    return module


def _plain() -> Names:
    """Return what is directly in tkinter."""
    return {
        **TK_CONSTANTS,
        **{name: getattr(widgets, name) for name in _SAME.split()},
        **{name: value for name, value in vars(variables).items() if name.endswith(("Var", "Variable"))},
        **dict.fromkeys(("Grid", "Pack", "Place", "BaseWidget"), widgets.Widget),
        **{"Misc": Misc, "Canvas": Canvas, "Event": Event, "PanedWindow": widgets.Panes, **_IMAGES},
        **{"mainloop": _mainloop, "getint": int, "getdouble": float},
    }


def _parts() -> dict[str, Names]:
    """Return what is in the modules of tkinter."""
    same = {name: getattr(widgets, name) for name in _SAME.split()}
    panes = dict.fromkeys(("Notebook", "Panedwindow", "PanedWindow"), widgets.Panes)
    numbers = {"askinteger": dialogs.ask_number(int), "askfloat": dialogs.ask_number(float)}
    return {
        "ttk": {**same, **panes, "Combobox": widgets.Combobox, "OptionMenu": widgets.ThemedOptionMenu},
        "messagebox": dict.fromkeys(("showinfo", "showwarning", "showerror"), dialogs.show)
        | {name: dialogs.question(answers) for name, answers in dialogs.QUESTIONS.items()},
        "simpledialog": {"askstring": dialogs.ask_text, **numbers},
        "filedialog": dict.fromkeys(("askopenfilename", "asksaveasfilename", "askdirectory"), _no_name)
        | dict.fromkeys(("askopenfile", "asksaveasfile"), _no_file),
        "colorchooser": {"askcolor": _no_colour},
        "font": {"NORMAL": "normal", "BOLD": "bold", "ITALIC": "italic", "ROMAN": "roman"},
        "scrolledtext": {"ScrolledText": widgets.Text},
        "constants": TK_CONSTANTS,
    }


def _kits_like_it(plain: Names, ttk: Names) -> dict[str, ModuleType]:
    custom = {name: getattr(widgets, old) for name, old in _CTK.items()}
    custom |= {"CTkCanvas": Canvas, "CTkInputDialog": dialogs.InputDialog}
    return {
        "customtkinter": _module("customtkinter", {**plain, **custom}),
        "tkmacosx": _module("tkmacosx", plain),
        "ttkbootstrap": _module("ttkbootstrap", {**plain, **ttk, "Window": widgets.Tk}),
    }


def _pictures() -> dict[str, ModuleType]:
    """Return the module of pillow that makes pictures for tkinter, and pillow where it is not installed."""
    for_tk = _module("PIL.ImageTk", {**_IMAGES})
    is_there = importlib.util.find_spec("PIL") is not None
    return {"PIL.ImageTk": for_tk} | ({} if is_there else {"PIL": _module("PIL", {"ImageTk": for_tk})})


def _mainloop(n: int = 0) -> None:
    Misc._loop_.mainloop()


def _no_name(*arguments: Any, **options: Any) -> str:
    """Return what is returned where the person chooses no file."""
    return ""


def _no_file(*arguments: Any, **options: Any) -> None:
    """Return the same, of a function that opens the file."""


def _no_colour(*arguments: Any, **options: Any) -> tuple[None, None]:
    """Return what is returned where the person chooses no colour."""
    return None, None
