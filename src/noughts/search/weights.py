"""What lines and threats are worth to the search: fitted by `make train` for k from 4 to 8, else by a formula."""

import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

FILE = Path(__file__).with_name("weights.json")
RANKS = 7  # of a cell: `board` names them

_MADE_ORDER = (0, 15, 40, 150, 150)  # what a threat adds in the order of moves


@dataclass(frozen=True, eq=False)
class LineWeights:
    """Arrays by the stones on a line, 0 to k - 1, and by what a stone makes: nothing, ..., a complete line.

    Weights are equal only to themselves, so that tables can be kept for them.
    """

    mover: npt.NDArray[np.int64]  # of a line, to the side to move
    waiter: npt.NDArray[np.int64]  # to the other side
    order: npt.NDArray[np.int64]  # in the order of moves
    made_mover: npt.NDArray[np.int64]
    made_waiter: npt.NDArray[np.int64]
    made_order: npt.NDArray[np.int64]
    threats_mover: npt.NDArray[np.int64]  # [rank] of the first cell of a rank, and of a second one
    threats_waiter: npt.NDArray[np.int64]
    tempo: int  # to be the side to move


_tried: dict[int, LineWeights] = {}  # of a fit that goes on


def weights_of(k: int) -> LineWeights:
    """Return the weights for k in a row."""
    return _tried[k] if k in _tried else _shipped(k)


@cache
def _shipped(k: int) -> LineWeights:
    fitted = json.loads(FILE.read_text()) if FILE.exists() else {}
    return from_numbers(k, fitted[str(k)]) if str(k) in fitted else formula(k)


def try_out(k: int, weights: LineWeights | None) -> None:
    """Use these weights in this process, or those of the file again, for boards that are made from now on."""
    _tried.pop(k, None)
    if weights is not None:
        _tried[k] = weights


def from_numbers(k: int, numbers: dict[str, Any]) -> LineWeights:
    """Return the weights of an entry of the file; the order of moves follows the formula."""
    names = ("mover", "waiter", "made_mover", "made_waiter", "threats_mover", "threats_waiter")
    arrays = {name: np.array(numbers[name], np.int64) for name in names}
    return replace(formula(k), **arrays, tempo=int(numbers["tempo"]))


@cache
def formula(k: int) -> LineWeights:
    """Return the weights without a fit: a quarter for each stone that is missing; the free cells of a line share it."""
    scores = [stones + 1024 / 4 ** (k - stones) if stones else 0 for stones in range(k + 1)]
    line = [scores[stones] / (k - stones) * 3 for stones in range(k)]
    order = [max(1, round((scores[stones + 1] - scores[stones]) / 3)) for stones in range(k)]
    order[-1] = min(order[-1], 150)
    nothing = np.zeros(5, np.int64)
    mover, waiter = (np.rint(np.array(line) * times).astype(np.int64) for times in (1.5, 1))
    threats = np.zeros((RANKS, 2), np.int64)
    return LineWeights(
        mover, waiter, np.array(order, np.int64), nothing, nothing, np.array(_MADE_ORDER), threats, threats, 0
    )
