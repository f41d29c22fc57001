"""The strategies: one file per published idea, and a registry of names."""

from noughts.strategies.registry import load, names

__all__ = ["load", "names"]
