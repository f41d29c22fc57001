"""What is legal, what is over: pure, standard library only."""
