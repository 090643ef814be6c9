"""Waiting awake, for some microseconds, until another thread gives a sign.

A thread that sleeps takes 30 microseconds to wake, and who wakes it 15. One that looks again and
again sees a sign at once: numpy's `any` of a cell that is repeated ends at the first True it meets,
and lets go of the interpreter meanwhile. A sign is a hint: queues hold what counts.
"""

import numpy as np

TIMES = 1 << 12  # looks at a cell, two microseconds
TURNS = 64  # so many times
LATER = 2  # turns for which who gave a sign needs the interpreter: two would wait for it asleep
ASKED, NOTHING = (bytes((sign,)) * (TURNS - 1 - LATER) for sign in (1, 0))

look = np.logical_or.reduce


class Signs:
    """What a helper and the thread that it helps tell each other."""

    def __init__(self) -> None:
        self.asked, self.ended = bytearray(TURNS), bytearray(TURNS)
        self.asked[0] = 1
        asked, self.told = (np.frombuffer(signs, bool) for signs in (self.asked, self.ended))
        self.work = np.broadcast_to(asked[:, None], (TURNS, TIMES))
        self.end = np.broadcast_to(self.told[:1], TURNS * TIMES)

    def ask(self) -> None:
        """Tell the helper that there is work."""
        self.asked[1:-LATER] = ASKED

    def begin(self) -> None:
        """Take the signs back, in the helper."""
        self.asked[1:-LATER] = NOTHING
        self.ended[0] = 0

    def await_work(self) -> None:
        """Tell who asked that the work is done, and wait for more.

        The first cell is True: that it was found is told when the interpreter is free already.
        """
        look(self.work, 1, out=self.told)

    def await_end(self) -> None:
        """Wait until the helper has told that its work is done."""
        if not self.ended[0]:
            look(self.end)
