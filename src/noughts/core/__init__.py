"""The rules: legal moves, and how games end. Pure, standard library only."""
