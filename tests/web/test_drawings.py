"""The plans and posters of the gallery: what the commands write, and none for others."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from noughts.app.application import Application
from noughts.app.questions import Jobs
from noughts.app.rule_lists import printed_sheet
from noughts.cli.group import noughts
from noughts.errors import NoughtsError
from tests.web.serving import API, problem


def drawn(kind: str, strategy: str, seat: str) -> str:
    """Return a drawing, as a worker makes it."""
    asked = {"kind": kind, "strategy": strategy, "game": "3,3,3", "seat": seat}
    svg: str = Jobs(Application()).run("draw_strategy", asked, lambda document: None)["svg"]
    return svg


@pytest.mark.parametrize(
    ("kind", "command"),
    [
        ("poster", ["poster", "weights", "--equal", "first", "--seat", "second", "--out"]),
        ("plan", ["plan", "ring", "--seat", "first", "--svg"]),
    ],
)
def test_they_are_what_the_commands_write(kind: str, command: list[str], tmp_path: Path) -> None:
    file = tmp_path / "drawing.svg"
    CliRunner().invoke(noughts, [*command, str(file)])
    strategy, seat = command[1], command[command.index("--seat") + 1]
    assert drawn(kind, strategy, seat) == file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("kind", "strategy", "seat", "words"),
    [
        ("plan", "weights", "first", "no plan of 'weights': moving first it can lose 3,3,3"),
        ("poster", "paths:level=easy", "first", "it draws random numbers"),
    ],
)
def test_what_there_is_no_drawing_of(kind: str, strategy: str, seat: str, words: str) -> None:
    with pytest.raises(NoughtsError, match=words):
        drawn(kind, strategy, seat)


def test_a_download(client: Any) -> None:
    """It comes from a worker, once; a wrong question is refused in words."""
    asked = {"strategy": "ring", "seat": "first"}
    answers = [client.get(f"{API}/gallery/poster", params=asked) for _ in range(2)]
    for answer in answers:
        assert answer.text == drawn("poster", "ring", "first")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.headers["content-disposition"] == 'inline; filename="noughts-poster-ring-first.svg"'
        assert "style-src 'unsafe-inline'" in answer.headers["content-security-policy"]  # it has its style in it
    refused = client.get(f"{API}/gallery/plan", params={"strategy": "weights", "seat": "first"})
    assert problem(refused)[0] == 422
    for kind, wrong in (("sketch", {}), ("plan", {"seat": "both"}), ("plan", {"strategy": "ring:average=plain"})):
        assert problem(client.get(f"{API}/gallery/{kind}", params=asked | wrong)) == (422, "invalid-request")
    gallery = client.get(f"{API}/gallery").json()["proofs"]
    assert gallery[0]["seats"]["first"]["against_perfect"] == {"win": "0", "draw": "1", "loss": "0"}


def test_a_sheet_to_print(client: Any) -> None:
    """A list by its name or its text, with what is proved of it; without one a worksheet; no file is opened."""
    named = client.get(f"{API}/rules/sheet", params={"rules": "school-both"})
    assert named.headers["content-disposition"] == 'inline; filename="noughts-sheet.svg"'
    assert named.text == printed_sheet("school-both")
    assert "it never loses, first or second" in named.text
    told = client.get(f"{API}/rules/sheet", params={"rules": "win, block, any"}).text
    assert "it can lose, moving first b3 a2 c2" in told
    assert "My list of rules" in client.get(f"{API}/rules/sheet").text
    copy = {"rules": "school-first", "title": "Blatt A", "copy": "class"}
    handed_out = client.get(f"{API}/rules/sheet", params=copy, headers={"Accept-Language": "de"}).text
    assert "Blatt A" in handed_out
    assert "school-first" not in handed_out
    assert "erste Regel, die ein freies Feld hat" in handed_out
    assert "verlieren" not in handed_out
    refused = client.get(f"{API}/rules/sheet", params={"rules": "/etc/hosts.rules"})
    assert problem(refused)[0] == 422
