"""Maker against Breaker: Maker alone wants a line. Where Breaker holds, the other side does not lose the game itself.

Read in this order: `lines` (a board cut down to its lines), `state` (what simplifies a position), `pairing` and
`frame` (how a position is closed without a search), `search` (the loop), `table`, `solver`; then `closing` and `proof`,
which write Breaker's strategy down.
"""
