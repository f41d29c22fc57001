"""Who may import whom: the table of tests/rooms.py, held against every import under src."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

import noughts
from noughts.core.game import OPTIONS
from tests.rooms import ROOMS

SOURCE = Path(noughts.__file__).parent

# An inner room, and what it may import of its own outer room besides itself. A room inside it is another one.
INNER = {
    "solve.weak.proof": {"solve.board_words", "solve.boards", "solve.byte_tables", "solve.images", "solve.weak"},
    "solve.weak": {"solve.board_words", "solve.boards", "solve.byte_tables", "solve.images"}
    | {"solve.pairs", "solve.search_engine"},
    "solve.strong": {"solve.board_words", "solve.boards", "solve.byte_tables", "solve.images", "solve.search_engine"},
    "solve.tables": set[str](),
    "web.http": {"web.api", "web.ask", "web.browser.files", "web.describe", "web.operations", "web.play"}
    | {"web.problems", "web.streams"},
    "web.play": {"web.ask.pool", "web.hub"},
    "web.ask": {"web.hub"},
    "web.site": {"web.browser.files", "web.browser.host", "web.http.page"},
    "web.browser": {"web.api", "web.ask", "web.operations", "web.play", "web.streams"},
}


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """What each module imports of the package, by names below it: `core.game` -> `core`, `errors`, ..."""
    graph = grimp.build_graph("noughts", cache_dir=None)
    return {
        below(name): {below(one) for one in graph.find_modules_directly_imported_by(name)} for name in graph.modules
    }


def below(name: str) -> str:
    return name.partition(".")[2] or "__init__"


def room_of(name: str) -> str:
    return name.partition(".")[0]


def inside(name: str, rooms: set[str]) -> bool:
    return any(f"{name}.".startswith(f"{room}.") for room in rooms)


def test_every_import_is_in_the_table(imports: dict[str, set[str]]) -> None:
    pairs = {(room_of(name), room_of(one)) for name, targets in imports.items() for one in targets}
    assert {(room, one) for room, one in pairs if room != one and one not in ROOMS[room]} == set()


def test_inner_rooms_keep_to_themselves(imports: dict[str, set[str]]) -> None:
    for name, targets in imports.items():
        for room in [room for room in INNER if inside(name, {room})][:1]:
            others = {one for one in targets if room_of(one) == room_of(room)}
            deeper = {one for one in INNER if one.startswith(f"{room}.")}
            assert {one for one in others if inside(one, deeper) or not inside(one, {room, *INNER[room]})} == set(), (
                name
            )


def test_there_is_no_circle(imports: dict[str, set[str]]) -> None:
    """But for a front door, which names what stands behind it."""
    doors = {name for name in imports if any(one.startswith(f"{name}.") for one in imports)} | {"__init__"}
    assert len([*TopologicalSorter({name: imports[name] - doors for name in imports}).static_order()]) == len(imports)


# What asks an option of a game by its name: the notation, protocols that name rules, a kernel's window of a line.
BY_NAME = {
    "core/game.py",
    *("records/parts.py", "engines/client.py", "engines/server.py"),
    *("search/search_board.py", "search/plain_search.py"),
}


def test_nothing_else_asks_an_option_of_a_game_by_its_name() -> None:
    asks = re.compile(rf"\bgame\.({'|'.join(OPTIONS)})\b")
    found = {
        str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*.py") if asks.search(path.read_text(encoding="utf-8"))
    }
    assert found <= BY_NAME
