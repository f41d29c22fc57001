"""The corpus: strangers' programs, and what must come of each. tests/data/programs/README.md describes the files."""

import shutil
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

PROGRAMS = Path(__file__).parent / "data" / "programs"


@dataclass(frozen=True)
class Seat:
    """What must be found of a program in a seat."""

    verdict: str
    won: int
    drawn: int
    lost: int
    fault: str = ""
    """Words about the answer that breaks the rules, with which its losing line ends."""

    @property
    def counts(self) -> tuple[int, int, int]:
        """The numbers of games won, drawn and lost."""
        return self.won, self.drawn, self.lost


@dataclass(frozen=True)
class Grade:
    """What `noughts grade` must say of a program."""

    first: str
    second: str
    points: list[int]
    """For no loss moving first, moving second, and for legal answers."""
    remark: str = ""
    """Words of the remark."""


@dataclass(frozen=True)
class Case:
    """A program, and what must come of it. Words are part of what is said, unless a field says more."""

    name: str
    program: str
    """As the command takes it: a file, a name in a file, options."""
    game: str = "3,3,3"
    options: list[str] = field(default_factory=list)
    """Of `noughts prove`, beside the game and the seat."""
    environment: dict[str, str] = field(default_factory=dict)
    """Variables of its process."""
    slow: bool = False
    player: str = ""
    """The name in the file that is proved."""
    read_as: str = ""
    """All that is said of how it is called."""
    inferred: str = ""
    """How sure that is, up to the semicolon."""
    left_out: str = ""
    """All that is said of statements that are not run."""
    refused: str = ""
    """Words of the one line that refuses it."""
    says: list[str] = field(default_factory=list)
    """Words that the command prints."""
    exit: int | None = None
    """The exit code where it does not follow from the verdicts."""
    first: Seat | None = None
    second: Seat | None = None
    grade: Grade | None = None

    @property
    def seats(self) -> dict[str, Seat]:
        return {name: seat for name, seat in (("first", self.first), ("second", self.second)) if seat}

    @property
    def path(self) -> Path:
        """The program's file or folder."""
        named = PROGRAMS / self.program.partition(":")[0].partition("/")[0]
        return named if named.exists() else next(path for path in PROGRAMS.glob(f"{self.name}.*") if not is_case(path))

    def copy_to(self, folder: Path) -> None:
        """Copy the program to a folder where it may write."""
        if self.path.is_dir():
            shutil.copytree(self.path, folder / self.path.name)
        else:
            shutil.copy(self.path, folder)


def is_case(path: Path) -> bool:
    return path.suffix == ".toml"


def read_case(name: str, text: str) -> Case:
    """Return the case of a TOML file. Raises TypeError if a key is not a field."""
    table = {"program": f"{name}.py", **tomllib.loads(text)}
    for key, kind in (("first", Seat), ("second", Seat), ("grade", Grade)):
        if key in table:
            table[key] = kind(**table[key])
    return Case(name, **table)


CASES = {path.stem: read_case(path.stem, path.read_text()) for path in sorted(filter(is_case, PROGRAMS.iterdir()))}
