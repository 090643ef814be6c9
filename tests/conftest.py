"""What every test starts from."""

import gc
import signal

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # A shell ignores Ctrl-C in what it starts in the background, and every process that the tests
    # interrupt would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish():
    """Leave some hundred thousand objects of pytest's out of what is collected again and again."""
    gc.collect()
    gc.freeze()
