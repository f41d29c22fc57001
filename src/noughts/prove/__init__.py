"""Can this strategy lose? Every reply, every tie."""

from noughts.prove.measure import Measurement, measure
from noughts.prove.proof import Asked, Proof, Tally
from noughts.prove.prover import Progress, prove

__all__ = ["Asked", "Measurement", "Progress", "Proof", "Tally", "measure", "prove"]
