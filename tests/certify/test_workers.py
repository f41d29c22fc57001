"""A certificate is checked in several processes as in one: the same findings, and the same first fault."""

import gzip
import os
import pickle
import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from noughts.certify import Checked, Entry, Section, check
from noughts.certify.entry_results import Findings
from noughts.certify.reading import Part, read
from noughts.cli.certificates import in_workers
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import CertificateRefused, LimitExceeded, NoughtsError, WorkersError
from noughts.processes.pool import Processes
from tests.certify.builders import draw_of_333, kept, write
from tests.fuzz.certificate_mutations import KINDS, Draft
from tests.fuzz.small_games import grown

KEPT = kept(most=3000)


def all_read_first(work: Callable[[Part], Findings], parts: Iterable[Part]) -> Iterator[Findings]:
    """Like `map`, but every part is read before the first is checked, and all is sent, as between processes."""
    for part in list(parts):
        yield pickle.loads(pickle.dumps(work(pickle.loads(pickle.dumps(part)))))


def verdict(path: Path, **how: object) -> Checked | str:
    """Return what a check says, its fault if it has one."""
    try:
        return check(path, **how)  # type: ignore[arg-type]
    except NoughtsError as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("path", KEPT, ids=[path.name for path in KEPT])
def test_the_same_findings(path: Path) -> None:
    assert verdict(path, mapper=all_read_first) == verdict(path)


def test_the_same_first_fault(tmp_path: Path, full: bool) -> None:
    """Of files with several faults too, and whichever the limit of entries is."""
    rng, path, seen = random.Random(0), tmp_path / "f", set[str]()
    small = [gzip.decompress(path.read_bytes()) for path in kept(most=600)]
    for _ in range(500 if full else 150):
        data = rng.choice(small) if rng.random() < 0.5 else grown(rng)
        for _ in range(rng.choice((1, 1, 3))):
            with suppress(IndexError):  # a file whose first line is broken in two is not changed further
                changed = rng.choice(KINDS[4:])(data, rng)
                data = changed if changed.count(b"\n") > 2 else data
        path.write_bytes(data)
        most = rng.choice((10_000, len(data.splitlines()) - 4, 2))
        alone = verdict(path, max_entries=most)
        assert verdict(path, max_entries=most, mapper=all_read_first) == alone
        seen.add(alone.partition(":")[0] if isinstance(alone, str) else "holds")
    assert seen == {"holds", "CertificateError", "CertificateRefused", "LimitExceeded"}


@pytest.mark.gate
def test_real_processes(tmp_path: Path) -> None:
    """Of a win with symmetry, and of a file with a fault in its middle."""
    good = next(path for path in KEPT if path.name == "6,5,4.cert.gz")
    bad = draw_of_333(tmp_path / "bad")
    draft = Draft.of(bad.read_bytes())
    del draft.parts[0].entries[40]
    bad.write_bytes(draft.sealed())
    with Processes(2) as pool:
        mapper = partial(in_workers, pool)
        assert verdict(good, mapper=mapper) == verdict(good)
        assert verdict(bad, mapper=mapper) == verdict(bad)


def die(part: Part) -> Findings:
    os._exit(1)


def test_a_process_that_is_killed() -> None:
    with pytest.raises(WorkersError, match="a process that checks was killed"), Processes(2) as pool:
        list(in_workers(pool, die, read(KEPT[0])))


def test_a_section_that_is_refused_is_only_read_on(tmp_path: Path) -> None:
    """Below a fault the entries are counted and their form is checked, but nothing is followed."""
    path = draw_of_333(tmp_path / "f")
    draft = Draft.of(path.read_bytes())
    draft.parts[0].entries = [b"1 0 m0", *[b"1 0 m4"] * 2000]
    path.write_bytes(draft.sealed())
    idle = list[bool]()

    def watched(work: Callable[[Part], Findings], parts: Iterable[Part]) -> Iterator[Findings]:
        for part in parts:
            found = work(part)
            idle.append(found.entries > len(found.each))
            yield found

    with pytest.raises(CertificateRefused, match=r"line 3: .*a1 is taken by X"):
        check(path, mapper=watched)
    assert idle[2] is False
    assert idle.count(True) == 7
    with pytest.raises(LimitExceeded):
        check(path, max_entries=2000)


def test_the_largest_board(tmp_path: Path) -> None:
    """Any number of cells, in groups too: a line of 26 on 26,26,26 is stopped in the first half of its cells or in the
    second."""
    game = Game(26, 26, 26)
    entry = Entry(0, game.full, potential=True)
    path = write(tmp_path / "f", Position(game), "", [(Section("breaker", "X", symmetry=True), [entry])])
    assert check(path, mapper=all_read_first).value == "draw"
