"""Engines: both ends of the Gomocup protocol. The caller supplies the players."""
