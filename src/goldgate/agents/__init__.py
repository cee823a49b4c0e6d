"""How is the agent under test reached? The protocols, the world that it finds, and the record of what it does."""
