"""A good move on boards that are too large to solve: wins by fours first, then alpha-beta over few moves.

Read in this order: `line_shapes` (the cells around a cell), `weights`, `search_board`, `fours`, `threes`, `move_lists`,
`transposition_table`, `alphabeta` (the loop), `search_clock`, `player`. `plain_search` is a smaller search in plain
Python: it answers while `kernel_loading` gets the compiled one ready.
"""
