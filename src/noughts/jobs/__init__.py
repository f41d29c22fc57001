"""Work for many workers: processes of this machine, or a Dask cluster. Lost workers are replaced.

Read in this order: `worker` (what one worker does), `pool` (where workers come from), `dispatch` (who gets what).
"""
