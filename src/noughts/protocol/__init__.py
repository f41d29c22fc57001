"""Engines: the Gomocup protocol from both of its ends. Players are handed in, never imported."""
