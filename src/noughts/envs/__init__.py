"""Environments for reinforcement learning: one for PettingZoo, and batches of games in NumPy arrays.

`noughts.envs.noughts_v0` is for PettingZoo (the extra `rl`), `noughts.envs.batch` needs only the extra `fast`.
"""

from noughts.extras import require_extra

require_extra("fast", "an environment")
