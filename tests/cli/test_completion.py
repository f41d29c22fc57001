"""What a shell completes: the names of strategies, else files."""

import pytest
from click.shell_completion import ShellComplete

from noughts.cli.group import noughts
from noughts.strategies import registry


def completed(*words: str) -> list[tuple[str, str]]:
    """Return what completes the last of some words, each with its type."""
    *before, last = words
    shell = ShellComplete(noughts, {}, "noughts", "_NOUGHTS_COMPLETE")
    return [(item.value, item.type) for item in shell.get_completions(before, last)]


@pytest.mark.parametrize(
    "command",
    [
        ("prove",),
        ("fix",),
        ("regret",),
        ("plan",),
        ("poster",),
        ("match", "ring"),
        ("play", "--x"),
        ("play", "--o"),
        ("check", "--strategy"),
        ("explain", "--strategy"),
    ],
    ids=" ".join,
)
def test_strategies(command: tuple[str, ...]) -> None:
    assert completed(*command, "p") == [(name, "plain") for name in registry.names() if name.startswith("p")]
    assert completed(*command, "mine.p") == [("mine.p", "file")]


def test_a_person_plays_too() -> None:
    assert ("human", "plain") in completed("play", "--x", "")
