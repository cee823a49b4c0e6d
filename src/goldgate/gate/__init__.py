"""Is this run worse than what was accepted? One class per case, one decision, and what an update would write."""
