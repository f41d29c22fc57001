"""The compiler's decorators, as this room's kernels name them."""

from noughts.jit import njit, prange

__all__ = ["njit", "prange"]
