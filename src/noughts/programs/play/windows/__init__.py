"""Windows whose person is a program: tkinter over a false Tk, turtle over that, and pygame without a display."""

import sys
from collections.abc import Callable
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from noughts.programs.load.files import module_in
from noughts.programs.load.stand_ins import WINDOWS, of_a_game, stand_in_spec
from noughts.programs.play.stage import Person
from noughts.programs.play.windows import pygame_hooks
from noughts.programs.play.windows.tk_interpreter import false_tkinter

_PLAYED = {"tkinter": "Debian's package python3-tk", "pygame": "pip install pygame-ce"}  # and what they come with
_OVER_TK = frozenset({"turtle", "Tkinter", "customtkinter", "ttkbootstrap", "tkmacosx"})  # they are there or not


def install(person: Person) -> None:
    """Let programs that are run from now on import window kits that a person is in front of.

    Kits that cannot be used do nothing; a module that is missing ends the game where it is called. A file of the folder
    that is first on the path comes before a kit of its name.
    """
    for name in [name for name in sys.modules if name.partition(".")[0] in {*WINDOWS, "_tkinter"}]:
        del sys.modules[name]
    sys.modules["_tkinter"] = false_tkinter(person)
    sys.meta_path.insert(0, _Kits(person))
    sys.meta_path.append(of_a_game(lambda error: person.end(str(error), fault=False, is_cut=True)))


class _Kits(MetaPathFinder):
    """Finds the kits: those that can be used, and those that do nothing."""

    def __init__(self, person: Person) -> None:
        self._person = person

    def find_spec(self, name: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return what imports a kit, unless the program has a file of its name.

        Raises ModuleNotFoundError for one that can be used and is not installed.
        """
        top = name.partition(".")[0]
        if top not in WINDOWS - _OVER_TK or module_in(Path(sys.path[0]), top) is not None:
            return None
        if top not in _PLAYED:
            return stand_in_spec(name)
        if name != top:
            return None
        spec = PathFinder.find_spec(name)
        if spec is None:
            raise ModuleNotFoundError(f"it needs {name}: {_PLAYED[name]}", name=name)
        if name == "pygame" and spec.loader is not None:
            spec.loader = _Hooked(spec.loader, lambda module: pygame_hooks.install(module, self._person))
        return spec


class _Hooked(Loader):
    """Loads a module as another loader does, and then changes it."""

    def __init__(self, loader: Any, change: Callable[[ModuleType], None]) -> None:
        self._loader, self._change = loader, change

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Return the module."""
        module: ModuleType | None = self._loader.create_module(spec)
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Run the module, and change it."""
        pygame_hooks.without_display()
        self._loader.exec_module(module)
        self._change(module)
