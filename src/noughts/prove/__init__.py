"""Can this strategy lose? Every reply, every tie."""

from noughts.prove.proof import Asked, FoundBy, Proof, Refuted, Uncounted
from noughts.prove.prover import ProofProgress, prove

__all__ = ["Asked", "FoundBy", "Proof", "ProofProgress", "Refuted", "Uncounted", "prove"]
