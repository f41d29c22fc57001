"""A stand-in for tkinter whose windows are pressed, clicked and typed into by a program."""
