"""A board from any text that people paste: drawn, listed, with labels, or as moves where stones fall."""
