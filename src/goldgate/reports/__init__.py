"""How is it said? Values in, lines and documents out."""
