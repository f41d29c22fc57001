"""Can this strategy lose? Every reply, every tie."""

from noughts.prove.proof import Asked, Proof, Refuted, Unproved
from noughts.prove.prover import ProofProgress, prove

__all__ = ["Asked", "Proof", "ProofProgress", "Refuted", "Unproved", "prove"]
