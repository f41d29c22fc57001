"""`noughts grade` for every finding: by the finding, whatever its words are."""

import json
from pathlib import Path

import pytest

from noughts.core.position import Side
from noughts.grading.grader import Graded, Grader
from tests.cli.conftest import Run
from tests.grading.test_points import LARGE, expected_marks, handed_in, reworded, table


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["never loses"], 0),
        (["never loses", "measured, no loss"], 3),
        (["never loses", "missing"], 3),
        (["no line found", "died, not counted"], 1),
        (["measured, lost to a search"], 1),
        (["loses a game", "never loses"], 1),
    ],
)
def test_the_command(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: list[str], code: int) -> None:
    """Its exit code, order, emphasis and points are the same in other words."""
    scale = tmp_path / "scale.toml"
    scale.write_text("first = 4\nsecond = 3\nlegal = 2\ntime = 1\n")
    files = [str(tmp_path / f"{number}.py") for number in range(len(names))]
    for file in files:
        Path(file).write_text("")

    def graded(grader: Grader, *asked: object) -> Graded:
        pairs = [(table(Side.X)[name].finding, table(Side.O)[name].finding) for name in names]
        return Graded([handed_in(*pair, file) for pair, file in zip(pairs, files, strict=True)], interrupted=False)

    monkeypatch.setattr(Grader, "grade", graded)
    asked = ("grade", *files, "--game", str(LARGE), "--points", str(scale))
    ran = run(*asked, "--json")
    assert ran.code == code
    document = json.loads(ran.out)["submissions"]
    plain = run(*asked)
    reworded(monkeypatch)
    again = json.loads(run(*asked, "--json").out)["submissions"]
    for before, after, name in zip(document, again, names, strict=True):
        earned = [item["earned"] for item in before["points"]]
        assert earned == expected_marks(table(Side.X)[name], table(Side.O)[name])
        assert earned == [item["earned"] for item in after["points"]]
    other = run(*asked)
    assert other.code == code
    assert [line.split()[0] for line in other.out.splitlines()[2 : 2 + len(names)]] == [
        line.split()[0] for line in plain.out.splitlines()[2 : 2 + len(names)]
    ]
    assert other.out.splitlines()[-1] == plain.out.splitlines()[-1]
