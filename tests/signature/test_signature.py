"""The node counts of every search and the digests of every file format are those in signature.txt."""

import pytest

from tests.signature.signature import FILE, GROUPS, compute, differences, read, text_of

ANEW = "`python -m tests.signature` writes signature.txt anew; --group NAME: one group of it"


LONG = {"threats", "proofs", "certificates", "pairs"}  # two seconds and more


@pytest.mark.parametrize(
    "group", [pytest.param(group, marks=[pytest.mark.slow] if group in LONG else []) for group in GROUPS]
)
@pytest.mark.usefixtures("kernels")
def test_the_lines_are_those_in_the_file(group: str) -> None:
    """As many as the file has."""
    expected = read(FILE.read_text()).get(group, {})
    found = differences(expected, compute(group))
    assert not found, "\n".join([f"{group}: - in the file, + computed now", *found, ANEW])


def test_the_file_has_all_groups_and_nothing_else() -> None:
    text = FILE.read_text()
    groups = read(text)
    assert list(groups) == list(GROUPS)
    assert all(groups.values())
    assert text_of(groups) == text


def test_differences_show_both_sides() -> None:
    old, new = {"a": "1", "b": "2", "c": "3"}, {"a": "1", "b": "4", "d": "5"}
    assert differences(old, new) == ["- b 2", "+ b 4", "- c 3", "+ d 5"]
