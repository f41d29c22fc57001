"""The page on scale: its sizes of tables are those of the format."""

from pathlib import Path

import pytest

from benchmarks.scale import PAGE, TABLES, layers, orbits, size
from noughts.core.game import Game
from noughts.solve.tables.retrograde import solve_all, tabulate


@pytest.mark.parametrize(("m", "n"), [(3, 3), (4, 3), (4, 2)])
def test_sets_up_to_symmetry_against_a_list_of_them(m: int, n: int) -> None:
    game = Game(m, n, 2)
    least = {
        min(sum(1 << p[cell] for cell in range(game.cells) if cells >> cell & 1) for p in game.symmetries)
        for cells in range(1 << game.cells)
    }
    assert orbits(m, n) == [sum(cells.bit_count() == count for cells in least) for count in range(game.cells + 1)]


def test_the_layers_of_a_table_are_no_larger() -> None:
    layout = solve_all(Game(4, 3, 3)).table.layout
    assert layout.sizes[:5] == layers(4, 3)[:5]  # X has no line yet
    assert all(real <= most for real, most in zip(layout.sizes, layers(4, 3), strict=True))


def test_a_file_is_no_larger(tmp_path: Path) -> None:
    tabulate(Game(4, 3, 4), tmp_path / "a.table")
    assert 0.7 * size(4, 3) < (tmp_path / "a.table").stat().st_size < size(4, 3) + 4096


def test_the_page_has_these_sizes() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in TABLES:
        m, n, _ = name.split(",")
        (row,) = (line for line in page.splitlines() if line.startswith(f"| {name} |"))
        number, unit = row.split("|")[2].split()
        assert float(number) == round(size(int(m), int(n)) / {"MB": 1e6, "GB": 1e9, "TB": 1e12}[unit], 1)
