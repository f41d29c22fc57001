"""The file of a table (docs/solver/tables.md): `header`, `pieces` (reads it), `draft` and `tabulate` (make it)."""
