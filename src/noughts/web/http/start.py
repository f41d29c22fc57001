"""What the first page needs, as one module made when the server starts: a browser asks once, not thirty times.

Each module becomes a function that returns what it exports. The other views take these modules from there too, so that
each exists once: their imports are rewritten.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from posixpath import dirname, relpath

from noughts.web.http.page import STATIC, VIEWS, document, resolved, source

NAME = "start.js"
_IMPORT = re.compile(
    r'^import (?:\* as (?P<all>\w+)|(?P<one>\w+)|\{(?P<some>[^}]*)\}) from "(?P<of>[^"]+)";$', re.MULTILINE
)
_LATER = re.compile(r'\bimport\("(?P<of>[^"]+)"\)')
_DECLARED = re.compile(r"^export (?P<rest>(?:const|class|(?:async )?function\*?) (?P<name>\w+))", re.MULTILINE)
_LISTED = re.compile(r"^export \{(?P<names>[^}]*)\};$", re.MULTILINE)
_DEFAULT = re.compile(r"^export default ", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)


class Start:
    """Some modules in one. `entry` begins the page; `others` are those that it may load later, with all they import."""

    def __init__(self, source: Callable[[str], str], entry: str, others: Iterable[str]) -> None:
        self._source = source
        self.names = list(dict.fromkeys(name for root in (*others, entry) for name in self._in_order(root, ())))
        self._short = {name: f"module{number}" for number, name in enumerate(self.names)}
        functions = "".join(self._function(name) for name in self.names)
        self.text = f"{functions}export {{ {', '.join(self._short.values())} }};\n"

    def linked(self, name: str, text: str) -> str:
        """Return a module that is not among these, with what it imports of them taken from here."""

        def link(found: re.Match[str]) -> str:
            target = resolved(name, found["of"])
            if target not in self._short:
                return found[0]
            here = relpath(NAME, dirname(name) or ".")
            path = here if here.startswith(".") else f"./{here}"
            return f'import {{ {self._short[target]} }} from "{path}"; {self._taken(found, target)}'

        return _IMPORT.sub(link, text)

    def _in_order(self, name: str, above: tuple[str, ...]) -> Iterator[str]:
        """Yield what a module imports before itself, then the module."""
        if name in above:
            raise ValueError(f"{name} imports itself, through {' and '.join(above)}")
        for found in _IMPORT.finditer(self._source(name)):
            yield from self._in_order(resolved(name, found["of"]), (*above, name))
        yield name

    def _function(self, name: str) -> str:
        """Return a module as a constant: the object of what it exports."""
        exported = list[str]()

        def declared(found: re.Match[str]) -> str:
            exported.append(found["name"])
            return found["rest"]

        def listed(found: re.Match[str]) -> str:
            exported.extend(each.strip() for each in found["names"].split(","))
            return ""

        def default(_: re.Match[str]) -> str:
            exported.append("default: given")
            return "const given = "

        text = _IMPORT.sub(lambda found: self._taken(found, resolved(name, found["of"])), self._source(name))
        text = _DEFAULT.sub(default, _LISTED.sub(listed, _DECLARED.sub(declared, text)))
        text = _LATER.sub(lambda found: self._later(resolved(name, found["of"])), text)
        text = text.replace("import.meta.url", f'new URL("./{name}", import.meta.url).href')
        if left := _LEFT.search(text):
            raise ValueError(f"{name} cannot be put with others: {left[0]!r}")
        return f"const {self._short[name]} = await (async () => {{\n{text}return {{ {', '.join(exported)} }};\n}})();\n"

    def _taken(self, found: re.Match[str], target: str) -> str:
        """Return the declaration that stands for an import."""
        if found["all"]:
            return f"const {found['all']} = {self._short[target]};"
        if found["one"]:
            return f"const {found['one']} = {self._short[target]}.default;"
        return f"const {{{found['some'].replace(' as ', ': ')}}} = {self._short[target]};"

    def _later(self, target: str) -> str:
        """Return the expression that stands for a later import."""
        return f"Promise.resolve({self._short[target]})" if target in self._short else f'import("./{target}")'


def first_page() -> Start:
    """Return what the first page needs, with the way to this server."""
    return Start(source, "main.js", ("transport/server.js", "views/home.js"))


def documents(start: Start) -> dict[str, str]:
    """Return the document of each address."""
    return {address: started(view, start) for address, view in VIEWS.items()}


def started(view: str | None, start: Start) -> str:
    """Return the document of a view, or of none, that begins with these modules."""
    return document(view, entry=NAME, joined=start.names)


def scripts(start: Start) -> dict[str, str]:
    """Return these modules, and those others that take something from them."""
    texts = {NAME: start.text}
    others = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")} - set(start.names)
    for name in others:
        text = source(name)
        linked = start.linked(name, text)
        if linked != text:
            texts[name] = linked
    return texts
