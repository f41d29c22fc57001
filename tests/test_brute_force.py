"""The witness of the verdicts on programs counts what the rules say."""

from tests.brute_force import FAULT, brute_force, free_cells, lines


def test_all_games_of_the_rules() -> None:
    """A player that may choose every free cell plays all 255,168 games, and each of the eight lines is one."""
    first, second = brute_force(free_cells, "X"), brute_force(free_cells, "O")
    assert (first.won, first.drawn, first.lost) == (131_184, 46_080, 77_904)
    assert (second.won, second.drawn, second.lost) == (77_904, 46_080, 131_184)
    assert len(list(lines(3, 3, 3))) == 8
    assert len(list(lines(4, 4, 4))) == 10


def test_an_answer_that_breaks_the_rules_loses() -> None:
    assert brute_force(lambda board: {FAULT}, "X") == (0, 0, 1, 1)
    assert brute_force(lambda board: {0}, "O") == (0, 0, 57, 57)  # X takes a1, or another cell and another
