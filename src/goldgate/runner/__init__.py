"""How does it happen? Workers run the agent, one guarded trial at a time; the parent judges what comes back."""
