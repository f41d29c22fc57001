"""A good move on boards beyond exact reach: runs of fours first, then alpha-beta over few moves.

Read in this order: `counters` (the stones on each line), `fours`, `moves`, `table`, `alphabeta` (the loop), `player`.
"""
