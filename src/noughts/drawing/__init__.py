"""A position, a decision, a line, a plan as SVG. Standard library alone; equal input gives equal bytes.

The page in the browser draws with the same shapes and colours: it loads the two files of `page`, which this room reads.
Order of reading: svg, board, picture, poster.
"""

from noughts.drawing.board import CELL, MARGIN, board
from noughts.drawing.picture import draw
from noughts.drawing.svg import Svg, Theme, document

__all__ = ["CELL", "MARGIN", "Svg", "Theme", "board", "document", "draw"]
