"""Exact values where stones fall: connect-four and its family. Read in this order:

`stones` (cells as bits), `answering` (a bound without a search), `search` (the loop, plain and compiled),
`gravity_search` (the questions), `book` (the first plies of connect-four). docs/solver/connect-four.md explains it.
"""
