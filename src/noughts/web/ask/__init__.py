"""Questions and proofs: the services, the jobs, the worker pool, and the answers that are kept."""
