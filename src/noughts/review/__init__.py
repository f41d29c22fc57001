"""A move in words: what it did to the lines, to the value of its position, and where the game turned."""
