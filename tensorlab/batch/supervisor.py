"""A worker process looked after: when it dies over a program, the next go on in another."""

import json
import os
import subprocess
import sys
import threading
from collections import deque
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, cast

from tensorlab.batch.answering import failed
from tensorlab.batch.job import BadLineError, job_of
from tensorlab.language.session import Budget

Numbered = tuple[int, str]  # a line and its number

# How much longer than its limit a program may take, in which it should have ended by itself.
GRACE = 5.0
AT_ONCE = 1 << 16  # bytes of answers
COMMAND = (sys.executable, "-m", "tensorlab.batch.worker")


class Supervisor:
    """One worker process after another."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.process: subprocess.Popen[bytes] | None = None
        self.heard: SimpleQueue[list[str] | None] = SimpleQueue()
        self.ready: deque[str] = deque()
        self.late = False
        self.stopped = False

    def answers(self, part: list[Numbered]) -> list[str]:
        """Return the answers to lines, whatever becomes of the process."""
        waiting, found = deque(part), list[str]()
        while waiting and not self.stopped:
            self.send(waiting)
            while waiting:
                words = self.listen()
                if self.stopped:
                    break
                if words is None:
                    found.append(self.told_of_end(*waiting.popleft()))
                    break
                found.append(words)
                waiting.popleft()
        return found

    def send(self, lines: deque[Numbered]) -> None:
        """Give lines to the process, a new one if there is none."""
        process = self.process or self.start()
        programs = cast("IO[bytes]", process.stdin)
        with suppress(OSError, ValueError):  # it is dead, as the listener will hear
            programs.write("".join([f"{number} {line}\n" for number, line in lines]).encode())
            programs.flush()

    def start(self) -> "subprocess.Popen[bytes]":
        """Return a new process, to which a thread listens."""
        self.heard = SimpleQueue()
        self.ready.clear()
        self.process = subprocess.Popen(  # noqa: S603  it is Python itself
            [*COMMAND, json.dumps(self.budget)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        threading.Thread(target=hear, args=(self.process, self.heard), daemon=True).start()
        return self.process

    def listen(self) -> str | None:
        """Return the next answer; None when the process has died, or had its time."""
        seconds = self.budget.seconds
        while not self.ready:
            try:
                found = self.heard.get(timeout=None if seconds is None else seconds + GRACE)
            except Empty:
                self.late = True
                return None
            if found is None:
                return None
            self.ready.extend(found)
        return self.ready.popleft()

    def told_of_end(self, number: int, line: str) -> str:
        """Return the answer to the line over which the process ended, which is no more."""
        process, self.process = cast("subprocess.Popen[bytes]", self.process), None
        end(process)
        try:
            name = job_of(line).name
        except BadLineError as error:
            name = error.name
        if self.late:
            self.late = False
            return failed(number, name, "LimitError", "The limit on time was reached.", "time")
        words = "The program ended the process that ran it."
        return failed(number, name, "KilledError", words)

    def stop(self) -> None:
        """End the process."""
        self.stopped = True
        if self.process is not None:
            end(self.process)


def end(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process, and close what led to it."""
    process.kill()
    process.wait()
    with suppress(OSError, ValueError):  # what it has not read is lost
        cast("IO[bytes]", process.stdin).close()


def hear(process: "subprocess.Popen[bytes]", heard: "SimpleQueue[list[str] | None]") -> None:
    """Pass on the answers, as many as have come, and at last that there are no more."""
    with cast("IO[bytes]", process.stdout) as answers:
        begun = b""
        while chunk := os.read(answers.fileno(), AT_ONCE):
            *lines, begun = (begun + chunk).split(b"\n")
            heard.put([line.decode() for line in lines])
    heard.put(None)
