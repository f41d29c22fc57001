"""A person's program as a player, from its file to its answers: a game, a function, a class, a table, as they are."""
