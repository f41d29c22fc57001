"""The game as played: can a side force a line, and in how many plies?

Read in this order: `noughts.solve.boards` and `geometry` (boards of any size, their lines as shifts), `open_lines`
(threats and potential), `pairing`, `plain_table`, `search_kernel` (the depth-first loop), `strong_search`; then
`extraction` and `strategy_steps`: the proof that a search leaves behind. Up to `strong_search` all of it has one
source, in plain Python and compiled (`noughts.jit.kernels`): compiled, boards are those of `noughts.solve.board_words`,
and the table is `transposition_table`.
"""
