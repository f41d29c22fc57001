"""Questions: who answers them, the worker pool, whose turn it is, and the time that each client has had."""
