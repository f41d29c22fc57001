"""Tables of text: where columns stand, what is folded, and that colours and wide characters take their places."""

import click
import pytest

from noughts.cli.text_table import emphasised, show_table


def test_texts_are_on_the_left_numbers_on_the_right_and_cells_have_lines(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [("a", "never\nloses\n", "72", "0"), ("long name", "unknown")]
    show_table(("name", "verdict", "won", "lost"), rows, texts=2)
    assert capsys.readouterr().out == (
        "name       verdict  won  lost\n"
        "a          never     72     0\n"
        "           loses\n"
        "\n"
        "long name  unknown\n"
    )  # fmt: skip


def test_one_column_is_folded_to_the_width_of_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "41")
    text = "win, else block, else a well-known cell\n  gap=corner|edge, default corner"
    show_table(("name", "what it is", "plays"), [("ring", text, "3,3,3")], texts=3, folded=1)
    assert capsys.readouterr().out == (
        "name  what it is                  plays\n"
        "ring  win, else block, else a     3,3,3\n"
        "      well-known cell\n"
        "        gap=corner|edge, default\n"
        "        corner\n"
    )
    monkeypatch.setenv("COLUMNS", "10")
    show_table(("name", "what"), [("ring", "x" * 25)], folded=1)
    assert capsys.readouterr().out.splitlines()[1:] == [f"ring  {'x' * 20}", f"      {'x' * 5:>20}"]


def test_colours_and_wide_characters_take_their_places(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [emphasised(("\u4e00\u4e8c.py", "1")), ("e\u0301.py", "20")]
    show_table(("file", "s"), rows)
    assert capsys.readouterr().out == "file      s\n\u4e00\u4e8c.py   1\ne\u0301.py     20\n"
    monkeypatch.setenv("FORCE_COLOR", "1")
    show_table(("file", "s"), rows)
    head, first, _ = capsys.readouterr().out.splitlines()
    assert head.startswith("\x1b[1mfile\x1b[0m")
    assert click.unstyle(first) == "\u4e00\u4e8c.py   1"
