"""The map of rooms in docs/architecture.md, drawn from the table that every import is held against (tests/rooms.py)."""

from html import escape

from tests.rooms import BASE, ROOMS

WIDE, HIGH, COLUMN, ROW = 112, 50, 122, 76  # of a box, and from one to the next, in pixels
GROUND = ("core", "players", "review", *sorted(BASE))  # what nearly every room stands on

# Where each room stands (a column, a row) and what it is for. Its lines come from the table.
PLACES: dict[str, tuple[float, int, str]] = {
    "testing": (2, 1, "check your own"),
    "terminal": (0, 2, "a board in text"),
    "library": (2, 2, "one call"),
    "web": (4, 2, "the page"),
    "grading": (5, 2, "a class"),
    "app": (4, 3, "all questions"),
    "results": (2, 4, "as documents"),
    "strategies": (5, 4, "who plays"),
    "arena": (2, 5, "who is better?"),
    "programs": (4, 5, "a person's code"),
    "engines": (1, 6, "any language"),
    "prove": (2, 6, "can it lose?"),
    "solve": (4, 6, "exact values"),
    "search": (5, 7, "large boards"),
    "envs": (6, 7, "for learning"),
    "lessons": (0, 5, "the only move"),
    "records": (0, 6, "played games"),
    "board_text": (0, 7, "pasted boards"),
    "walk": (2, 7, "every game"),
    "processes": (3, 7, "child processes"),
    "certify": (4, 7, "proofs in files"),
    "jit": (5, 8, "compiled code"),
    "drawing": (7, 4, "SVG"),
}
BENDS = {("app", "engines"): 2, ("programs", "processes"): 4}  # lines that go down before the box of a column
_STYLE = (
    "text{font-family:system-ui,sans-serif;text-anchor:middle;fill:#1a202b}.name{font-size:17px;font-weight:600}"
    ".about{font-size:13px}rect{fill:#ffffff;stroke:#7d8796}path{fill:none;stroke:#0a665e;stroke-width:1.5;stroke-linejoin:round}"
    "@media(prefers-color-scheme:dark){text{fill:#e9edf3}rect{fill:#1a2028;stroke:#77859a}path{stroke:#5fd3c4}}"
)


def drawn() -> str:
    """Return the map as an SVG image: each room below all that may import it, and the lines between them."""
    width, height = 8 * COLUMN - (COLUMN - WIDE), 10 * ROW - (ROW - HIGH)
    lines = "".join(_line(room, below) for room in PLACES for below in sorted(steps_of(room)))
    boxes = "".join(_box(x * COLUMN, y * ROW, WIDE, name, about) for name, (x, y, about) in PLACES.items())
    bands = _box(0, 0, width, "cli", "a command each; it may import every room")
    bands += _box(0, 9 * ROW, width, "core", f"the rules; beside it {', '.join(GROUND[1:])}")
    size = f'viewBox="-1 -1 {width + 2} {height + 2}" width="{width + 2}" height="{height + 2}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t d" {size}>'
        f'<title id="t">The rooms</title><desc id="d">{escape(told())}</desc>'
        f"<style>{_STYLE}</style>{lines}{boxes}{bands}</svg>\n"
    )


def told() -> str:
    """Return the lines of the map in words."""
    return "; ".join(f"{room}: {', '.join(sorted(steps_of(room)))}" for room in PLACES if steps_of(room))


def steps_of(room: str) -> set[str]:
    """Return the rooms that a room may import, without those that it also reaches by way of another one."""
    below = ROOMS[room] & PLACES.keys()
    return below - {far for near in below for far in reached(near)}


def reached(room: str) -> set[str]:
    """Return the rooms that a room may import, directly or by way of others."""
    below = ROOMS[room] & PLACES.keys()
    return below.union(*map(reached, below))


def _line(room: str, below: str) -> str:
    (x, y, _), (to_x, to_y, _) = PLACES[room], PLACES[below]
    left, top = x * COLUMN + WIDE / 2, y * ROW + HIGH
    right, bottom = to_x * COLUMN + WIDE / 2, to_y * ROW
    bend = ""
    if gap := BENDS.get((room, below)):
        bend = f"L{gap * COLUMN - (COLUMN - WIDE) / 2:g} {top + ROW - HIGH}V{bottom - (ROW - HIGH)}"
    return f'<path d="M{left:g} {top}{bend}L{right:g} {bottom}"/>'


def _box(x: float, y: float, wide: float, name: str, about: str) -> str:
    centre = x + wide / 2
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{HIGH}" rx="6"/>'
        f'<text class="name" x="{centre:g}" y="{y + 21:g}">{name}</text>'
        f'<text class="about" x="{centre:g}" y="{y + 40:g}">{escape(about)}</text>'
    )
