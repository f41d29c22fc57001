"""How a function or an object of a program is called."""
