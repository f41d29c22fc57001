"""A good move on boards that are too large to solve: wins by fours first, then alpha-beta over few moves.

Read in this order: `shapes` (the cells around a cell), `weights`, `board`, `fours`, `threes`, `moves`, `table`,
`alphabeta` (the loop), `clock`, `player`.
`plain` is a smaller search in plain Python: it answers while `loading` gets the compiled one ready.
"""
