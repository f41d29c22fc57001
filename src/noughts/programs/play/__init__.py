"""A whole game of a program, played as its person would: what was seen in its own game is so."""
