"""The pictures in the documents show what the program shows now. `make pictures` takes them anew."""

import os
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest
from playwright.sync_api import Browser

from noughts import Position, parse_cell
from noughts.core.notation import STANDARD
from tests.browser.serving import Server
from tests.pictures.__main__ import FOLDER, TERMINAL
from tests.pictures.animation import moving, texts
from tests.pictures.page import SHOTS, pictured, with_words, words_of
from tests.pictures.recording import COLUMNS, LINE, PLAYER, ROWS, Screen, Style, recorded

ANEW = "`make pictures` takes them anew"


def test_the_proof_in_the_terminal() -> None:
    """What the program prints is on one of the screens, whole."""
    command = [sys.executable, "-m", "noughts", "prove", PLAYER, "--seat", "second"]
    wide = {**os.environ, "COLUMNS": str(COLUMNS)}
    printed = subprocess.run(command, env=wide, capture_output=True, text=True, check=False).stdout.strip().splitlines()
    frames = texts(TERMINAL.read_text(encoding="utf-8"))
    assert any([line.rstrip() for line in printed] == frame[1 : len(printed) + 1] for frame in frames), ANEW


def test_the_game_in_the_terminal() -> None:
    """It is the line that the proof has found, and it is won."""
    frames = ["\n".join(frame) for frame in texts(TERMINAL.read_text(encoding="utf-8"))]
    assert f'--moves "{" ".join(LINE)}"' in "".join(frames)
    position = Position(STANDARD)
    for cell in LINE:
        position = position.play(parse_cell(STANDARD, cell))
    assert position.outcome is not None
    assert position.outcome.winner is not None
    assert "X (human) wins with a3 b3 c3" in frames[-1]


def test_the_moving_picture() -> None:
    """Well-formed, small, with words for a screen reader, and still where a reader wants no motion."""
    image = TERMINAL.read_text(encoding="utf-8")
    assert len(image) < 150_000
    root = ET.fromstring(image)
    assert [child.tag.rpartition("}")[2] for child in root[:2]] == ["title", "desc"]
    assert "@media (prefers-reduced-motion:reduce){.film{animation:none" in image
    assert "http" not in image.replace("http://www.w3.org/2000/svg", "", 1)


def test_the_text_of_a_moving_picture() -> None:
    """What was on the screens is read from the image again."""
    plain, loud = Style("default", "default", False), Style("red", "default", True)
    one = Screen((((plain, "a < b  "), (loud, "& c ")), *[((plain, "   "),)] * (ROWS - 1)), (0, 1), 1)
    two = Screen((*[((plain, "   "),)] * (ROWS - 1), ((plain, "  end"),)), None, 2)
    image = moving([one, two], 1, "title", "words")
    ET.fromstring(image)
    assert texts(image) == [one.lines, two.lines]
    assert one.lines[0] == "a < b  & c"
    assert "33.333%" in image


def test_the_words_in_a_picture() -> None:
    header = struct.pack(">I", 0) + b"IHDR" + bytes(4)
    picture = b"\x89PNG\r\n\x1a\n" + header + struct.pack(">I", 0) + b"IEND" + bytes(4)
    assert words_of(with_words(picture, "X, then O – and X")) == "X, then O \\u2013 and X"
    with pytest.raises(ValueError, match="no words"):
        words_of(picture)


@pytest.mark.slow
def test_the_terminal_shows_this_now() -> None:
    shown = texts(TERMINAL.read_text(encoding="utf-8"))
    assert [screen.lines for screen in recorded(shown)] == shown, ANEW


@pytest.mark.slow
@pytest.mark.parametrize("name", SHOTS)
def test_the_page_says_this_now(browser: Browser, server: Server, name: str) -> None:
    """The words on the page are those in the picture, and the picture is small enough for a README."""
    shown = (FOLDER / name).read_bytes()
    assert len(shown) < 150_000
    assert words_of(pictured(browser, server.url, SHOTS[name])) == words_of(shown), ANEW
