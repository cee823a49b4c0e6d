"""What holds for all tests: how Hypothesis looks for examples."""

from hypothesis import settings

settings.register_profile("goldgate", deadline=None)  # machines are busy at times; what is slow is found by benchmarks
settings.load_profile("goldgate")
