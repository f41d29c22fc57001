"""The board in a terminal: one session (no input or output), a line mode and a full-screen board on top of it."""
