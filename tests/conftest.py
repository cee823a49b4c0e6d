"""What holds for all tests: how Hypothesis looks for examples, and that Ctrl-C is heard."""

import signal

from hypothesis import settings

settings.register_profile("goldgate", deadline=None)  # machines are busy at times; what is slow is found by benchmarks
settings.load_profile("goldgate")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell without job control has what it starts in the background ignore Ctrl-C, and all that this starts in turn.
    signal.signal(signal.SIGINT, signal.default_int_handler)
