import numpy as np

from noughts.search.table import EXACT, LOWER, PROVED, UPPER, WIN, new_memory, recall, remember

KEY = np.uint64(1 << 40)  # another multiple of it stands in the same two places


def keys(count: int) -> list[np.uint64]:
    return [np.uint64((i + 1) << 40) for i in range(count)]


def test_what_is_remembered_is_recalled() -> None:
    memory = new_memory(16)
    assert recall(memory, KEY) == -1
    remember(memory, KEY, -7, 3, 5, UPPER)
    entry = memory[recall(memory, KEY)]
    assert (entry["key"], entry["score"], entry["move"], entry["depth"], entry["bound"]) == (KEY, -7, 3, 5, UPPER)
    remember(memory, KEY, 9, 4, 2, EXACT)
    assert memory[recall(memory, KEY)]["score"] == 9


def test_the_deepest_and_the_latest_are_kept() -> None:
    memory, (deep, first, second) = new_memory(16), keys(3)
    for key, depth in ((deep, 9), (first, 2), (second, 1)):
        remember(memory, key, 0, 1, depth, EXACT)
    assert recall(memory, deep) >= 0
    assert recall(memory, first) == -1
    assert recall(memory, second) >= 0


def test_a_proof_is_not_given_up_for_a_guess() -> None:
    memory, (proof, *others) = new_memory(16), keys(4)
    remember(memory, proof, WIN - 9, 1, 1, LOWER)
    remember(memory, proof, 40, 2, 30, EXACT)
    for key in others:
        remember(memory, key, 50, 2, 30, EXACT)
    remember(memory, others[1], 9 - WIN, 2, 1, UPPER)
    remember(memory, others[2], 50, 2, 30, EXACT)
    assert memory[recall(memory, proof)]["score"] == WIN - 9 >= PROVED
    assert memory[recall(memory, others[1])]["score"] == 9 - WIN
    assert recall(memory, others[2]) == -1
