"""Noughts and crosses on paper, but in Python."""

from .player import Computer

__all__ = ["Computer"]
