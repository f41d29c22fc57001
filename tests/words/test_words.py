"""The catalogue of sentences, and messages in the ICU form, which Python and JavaScript read alike."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import noughts
from noughts.lessons import SentenceKind
from noughts.review.effect import EffectKind
from noughts.strategies.registry import SHIPPED
from noughts.strategies.rules.conditions import CONDITIONS
from noughts.strategies.rules.limits import LIMITS
from noughts.strategies.rules.list_text import list_names
from noughts.words import NONE, Said, catalogue, speaking, spoken, stored, wanted
from noughts.words.message import formatted, names

SOURCE = Path(noughts.__file__).parent
FILES = {code: json.loads(Path(path).read_text(encoding="utf-8")) for code, path in catalogue.files().items()}
ENGLISH = FILES["en"]["sentences"]
TOPICS = {kind.partition(".")[0] for kind in ENGLISH}
KIND = re.compile(rf"(?:{'|'.join(sorted(TOPICS))})\.[a-z*][^\s:/]*")
TEMPLATE = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")


def texts_of_python(path: Path) -> list[str]:
    """Return the texts that a module writes, with a star for each value in an f-string."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inner = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    whole = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in inner]
    filled = [
        "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
    ]
    return [text for text in (*whole, *filled) if isinstance(text, str)]


def texts_of_script(path: Path) -> list[str]:
    """Return the texts that a module writes, with a star for each value in a template."""
    text = re.sub(r"/\*.*?\*/|^\s*//.*$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    found = re.findall(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', text)
    return [TEMPLATE.sub("*", plain or template) for plain, template in found]


def texts() -> dict[str, str]:
    """Return every text that a module writes, with the module's name."""
    found: dict[str, str] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        found |= dict.fromkeys(texts_of_python(path), path.relative_to(SOURCE).as_posix())
    for path in sorted([*SOURCE.rglob("static/**/*.ts"), *SOURCE.rglob("*.js")]):
        found |= dict.fromkeys(texts_of_script(path), path.relative_to(SOURCE).as_posix())
    return found


TEXTS = texts()


def test_every_kind_is_in_every_language() -> None:
    """With the same values; and a message has no apostrophe that would quote a brace in other readers of the form."""
    for code, content in FILES.items():
        assert content["sentences"].keys() == ENGLISH.keys(), code
        wrong = [kind for kind, text in content["sentences"].items() if names(text) != names(ENGLISH[kind])]
        assert not wrong, (code, wrong)
        assert not [kind for kind, text in content["sentences"].items() if re.search("'[{}#|']", text)], code


def test_every_kind_in_the_code_is_in_the_catalogue() -> None:
    """And the other way round. A star stands for what the code puts in: at least one kind is meant by each."""
    kinds = [text for text in TEXTS if KIND.fullmatch(text)]
    patterns = {kind: re.compile(re.escape(kind).replace(r"\*", ".*")) for kind in kinds}
    unknown = [kind for kind, pattern in patterns.items() if not any(map(pattern.fullmatch, ENGLISH))]
    assert not unknown
    unused = [kind for kind in ENGLISH if not any(pattern.fullmatch(kind) for pattern in patterns.values())]
    assert not unused


def test_kinds_of_lessons_effects_rules_and_strategies() -> None:
    """What the code puts in is listed there, too."""
    assert {f"lesson.{kind}" for kind in get_args(SentenceKind)} == of("lesson")
    told = set(get_args(EffectKind)) - {"lines", "nothing"}  # they are not worth a sentence
    assert {f"effect.{kind}" for kind in told} == {
        kind for kind in of("effect") if not kind.endswith(("-stops", "-exact"))
    }
    assert {f"condition.{name}" for name in CONDITIONS} == of("condition")
    assert {f"rule.{name}" for name in (*CONDITIONS, "limited")} == of("rule")
    assert {f"limit.{name}" for name in (*LIMITS, "move")} == of("limit")
    assert {f"strategy.{name}" for name in (*SHIPPED, *list_names())} == of("strategy")


def of(topic: str) -> set[str]:
    """Return the kinds of a topic."""
    return {kind for kind in ENGLISH if kind.startswith(f"{topic}.")}


def test_a_part_of_a_sentence_is_said_in_its_language() -> None:
    parts = (Said("saw.depth", {"count": 1}), Said("saw.nodes", {"count": 1234}))
    said = Said("saw.best", {"cell": "b2", "saw": Said("saw.counted", {"counts": parts})})
    assert str(said) == "the best is b2: searched 1 move, 1,234 nodes"
    with speaking("de"):
        assert str(said) == "am besten ist b2: 1 Zug tief gesucht, 1.234 Knoten"
        kept = stored(said)
    assert spoken(kept) == str(said)
    with speaking(NONE):
        assert spoken(kept) == kept


@pytest.mark.parametrize(
    "text", ["a corner", "", "{", '{"kind":"reason.no-such","values":{}}', '{"kind":"x"', '{"kind":"a"}']
)
def test_what_is_no_stored_sentence_stays(text: str) -> None:
    """A program may give any text as its reason."""
    with speaking("de"):
        assert (stored(text), spoken(text)) == (text, text)


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": "POSIX"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "fr:de:en"}, "de"),
        ({"LANGUAGE": "", "LANG": "de"}, "de"),
        ({"LANG": "fr_FR"}, "en"),
        ({"LC_ALL": "../../x"}, "en"),
    ],
)
def test_the_language_of_an_environment(variables: dict[str, str], code: str) -> None:
    with speaking(wanted(variables)):
        assert str(Said("value.draw")) == {"en": "draw", "de": "Unentschieden"}[code]


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("de-DE,de;q=0.9,en;q=0.8", "de"),
        ("en;q=0.1, de;q=0.2", "de"),
        ("de;q=0, en", "en"),
        ("*", "en"),
        ("x" * 9999, "en"),
        ("de; q=no", "de"),
    ],
)
def test_the_language_of_a_header(header: str, code: str) -> None:
    assert catalogue.of_header(header) == code


def test_no_file_is_read_before_a_sentence_is_asked_for() -> None:
    code = "import sys, noughts.players.player; print('noughts.words.catalogue' in sys.modules, 'json' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "False"]


CASES = json.loads(Path(__file__).with_name("cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("message", "values", "language", "text"), CASES["said"])
def test_messages(message: str, values: dict[str, object], language: str, text: str) -> None:
    group = catalogue.read(catalogue.files()[language]).group
    assert formatted(message, values, group) == text
    assert names(message) == values.keys()


@pytest.mark.parametrize("message", CASES["refused"])
def test_refused_messages(message: str) -> None:
    group = catalogue.read(catalogue.files()["en"]).group
    with pytest.raises(ValueError, match="message"):
        formatted(message, dict.fromkeys(("cell", "count", "a"), 1), group)
