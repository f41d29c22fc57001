"""An error by its kind: `with refused("error.sgf-mover", side="X"):`."""

from collections.abc import Iterator

import pytest

from noughts.errors import NoughtsError
from noughts.words import Said, Words


def refused(*kinds: str, **values: object) -> "pytest.RaisesExc[NoughtsError]":
    """Expect an error whose message has sentences of these kinds, the outer one first, and these values in one of them.

    `kind:value` expects the value in this sentence. So a sentence can change without a test: the words are those of
    the catalogue.
    """
    expected = {kind: value for kind, _, value in (each.partition(":") for each in kinds)}

    def is_so(error: NoughtsError) -> bool:
        parts = [*parts_of(error.said)]
        present = [*dict.fromkeys(part.kind for part in parts if part.kind in expected)]
        assert present == [*expected], f"{[part.kind for part in parts]}: {error}"
        for kind, named in expected.items():
            given = {str(each) for part in parts if part.kind == kind for each in part.values.values()}
            assert not named or named in given, (kind, named, str(error))
        for name, value in values.items():
            assert str(value) in {str(part.values[name]) for part in parts if name in part.values}, (name, str(error))
        return True

    return pytest.raises(NoughtsError, check=is_so)


def parts_of(words: Words) -> Iterator[Said]:
    """Yield a sentence and the sentences that are its values, the outer one first."""
    if isinstance(words, Said):
        yield words
        for value in words.values.values():
            yield from parts_of(value)
