"""Who is better? Matches: exact where they can be enumerated, sampled with error bars where not."""
