"""Can this strategy lose? Every reply, every equal move."""

from noughts.prove.proof import Asked, FoundBy, Proof, Refuted, RuleBreak, RuleBreaks, Uncounted
from noughts.prove.prover import ProofProgress, prove

__all__ = ["Asked", "FoundBy", "Proof", "ProofProgress", "Refuted", "RuleBreak", "RuleBreaks", "Uncounted", "prove"]
