"""Results as frozen dataclasses, one file a document: what the command line prints as JSON, and the server sends.

A document's name and number stand in its field `schema`: `noughts/proof/1`. `documents` lists them all, `codec` makes
JSON of them and reads it. Order of reading: proof, regret, plan, grade, check, then the others.
"""
