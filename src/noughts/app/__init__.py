"""What one can ask: strategies, exact values, proofs, matches, lessons, plans, drawings.

It knows neither a command line nor a server. Order of reading: players, explanation, proofs, matches, lessons,
application, questions.
"""
