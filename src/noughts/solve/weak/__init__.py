"""Maker against Breaker: only Maker wants a line. If Breaker holds, Maker cannot win the game as played.

Read in this order: `line_table` (the lines of a board as bits), `state` (how a position is simplified), `pairing` and
`frame` (how a position is decided without a search), `transposition_table`, `search_kernel` (the loop), `weak_solver`.
The inner room `proof` writes Breaker's strategy to a certificate.

`plain_search`, with `plain_position` and `plain_tables`, is a search in plain Python with the same ideas.
"""
