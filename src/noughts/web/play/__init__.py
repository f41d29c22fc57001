"""Games being played: the rules of a live game, the service for them, and where they are stored."""
