"""Results as JSON documents: a decision, exact values, a judged game, a proof, a match.

The command line prints these documents, and the server sends them or parts of them. A schema's name and number say
what a document is: `noughts/proof/1`. Order of reading: decision, values, review, proof, match.
"""
