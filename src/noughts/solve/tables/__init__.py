"""Every position of a game, one byte each.

Read in this order: `index` (where the byte of a position is), `sets`, `lanes` and `layers` (all positions of a ply at
once), `plan` and `retrograde` (from the full board back), `header`, `parts` and `file` (docs/solver/tables.md),
`partial`, `progress` and `disk` (a file larger than memory), `census` (how many positions there are), `orders` (the
same for exact games).
"""
