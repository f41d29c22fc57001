"""`search` of one source tree as a process, for `search_match`; PYTHONPATH says which tree.

    PYTHONPATH=TREE/src python benchmarks/search_worker.py 15,15,5 '{"seconds": 0.1}'

It prints `ready` once the kernels are compiled. Then it reads positions, one a line, and answers each with a line of
JSON: the move, the proved result or null, the depth, and the seconds of processor time. Its clock is processor time as
well, so other programs take no time from it. It runs on older trees too, so it uses little of them.
"""

import json
import signal
import sys
import time

from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.core.position import Position
from noughts.search import player as searching
from noughts.search.player import Searcher, compile_kernels

Clock = vars(searching)["Clock"]  # an older tree defines it there; newer ones import it


def main(game: Game, budget: Budget) -> None:
    """Answer the positions on the standard input. A position that does not follow from the last begins a game."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the match, and that ends this process
    compile_kernels()
    print("ready", flush=True)
    player, last = Searcher(game, budget, keeps=budget.nodes is None), Position(game)
    for line in sys.stdin:
        position = parse_position(line, game)
        if last.x & ~position.x or last.o & ~position.o:
            player = Searcher(game, budget, keeps=budget.nodes is None)
        last = position
        began = time.thread_time()
        found = player._find(position, Clock(budget, now=time.thread_time))
        print(json.dumps([found.move, found.result, found.depth, time.thread_time() - began]), flush=True)


if __name__ == "__main__":
    main(Game.from_text(sys.argv[1]), Budget(**json.loads(sys.argv[2])))
