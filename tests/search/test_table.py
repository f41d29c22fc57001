import numpy as np

from noughts.search.transposition_table import EXACT, LOWER, PROVED, UPPER, WIN, is_proof, new_table, probe, store

KEY = np.uint64(1 << 40)  # another multiple of it stands in the same two places


def keys(count: int) -> list[np.uint64]:
    return [np.uint64((i + 1) << 40) for i in range(count)]


def test_what_is_stored_is_found() -> None:
    table = new_table(16)
    assert probe(table, KEY) == -1
    store(table, KEY, -7, 3, 5, UPPER)
    entry = table[probe(table, KEY)]
    assert (entry["key"], entry["score"], entry["move"], entry["depth"], entry["bound"]) == (KEY, -7, 3, 5, UPPER)
    store(table, KEY, 9, 4, 2, EXACT)
    assert table[probe(table, KEY)]["score"] == 9


def test_the_deepest_and_the_latest_are_kept() -> None:
    table, (deep, first, second) = new_table(16), keys(3)
    for key, depth in ((deep, 9), (first, 2), (second, 1)):
        store(table, key, 0, 1, depth, EXACT)
    assert probe(table, deep) >= 0
    assert probe(table, first) == -1
    assert probe(table, second) >= 0


def test_a_proof_is_not_replaced_by_an_estimate() -> None:
    table, (proof, *others) = new_table(16), keys(4)
    store(table, proof, WIN - 9, 1, 1, LOWER)
    store(table, proof, 40, 2, 30, EXACT)
    for key in others:
        store(table, key, 50, 2, 30, EXACT)
    store(table, others[1], 9 - WIN, 2, 1, UPPER)
    store(table, others[2], 50, 2, 30, EXACT)
    assert table[probe(table, proof)]["score"] == WIN - 9 >= PROVED
    assert table[probe(table, others[1])]["score"] == 9 - WIN
    assert probe(table, others[2]) == -1


def test_a_win_at_most_so_near_is_no_proof() -> None:
    """It says that no nearer win was found, which is true of a draw too."""
    table = new_table(16)
    for score, bound in ((WIN - 9, UPPER), (9 - WIN, LOWER)):
        assert not is_proof(score, bound)
        store(table, KEY, score, 1, 1, bound)
        store(table, KEY, 40, 2, 1, EXACT)
        assert table[probe(table, KEY)]["score"] == 40
