"""Results: what the command line prints as JSON, and the server sends.

They are dataclasses: of the rooms that find them where these suffice (`noughts.prove.regret`, `noughts.prove.plan`),
else of this room. `schema` is the name and number of a document, `noughts/proof/1`; `codec` makes JSON of them and
reads it. Order of reading: codec, proof, grade, values, decision, then the others.
"""
