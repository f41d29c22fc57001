"""Lists of rules as strategies: conditions, and the lists that are made of them."""
