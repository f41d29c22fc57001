"""Messages in the ICU form, in Python and in JavaScript: the same cases give the same texts."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import noughts
from noughts.words import catalogue
from noughts.words.message import formatted, names
from noughts.words.plurals import category_of

CASES = json.loads(Path(__file__).with_name("cases.json").read_text(encoding="utf-8"))
MODULE = Path(noughts.__file__).parent / "web" / "static" / "message.js"
NODE = shutil.which("node")
SCRIPT = """
const { formatted } = await import(process.argv[1]);
const { said, refused } = JSON.parse(process.argv[2]);
const refuses = (message) => { try { formatted(message, {}, "en"); return false; } catch { return true; } };
console.log(JSON.stringify([said.map(([message, values, language]) => formatted(message, values, language)),
  refused.map(refuses)]));
"""
POLISH = {"one": "n = 1", "few": "n % 10 = 2..4 and n % 100 != 12..14", "many": "n != 1 and n % 10 = 0..1 or n % 10 = 5..9 or n % 100 = 12..14"}  # fmt: skip  # noqa: E501
CATEGORIES = """
const rules = new Intl.PluralRules(process.argv[1]);
console.log(JSON.stringify(Array.from({ length: 250 }, (_, number) => rules.select(number))));
"""


@pytest.mark.parametrize(("message", "values", "language", "text"), CASES["said"])
def test_messages(message: str, values: dict[str, object], language: str, text: str) -> None:
    rules = catalogue.read(catalogue.files()[language]).rules
    assert formatted(message, values, rules) == text
    assert names(message) == values.keys()


@pytest.mark.parametrize("message", CASES["refused"])
def test_refused_messages(message: str) -> None:
    rules = catalogue.read(catalogue.files()["en"]).rules
    with pytest.raises(ValueError, match="message"):
        formatted(message, dict.fromkeys(("cell", "count", "a"), 1), rules)


def node(script: str, *arguments: str) -> object:
    """Return what a script of JavaScript prints."""
    if NODE is None:
        pytest.skip("there is no node")
    command = [NODE, "--input-type=module", "-e", script, *arguments]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_messages_in_javascript() -> None:
    texts, refused = [case[3] for case in CASES["said"]], CASES["refused"]
    assert node(SCRIPT, MODULE.as_uri(), json.dumps(CASES)) == [texts, [True] * len(refused)]


@pytest.mark.parametrize("code", [*catalogue.languages(), "pl"])
def test_plurals_are_those_of_javascript(code: str) -> None:
    """Intl knows the rules of the CLDR; a file has them for Python."""
    category = category_of(POLISH) if code == "pl" else catalogue.read(catalogue.files()[code]).rules.category
    assert [category(number) for number in range(250)] == node(CATEGORIES, code)


def test_a_rule_that_is_no_rule() -> None:
    with pytest.raises(ValueError, match="plural rule 'i = 1': expected as in"):
        category_of({"one": "i = 1"})(1)
