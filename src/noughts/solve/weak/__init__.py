"""Maker against Breaker: only Maker wants a line. If Breaker holds, Maker cannot win the game as played.

Read in this order: `lines` (the lines of a board as bits), `state` (how a position is simplified), `pairing` and
`frame` (how a position is decided without a search), `table`, `search` (the loop), `solver`. The inner room `proof`
writes Breaker's strategy to a certificate.

`plain`, with `plain_position` and `plain_tables`, is a search in plain Python with the same ideas.
"""
