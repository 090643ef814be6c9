"""A worker process looked after: when it dies over a program, the next go on in another."""

import json
import os
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, NamedTuple, cast

from tensorlab.batch.answering import failed
from tensorlab.batch.job import BadLineError, job_of
from tensorlab.language.running.session import Budget

Numbered = tuple[int, str]  # a line and its number


class Part(NamedTuple):
    """Lines that one process is given together, and what they are answered, one after the other."""

    lines: list[Numbered]
    told: SimpleQueue[str | OSError]

    def answers(self) -> Iterator[str]:
        """Yield the answers as they come.

        Raises:
            OSError: no process can be started.
        """
        for _ in self.lines:
            answer = self.told.get()
            if isinstance(answer, OSError):
                raise answer
            yield answer


Parts = SimpleQueue[Part | None]  # which a None ends

# How much longer than its limit a program may take, in which it should have ended by itself.
GRACE = 5.0
# How long a process may take to begin: on a machine with much else to do, longer than any program.
BEGINNING = 60.0
AT_ONCE = 1 << 16  # bytes of answers
FEW = 1 << 12  # bytes, after which more of them are waited for
# To wake who listens costs the process that answers as much as a small program does.
GATHERING = 0.003


class Worker(NamedTuple):
    """What Python is to run, the text it is given first, and how many lines together after it."""

    arguments: tuple[str, ...] = ("-m", "tensorlab.batch.worker")
    order: str = ""
    size: int = 64


PROGRAMS = Worker()


class Supervisor:
    """One worker process after another."""

    def __init__(self, budget: Budget, worker: Worker = PROGRAMS) -> None:
        self.budget = budget
        self.worker = worker
        self.process: subprocess.Popen[bytes] | None = None
        self.fed: SimpleQueue[str | None] = SimpleQueue()
        self.heard: SimpleQueue[list[str] | None] = SimpleQueue()
        self.ready: deque[str] = deque()
        self.begun = self.late = self.stopped = False

    def work(self, parts: Parts) -> None:
        """Answer parts; while the process is at one, the next is on its way to it."""
        part = self.taken(parts, wait=True)
        while part is not None:
            after = self.taken(parts, wait=False)
            try:
                for answer in self.answers(part.lines, after.lines if after else ()):
                    part.told.put(answer)
            except OSError as error:  # no process can be started
                part.told.put(error)
            part = after or self.taken(parts, wait=True)

    def taken(self, parts: Parts, *, wait: bool) -> Part | None:
        """Return the next part, sent to the process; None when there is none, or none yet."""
        try:
            part = parts.get(block=wait)
        except Empty:
            return None
        if part is None:
            parts.put(None)  # the others are to hear of it, too
        elif self.process is not None:
            self.send(part.lines)
        return part

    def answers(self, part: list[Numbered], after: Sequence[Numbered] = ()) -> Iterator[str]:
        """Yield the answers to lines, whatever becomes of the process.

        A process that is there has been sent them already, and those that come after them.
        """
        waiting = deque(part)
        while waiting and not self.stopped:
            if self.process is None:
                self.send([*waiting, *after])
            words = self.listen()
            if not self.stopped:
                line = waiting.popleft()
                yield self.told_of_end(*line) if words is None else words

    def send(self, lines: Iterable[Numbered]) -> None:
        """Give lines to the process, a new one if there is none."""
        if self.process is None:
            self.start()
        self.fed.put("".join([f"{number} {line}\n" for number, line in lines]))

    def start(self) -> None:
        """Begin a new process, with a thread that feeds it and one that listens to it."""
        self.fed, self.heard = SimpleQueue(), SimpleQueue()
        self.ready.clear()
        self.begun = self.late = False
        self.process = subprocess.Popen(  # noqa: S603  it is Python itself
            [sys.executable, *self.worker.arguments, json.dumps(self.budget)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"OPENBLAS_NUM_THREADS": "1", **os.environ},
        )
        for target, queue in (feed, self.fed), (hear, self.heard):
            threading.Thread(target=target, args=(self.process, queue), daemon=True).start()
        self.fed.put(self.worker.order)

    def listen(self) -> str | None:
        """Return the next answer; None when the process has died, or had its time."""
        seconds = self.budget.seconds
        while not self.ready:
            limit = None if seconds is None else seconds + GRACE
            try:
                found = self.heard.get(timeout=limit if self.begun else BEGINNING)
            except Empty:
                self.late = True
                return None
            if found is None:
                return None
            # the first says that it is there
            self.ready.extend(found if self.begun else found[1:])
            self.begun = True
        return self.ready.popleft()

    def told_of_end(self, number: int, line: str) -> str:
        """Return the answer to the line over which the process ended, which is no more."""
        self.end()
        try:
            name = job_of(line).name
        except BadLineError as error:
            name = error.name
        if self.late:
            return failed(number, name, "LimitError", "The limit on time was reached.", "time")
        return failed(number, name, "KilledError", "The program ended the process that ran it.")

    def stop(self) -> None:
        """End the process."""
        self.stopped = True
        self.end()

    def end(self) -> None:
        """Kill the process, if there is one."""
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.wait()
            self.fed.put(None)


def feed(process: "subprocess.Popen[bytes]", fed: "SimpleQueue[str | None]") -> None:
    """Give lines to a process; it may be long before it reads them."""
    with suppress(OSError), cast("IO[bytes]", process.stdin) as programs:  # it may be dead
        while (lines := fed.get()) is not None:
            programs.write(lines.encode())
            programs.flush()


def hear(process: "subprocess.Popen[bytes]", heard: "SimpleQueue[list[str] | None]") -> None:
    """Pass on the answers, as many as have come, and at last that there are no more."""
    with cast("IO[bytes]", process.stdout) as answers:
        begun = ""
        while chunk := os.read(answers.fileno(), AT_ONCE).decode("ascii"):
            *lines, begun = (begun + chunk).split("\n")
            heard.put(lines)
            if len(chunk) < FEW:
                time.sleep(GATHERING)
    heard.put(None)
