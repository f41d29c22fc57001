"""Who is better? Matches: exact if all games can be enumerated, else sampled with error bars."""
