"""A file of a person, its folder, and what stands in for windows: loaded without playing its game."""
