"""Every position of a game, one byte each.

Read in this order: `index` (where the byte of a position is), `sets`, `lanes` and `layers` (all positions of a ply at
once), `table_plan` and `retrograde` (from the full board back), `lookup` (the value of a position),
`tabulate` and `folder` (a table in files).
"""
