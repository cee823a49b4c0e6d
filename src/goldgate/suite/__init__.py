"""What will run? Cases selected, and spread into trials; pure."""
