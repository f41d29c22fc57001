"""Every position of a game, one byte each.

Read in this order: `lookup` (where the byte of a position is, and what it says), `sets` and `layers` (all positions of
a ply at once), `table_plan` and `retrograde` (from the full board back), `tabulate` and `folder` (a table in files).
"""
