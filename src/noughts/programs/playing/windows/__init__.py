"""Stand-ins for window kits, whose person is a program."""

import sys
from collections.abc import Mapping
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from noughts.programs.loading.own_files import module_in
from noughts.programs.loading.stand_ins import WINDOWS, stand_in_spec
from noughts.programs.playing.person import Person
from noughts.programs.playing.windows.pygame_kit.modules import pygame_modules
from noughts.programs.playing.windows.tkinter_kit.modules import tkinter_modules

_REAL = frozenset({"turtle"})  # it draws with tkinter and needs nothing else


def install(person: Person) -> None:
    """Let programs that are run from now on import window kits that a person is in front of.

    tkinter (with what is like it), pygame, and turtle over tkinter can be used; other kits do nothing. A file of the
    folder that is first on the path comes before a kit of its name.
    """
    modules = tkinter_modules(person) | pygame_modules(person)
    for name in [name for name in sys.modules if name.partition(".")[0] in {*modules, *WINDOWS}]:
        del sys.modules[name]
    sys.meta_path.insert(0, _Kits(modules))


class _Kits(MetaPathFinder):
    """Finds the kits: those that can be used, and those that do nothing."""

    def __init__(self, modules: Mapping[str, ModuleType]) -> None:
        self._modules = modules

    def find_spec(self, name: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return what imports a kit, unless the program has a file of its name."""
        top = name.partition(".")[0]
        is_kit = name in self._modules or (top in WINDOWS and top not in _REAL)
        if not is_kit or module_in(Path(sys.path[0]), top) is not None:
            return None
        if name in self._modules:
            return ModuleSpec(name, _KitLoader(self._modules[name]), is_package=True)
        return stand_in_spec(name)


class _KitLoader(Loader):
    """Gives a module that was made before."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module."""
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        """There is nothing to run."""
