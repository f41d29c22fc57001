"""Games being played: the log of events, the rules of a live game, the cache, and the database."""
