"""The limits of a process that runs a person's program."""
