"""The modules of the first page as one."""

import re

import pytest

from noughts.web.http.page import STATIC, source
from noughts.web.http.start import NAME, Start, first_page, scripts, started

FILES = {
    "main.js": 'import { a, b as c } from "./parts/a.js";\nimport d from "./d.js";\nimport * as e from "./d.js";\n'
    'const later = () => [import("./parts/a.js"), import("./views/f.js")];\n',
    "parts/a.js": 'import d from "../d.js";\nexport const a = d;\nexport async function b() {}\nexport { a as g };\n',
    "d.js": "export default new URL('.', import.meta.url);\n",
}
ENDS = re.compile(r"^(?:import|export) .*$", re.MULTILINE)


def made(**others: str) -> Start:
    """Return the module of the example, some files of which may be others."""
    return Start((FILES | {f"{name}.js": text for name, text in others.items()}).__getitem__, "main.js", ())


def test_order() -> None:
    """A module comes after those that it imports, and once."""
    assert made().names == ["d.js", "parts/a.js", "main.js"]


def test_text() -> None:
    """What a module exports is an object, and what it imports is taken from such objects."""
    text = made().text
    assert "const given = new URL('.', new URL(\"./d.js\", import.meta.url).href);\nreturn { default: given };" in text
    assert "const d = module0.default;\nconst a = d;\nasync function b() {}" in text
    assert "const { a, b: c } = module1;\nconst d = module0.default;\nconst e = module0;" in text
    assert '[Promise.resolve(module1), import("./views/f.js")]' in text
    assert ENDS.findall(text) == ["export { module0, module1, module2 };"]


def test_another_module() -> None:
    """It takes what it shares with the first page from there, and the rest as it did."""
    text = made().linked("views/f.js", 'import { a, b as c } from "../parts/a.js";\nimport { h } from "./h.js";\n')
    assert text == (
        f'import {{ module1 }} from "../{NAME}"; const {{ a, b: c }} = module1;\nimport {{ h }} from "./h.js";\n'
    )


@pytest.mark.parametrize("words", ["export let a = 1;", 'import "./d.js";', 'export * from "./d.js";'])
def test_what_cannot_be_one(words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"d.js cannot be put with others: {words!r}")):
        made(d=f"{words}\n")


def test_a_circle() -> None:
    with pytest.raises(ValueError, match=re.escape("main.js imports itself, through main.js and parts/a.js and d.js")):
        made(d='import { later } from "./main.js";\n')


def test_the_page() -> None:
    """No module is there twice: what is in the first one is imported by no other."""
    start = first_page()
    assert {"api.js", "board.js", "views/home.js", "transport/server.js"} <= set(start.names)
    texts = scripts(start)
    for path in STATIC.rglob("*.js"):
        name = path.relative_to(STATIC).as_posix()
        if name not in start.names:
            imports = re.findall(r'^import .* from "(.+?)";', texts.get(name, source(name)), re.MULTILINE)
            assert not {each.rpartition("/")[2] for each in start.names} & {each.rpartition("/")[2] for each in imports}
    assert "modulepreload" not in started("home", start)
    assert '<link rel="modulepreload" href="/static/views/game.js" />' in started("game", start)
