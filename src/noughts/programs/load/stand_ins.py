"""Inert stand-ins for modules that a program needs for its user interface, not for its choice of moves: windows, sound,
web.

A module that is not installed has a stand-in too, until the program uses it in a decision. Where a decision needs the
value of a stand-in, its answer is not known. The constants of window kits are theirs, as are the names that
`from ... import *` brings into a program.
"""

import importlib.machinery
import importlib.util
import inspect
import re
import string
import subprocess  # noqa: F401 - it looks for msvcrt, and must not find the stand-in
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Never

from noughts.programs.calls import InputRefused
from noughts.words import Said

_TK_WORDS = """
    N S W E NW SW NE SE NS EW NSEW CENTER NONE X Y BOTH LEFT TOP RIGHT BOTTOM RAISED SUNKEN FLAT RIDGE GROOVE SOLID
    HORIZONTAL VERTICAL NUMERIC CHAR WORD BASELINE INSIDE OUTSIDE SEL END INSERT CURRENT ANCHOR ALL NORMAL DISABLED
    ACTIVE HIDDEN CASCADE CHECKBUTTON COMMAND RADIOBUTTON SEPARATOR SINGLE BROWSE MULTIPLE EXTENDED DOTBOX UNDERLINE
    PIESLICE CHORD ARC FIRST LAST BUTT PROJECTING ROUND BEVEL MITER MOVETO SCROLL UNITS PAGES
"""
TK_CONSTANTS: dict[str, object] = {word: word.lower() for word in _TK_WORDS.split()}
TK_CONSTANTS |= dict.fromkeys(("NO", "FALSE", "OFF"), 0) | dict.fromkeys(("YES", "TRUE", "ON"), 1)
TK_CONSTANTS |= {"SEL_FIRST": "sel.first", "SEL_LAST": "sel.last", "TkVersion": 8.6, "TclVersion": 8.6}
_TK_REST = """
    TclError READABLE WRITABLE EXCEPTION EventType Event NoDefaultRoot Variable StringVar IntVar DoubleVar BooleanVar
    mainloop getint getdouble getboolean Misc CallWrapper XView YView Wm Tk Tcl Pack Place Grid BaseWidget Widget
    Toplevel Button Canvas Checkbutton Entry Frame Label Listbox Menu Menubutton Message Radiobutton Scale Scrollbar
    Text OptionMenu Image PhotoImage BitmapImage image_names image_types Spinbox LabelFrame PanedWindow
"""
_TTK = """
    Button Checkbutton Combobox Entry Frame Label Labelframe LabelFrame Menubutton Notebook Panedwindow PanedWindow
    Progressbar Radiobutton Scale Scrollbar Separator Sizegrip Spinbox Style Treeview LabeledScale OptionMenu
    tclobjs_to_py setup_master
"""
_TURTLE = """
    ScrolledCanvas TurtleScreen Screen RawTurtle Turtle RawPen Pen Shape Vec2D addshape bgcolor bgpic bye
    clearscreen colormode delay exitonclick getcanvas getshapes listen mainloop mode numinput onkey onkeypress
    onkeyrelease onscreenclick ontimer register_shape resetscreen screensize setup setworldcoordinates textinput
    title tracer turtles update window_height window_width back backward begin_fill begin_poly bk circle clear
    clearstamp clearstamps clone color degrees distance dot down end_fill end_poly fd fillcolor filling forward
    get_poly getpen getscreen get_shapepoly getturtle goto heading hideturtle home ht isdown isvisible left lt
    onclick ondrag onrelease pd pen pencolor pendown pensize penup pos position pu radians right reset
    resizemode rt seth setheading setpos setposition settiltangle setundobuffer setx sety shape shapesize
    shapetransform shearfactor showturtle speed st stamp tilt tiltangle towards turtlesize undo
    undobufferentries up width write xcor ycor write_docstringdict done Terminator
"""
_PYGAME = """
    QUIT ACTIVEEVENT KEYDOWN KEYUP TEXTINPUT MOUSEMOTION MOUSEBUTTONDOWN MOUSEBUTTONUP MOUSEWHEEL VIDEORESIZE
    VIDEOEXPOSE USEREVENT FULLSCREEN RESIZABLE NOFRAME DOUBLEBUF HWSURFACE SRCALPHA Rect Color K_BACKSPACE K_TAB
    K_RETURN K_ESCAPE K_SPACE K_DELETE K_RIGHT K_LEFT K_DOWN K_UP K_KP_ENTER K_LCTRL K_LSHIFT K_RSHIFT
"""
_KEYS = [f"K_{key}" for key in string.ascii_lowercase + string.digits] + [f"K_KP{digit}" for digit in range(10)]
CONSTANTS = dict.fromkeys(("tkinter", "tkinter.constants", "Tkinter"), TK_CONSTANTS)
STARRED = {
    "tkinter": [*TK_CONSTANTS, *_TK_REST.split()],
    "Tkinter": [*TK_CONSTANTS, *_TK_REST.split()],
    "tkinter.constants": [*TK_CONSTANTS],
    "tkinter.ttk": _TTK.split(),
    "turtle": _TURTLE.split(),
    "pygame.locals": [*_PYGAME.split(), *_KEYS],
}


_ASKING_KITS = """
    pygame tkinter Tkinter turtle kivy kivymd PyQt4 PyQt5 PyQt6 PySide2 PySide6 arcade pyglet wx easygui PySimpleGUI
    customtkinter ttkbootstrap fltk graphics cv2 OpenGL pgzero pgzrun raylib ursina vpython p5 speech_recognition flask
    streamlit django fastapi uvicorn discord telegram telebot gradio socketio flask_socketio rich curses blessed
    asciimatics msvcrt getch keyboard mouse pyautogui pynput RPi serial tkmacosx
"""
_SHOWING_KITS = """
    playsound winsound simpleaudio pyttsx3 gtts tqdm prettytable colorama termcolor colored tabulate pyfiglet art emoji
    matplotlib seaborn plotly IPython sty halo alive_progress
"""
ASKING = frozenset(_ASKING_KITS.split())  # what may wait for a person
WINDOWS = ASKING | {*_SHOWING_KITS.split()}
_PACKAGES = {"sklearn": "scikit-learn", "PIL": "pillow", "yaml": "pyyaml", "dotenv": "python-dotenv", "gym": "gym"}
_NOT_OURS = (
    "decide",
    "supports",
    "action_probabilities",
    "kernels",
    "why_not",
    "read",
    "tolist",
)  # what a strategy, an answer is asked for
_ASKING = re.compile(
    r"(integer|enter|button|choice|multenter|multchoice|yn|cc|bool|index|password)box|ask\w+|prompt|confirm"
    r"|(text|num)input|popup_?(get|yes|ok)\w*|read_?key|getw?che?"
)
_PERSON = frozenset({"pygame.event.get", "pygame.event.poll", "pygame.event.wait"})  # what a game loop asks
_GIVE_BACK = frozenset({"tqdm", "track", "colored", "stylize", "emojize"})  # what they are given, in a dress


class NeedsValue(InputRefused):
    """A decision needs the value of something that a stand-in stands for, which a person or a window would give."""

    def __str__(self) -> str:
        return f"it needs what {self.code} gives, which is not known here: a person or a window gives it"


class StandIn:
    """Anything that a module of stand-ins holds: it takes every use, and does nothing.

    Its value is not known: a decision may show it, and not compute with it.
    """

    _name: str
    _needed: bool

    def __init__(self, name: Any, needed: Any = False, *arguments: Any, **named: Any) -> None:
        if isinstance(name, str):  # else an instance of a class with it as its base: `Frame.__init__(self, root)`
            vars(self).update(_name=name, _needed=needed)

    def __getattr__(self, name: str) -> "StandIn":
        if name.startswith("__") or name in _NOT_OURS:
            raise AttributeError(name)
        return type(self)(f"{self._name}.{name}", self._needed)

    def __setattr__(self, name: str, value: object) -> None:
        """Forget it."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        if self._needed and not _Loading.depth:
            raise _refused(self._name)
        if not _Loading.depth and _ASKING.fullmatch(self._name.rpartition(".")[2].lower()):
            raise NeedsValue(f"{self._name}()")
        if self._name in _PERSON and _Loading.depth:
            raise NeedsValue(f"{self._name}()")
        if arguments and self._name.rpartition(".")[2] in _GIVE_BACK:
            return arguments[0]
        if self._name.endswith("trange"):
            return range(*arguments)
        if len(arguments) == 1 and not named and (inspect.isfunction(arguments[0]) or inspect.isclass(arguments[0])):
            return arguments[0]  # used as a decorator
        return self

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        return (StandInBase,)

    def __enter__(self) -> "StandIn":
        return self

    def __exit__(self, *exc: object) -> None:
        """Nothing was opened."""

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def __bool__(self) -> bool:
        return False

    def __int__(self) -> int:
        return self._value()

    def __index__(self) -> int:
        return self._value()

    def __float__(self) -> float:
        return float(self._value())

    def _value(self) -> int:
        """Return 0 where it is only shown. Raises NeedsValue in a decision."""
        if not _Loading.depth:
            raise NeedsValue(self._name)
        return 0

    def __str__(self) -> str:
        return ""

    def __contains__(self, thing: object) -> bool:
        return False

    def __setitem__(self, key: object, value: object) -> None:
        """Forget it."""

    def _itself(self, *others: object) -> "StandIn":
        return self

    def _no(self, other: object) -> bool:
        return False

    __getitem__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _itself
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __neg__ = __or__ = __ror__ = __and__ = _itself
    __lt__ = __le__ = __gt__ = __ge__ = _no


class StandInBase:
    """The base of a class whose base is a stand-in."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """Take anything."""

    def __getattr__(self, name: str) -> StandIn:
        if name.startswith("__") or name in _NOT_OURS:
            raise AttributeError(name)
        return StandIn(name)


class StandInModule(ModuleType):
    """A module of stand-ins; `from ... import *` imports the names of kits that are used so, else nothing."""

    needed = False

    def __init__(self, name: str) -> None:
        super().__init__(name)
        vars(self).update(__path__=[], __all__=STARRED.get(name, []), **CONSTANTS.get(name, {}))

    def __getattr__(self, name: str) -> StandIn:
        if name.startswith("__"):
            raise AttributeError(name)
        if self.needed and not (_Loading.depth or _Loading.refuse):
            raise _missing(self.__name__)
        return StandIn(f"{self.__name__}.{name}", self.needed)


def _missing(name: str) -> ModuleNotFoundError:
    top = name.partition(".")[0]
    values = {"module": repr(top), "package": _PACKAGES.get(top, top)}
    in_browser = sys.platform == "emscripten"  # a visitor of the page installs nothing
    kind = "calling.needs-at-home" if in_browser else "calling.needs"
    return ModuleNotFoundError(str(Said(kind, values)), name=top)


class _Loading:
    """Whether programs are being loaded now; how a call of a missing module is refused in a game that is played, where
    it may be named without a call."""

    depth = 0
    refuse: Callable[[ModuleNotFoundError], Never] | None = None


def _refused(name: str) -> ModuleNotFoundError:
    """Return the error of a call of a missing module; a game that is played ends there."""
    error = _missing(name)
    if _Loading.refuse is not None:
        _Loading.refuse(error)
    return error


def of_a_game(refuse: Callable[[ModuleNotFoundError], Never]) -> MetaPathFinder:
    """Return what finds stand-ins for modules that are missing in a game that is played: it is refused where it calls
    one."""
    _Loading.refuse = staticmethod(refuse)
    return _Missing()


class _StandInLoader(Loader):
    def __init__(self, needed: bool) -> None:
        self.needed = needed

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = StandInModule(spec.name)
        module.needed = self.needed
        return module

    def exec_module(self, module: ModuleType) -> None:
        """There is nothing to run."""


class _StandIns(MetaPathFinder):
    """Finds the stand-ins of windows and the like before any other finder."""

    def find_spec(self, name: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        return stand_in_spec(name) if name.partition(".")[0] in WINDOWS else None


class _Missing(MetaPathFinder):
    """Finds a stand-in for a module that no other finder has; below a module that is there nothing is missing."""

    def find_spec(self, name: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        top = name.partition(".")[0]
        there = top in sys.stdlib_module_names or top == "noughts"
        parent = sys.modules.get(name.rpartition(".")[0])
        if there or (parent is not None and not isinstance(parent, StandInModule)):
            return None
        return stand_in_spec(name, needed=True)


def stand_in_spec(name: str, needed: bool = False) -> ModuleSpec:
    """Return what imports a module of stand-ins; one that is needed may be used only while a program is loaded."""
    return importlib.machinery.ModuleSpec(name, _StandInLoader(needed), is_package=True)


@contextmanager
def stand_ins() -> Iterator[None]:
    """Let imports find stand-ins, while a program is loaded."""
    first, last = _StandIns(), _Missing()
    sys.meta_path.insert(0, first)
    sys.meta_path.append(last)
    _Loading.depth += 1
    try:
        yield
    finally:
        _Loading.depth -= 1
        sys.meta_path.remove(first)
        sys.meta_path.remove(last)
