"""What a strategy is: its decision, its traits, and the adapter of a user's class."""
