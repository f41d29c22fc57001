"""The game in a terminal: a session without input or output, and two front ends: line mode and a full-screen board."""
