"""Which reading fits a program, from evidence."""
