"""Games at a terminal, in any language."""
