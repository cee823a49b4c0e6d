"""What do trials show? Rates, tests and intervals, as functions of numbers; scipy does what scipy can."""
