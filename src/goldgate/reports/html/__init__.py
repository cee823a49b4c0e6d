"""How does a finished run read in a browser? One page that needs nothing beside itself."""
