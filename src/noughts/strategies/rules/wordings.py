"""How people say rules: the tables of `wordings.toml`, and the normal form in which a phrase is compared.

The normal form has three steps: phrases whose small words matter become one word; each word becomes its key, or is left
out; phrases of these keys become one. Nothing is guessed: a word of no table is kept, and then no phrase is equal.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from pathlib import Path

_FILE = Path(__file__).with_name("wordings.toml")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]*)*|\S")
_CHOICE = re.compile(r"\(([^()]*)\)")
_TAKEN = ("{}", "take {}", "move {}", "mark {}", "{} take")  # what `*` before a phrase stands for
_SUBJECTS = ("", "I ", "it ", "the player ")  # who moves

Phrase = tuple[str, ...]  # words in normal form
Meanings = Mapping[Phrase, frozenset[str]]  # of a phrase, the keys under which it stands
_Spelled = Mapping[Phrase, Phrase]  # phrases, and what stands in place of each

IF = "if"
EACH = "*"  # the key of what goes with every rule


@dataclass(frozen=True)
class Wordings:
    """The tables of a file, each phrase in normal form."""

    tables: Mapping[str, Mapping[str, str]]

    def normal(self, text: str) -> Phrase:
        """Return a text in normal form."""
        words = _replaced(_words(text), self._phrases)
        known = [part for word in words for part in self._words.get(word, (word,))]
        terms = _replaced(known, self._terms)
        return tuple(word for at, word in enumerate(terms) if (word, *terms[at - 1 : at]) != (IF, IF))

    def unknown(self, text: str) -> list[str]:
        """Return the words of a text that stand in no table."""
        return [word for word in _replaced(_words(text), self._phrases) if word not in self._known]

    @cached_property
    def moves(self) -> Meanings:
        """What rules do, by the texts of the rules."""
        return self._meanings("moves", _SUBJECTS)

    @cached_property
    def answers(self) -> Meanings:
        """What rules do, where it says the cell by what was asked before."""
        return self._meanings("answers", _SUBJECTS)

    @cached_property
    def asked(self) -> Meanings:
        """That a rule has a cell, by the texts of the rules."""
        return self._meanings("asked")

    @cached_property
    def implied(self) -> Meanings:
        """What rules ask themselves without naming their cells, by the texts of the rules."""
        return self._meanings("implied")

    @cached_property
    def passed(self) -> Meanings:
        """That earlier rules have no cell, by the texts of these rules."""
        return self._meanings("passed")

    @cached_property
    def limits(self) -> Meanings:
        """When a rule counts, by the texts of the limits."""
        return self._meanings("limits")

    @cached_property
    def words(self) -> frozenset[str]:
        """All words that are known, for a hint."""
        return frozenset(word for word in self._known if word.isalpha())

    def order(self, key: str) -> list[str]:
        """Return a row of the words that say the order, the longest first."""
        return sorted(_phrases(self.tables["order"][key]), key=len, reverse=True)

    @cached_property
    def _phrases(self) -> _Spelled:
        rows = self.tables["phrases"].items()
        return {tuple(_words(phrase)): (key,) for key, row in rows for phrase in _phrases(row)}

    @cached_property
    def _words(self) -> Mapping[str, Phrase]:
        rows = self.tables["words"].items()
        return {word: tuple(key.split()) for key, row in rows for word in row.split()}

    @cached_property
    def _terms(self) -> _Spelled:
        normal: dict[Phrase, Phrase] = {}
        for key, row in self.tables["terms"].items():
            for phrase in _phrases(row):
                words = _replaced(_words(phrase), self._phrases)
                normal[tuple(part for word in words for part in self._words.get(word, (word,)))] = tuple(key.split())
        return normal

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self._words) | self.tables["phrases"].keys()

    def _meanings(self, table: str, subjects: Sequence[str] = ("",)) -> Meanings:
        keys_of = defaultdict[Phrase, set[str]](set)
        for key, row in self.tables[table].items():
            for phrase in _phrases(row):
                for text, subject in product(_taken(phrase), subjects):
                    keys_of[self.normal(subject + text)].add(key)
        return {phrase: frozenset(keys) for phrase, keys in keys_of.items()}


@cache
def wordings() -> Wordings:
    """Return how people say the rules that there are."""
    return Wordings(tomllib.loads(_FILE.read_text("utf-8")))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("’", "'"))


def _taken(phrase: str) -> Iterator[str]:
    """Yield a phrase; where it begins with `*`, with each word for taking a cell."""
    if not phrase.startswith("*"):
        yield phrase
    else:
        yield from (form.format(phrase[1:]) for form in _TAKEN)


def _phrases(row: str) -> Iterator[str]:
    for phrase in re.split(r",(?![^()]*\))", " ".join(row.split())):
        yield from _chosen(phrase.strip())


def _chosen(phrase: str) -> Iterator[str]:
    choice = _CHOICE.search(phrase)
    if choice is None:
        yield phrase
        return
    for part in choice[1].split("|"):
        yield from _chosen(phrase[: choice.start()] + part + phrase[choice.end() :])


def _replaced(words: Iterable[str], spelled: _Spelled) -> list[str]:
    """Return words with the longest phrases replaced, from the left."""
    left = list(words)
    longest = max(map(len, spelled), default=0)
    replaced: list[str] = []
    at = 0
    while at < len(left):
        for size in range(min(longest, len(left) - at), 0, -1):
            if (instead := spelled.get(tuple(left[at : at + size]))) is not None:
                replaced += instead
                at += size
                break
        else:
            replaced.append(left[at])
            at += 1
    return replaced
