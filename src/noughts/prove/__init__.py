"""Can this strategy lose? Every reply, every equal move."""

from noughts.prove.proof import AskedAgain, FaultAt, FaultCount, FoundBy, Proof, Refuted, Uncounted
from noughts.prove.prover import ProofProgress, prove

__all__ = ["AskedAgain", "FaultAt", "FaultCount", "FoundBy", "Proof", "ProofProgress", "Refuted", "Uncounted", "prove"]
