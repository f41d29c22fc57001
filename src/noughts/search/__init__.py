"""A good move on boards that are too large to solve: wins by fours first, then alpha-beta over few moves.

Read in this order: `counters` (the stones on each line), `fours`, `moves`, `table`, `alphabeta` (the loop), `player`.
`plain` is a smaller search in plain Python: it answers while `loading` gets the compiled one ready.
"""
