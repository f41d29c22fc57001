"""The game as played: can a side force a line, and in how many plies?

Read in this order: `boards` and `geometry` (boards of any size as machine words), `patterns` (threats and potential),
`pairing`, `table`, `search` (the depth-first loop), `solver`, `distance`; then `extraction` and `strategy`: the
proof that a search leaves behind.
"""
