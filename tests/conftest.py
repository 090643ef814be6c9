"""What every test starts from."""

import signal

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # A shell ignores Ctrl-C in what it starts in the background, and every process that the tests
    # interrupt would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
