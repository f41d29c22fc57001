"""A stand-in for pygame whose window is clicked by a program."""
