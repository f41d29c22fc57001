"""Play on boards beyond exact reach: counters of stones on lines, wins by fours, and a search over few moves."""
