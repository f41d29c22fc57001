"""Every position of a game, one byte each.

Read in this order: `index` (where the byte of a position is), `sets` and `layers` (all positions of a ply at once),
`retrograde` (from the full board back), `header`, `parts` and `file` (docs/table-format.md), `census` (how many
positions there are).
"""
