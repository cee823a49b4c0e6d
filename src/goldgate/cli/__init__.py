"""How is goldgate called from a shell? One file a verb; the only room that knows click and rich."""
