"""The game as played: can a side force a line, and in how many plies?

Read in this order: `board_words` and `geometry` (boards of any size as machine words), `open_lines` (threats and
potential), `pairing`, `transposition_table`, `search_kernel` (the depth-first loop), `strong_search`, `distance`; then
`extraction` and `strategy_steps`: the proof that a search leaves behind.
"""
