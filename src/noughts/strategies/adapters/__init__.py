"""Strategies made of other people's programs: a function, a class, a table of moves, a policy, as they are."""
