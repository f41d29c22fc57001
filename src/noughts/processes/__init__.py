"""Processes of other programs and of our own: one way to start a child, to ask it and to end it.

Read in this order: `child` (a program that reads and writes lines), `channel` (the side of a child of ours), `workers`
(the side that asks), `foreign` (programs of strangers, with limits); then, for work in many items, `work` (what a
worker does), `pool` and `cluster` (where workers come from), `dispatch` (who gets what).
"""
