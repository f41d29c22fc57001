"""Environments for reinforcement learning: one for PettingZoo, and batches of games in NumPy arrays.

`noughts.envs.noughts_v0` is for PettingZoo (the extra `rl`), `noughts.envs.batch` needs only NumPy.
"""
