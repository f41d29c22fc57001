"""The modules of tkinter, and of kits that are used like it."""

from types import ModuleType
from typing import Any

from noughts.programs.loading.kit_names import TK_CONSTANTS
from noughts.programs.loading.stand_ins import StandInModule
from noughts.programs.playing.windows.person import Person
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


def tkinter_modules(person: Person) -> dict[str, ModuleType]:
    """Return the modules by their names; their windows are in front of a person."""
    Misc._loop_ = Loop(person, widgets.Tk)
    same = {name: getattr(widgets, name) for name in _SAME.split()}
    vars_ = {name: value for name, value in vars(variables).items() if name.endswith(("Var", "Variable"))}
    images = dict.fromkeys(("PhotoImage", "BitmapImage"), widgets.Image)
    bases = {**dict.fromkeys(("Grid", "Pack", "Place", "BaseWidget"), widgets.Widget), "Misc": Misc}
    plain: dict[str, Any] = {**TK_CONSTANTS, **same, **vars_, **images, **bases, "Canvas": Canvas, "Event": Event}
    plain |= {"PanedWindow": widgets.Panes, "mainloop": _mainloop, "getint": int, "getdouble": float}
    panes = ("Notebook", "Panedwindow", "PanedWindow")
    ttk = {**same, **dict.fromkeys(panes, widgets.Panes), "Combobox": widgets.Combobox}
    ttk["OptionMenu"] = widgets.ThemedOptionMenu
    message = {"showinfo": dialogs.show, "showwarning": dialogs.show, "showerror": dialogs.show}
    message |= {name: dialogs.question(answers) for name, answers in dialogs.QUESTIONS.items()}
    simple = {"askstring": dialogs.ask_text, "askinteger": dialogs.ask_number(int)}
    simple |= {"askfloat": dialogs.ask_number(float)}
    ctk = {**plain, **{name: getattr(widgets, old) for name, old in _CTK.items()}, "CTkCanvas": Canvas}
    ctk["CTkInputDialog"] = dialogs.InputDialog
    parts: dict[str, dict[str, Any]] = {
        **{"messagebox": message, "simpledialog": simple, "ttk": ttk, "constants": TK_CONSTANTS},
        **{"font": {"NORMAL": "normal", "BOLD": "bold", "ITALIC": "italic", "ROMAN": "roman"}},
        **{"scrolledtext": {"ScrolledText": widgets.Text}, "filedialog": dict.fromkeys(_FILES.split(), _no_file)},
        **{"colorchooser": {"askcolor": _no_colour}},
    }
    below = {name: _module(f"tkinter.{name}", names) for name, names in parts.items()}
    made = {f"tkinter.{name}": module for name, module in below.items()}
    for name, old in _OLD.items():
        made[name] = _module(name, parts[old])
    for name in ("tkinter", "Tkinter"):
        made[name] = _module(name, {**plain, **below})
    made["customtkinter"] = _module("customtkinter", ctk)
    made["tkmacosx"] = _module("tkmacosx", plain)
    made["ttkbootstrap"] = _module("ttkbootstrap", {**plain, **ttk, "Window": widgets.Tk})
    return made


_OLD = {"tkMessageBox": "messagebox", "tkSimpleDialog": "simpledialog", "tkFont": "font", "ttk": "ttk"}
_OLD |= {"tkFileDialog": "filedialog", "tkColorChooser": "colorchooser", "ScrolledText": "scrolledtext"}
_FILES = "askopenfilename asksaveasfilename askdirectory askopenfilenames askopenfile asksaveasfile"


def _module(name: str, names: dict[str, Any]) -> ModuleType:
    module = StandInModule(name)
    vars(module).update(names)
    return module


def _mainloop(n: int = 0) -> None:
    Misc._loop_.mainloop()


def _no_file(*arguments: Any, **options: Any) -> str:
    """Return what is returned where the person chooses no file."""
    return ""


def _no_colour(*arguments: Any, **options: Any) -> tuple[None, None]:
    return None, None
