"""Breaker's strategy as a proof, from what the search of the weak game has written down.

Read in this order: `proof_log` (the records of the search), `closing` (what decides a position without a search),
`breaker_strategy` (the proof, entry by entry).
"""
