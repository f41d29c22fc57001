"""Environments for reinforcement learning: PettingZoo's turn-taking one, and many games at once in NumPy arrays.

`noughts.envs.noughts_v0` is for PettingZoo (the extra `rl`), `noughts.envs.batch` needs NumPy alone.
"""
