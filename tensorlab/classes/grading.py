"""Grades files, each in a process with limits; what is graded is kept, to go on with."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tensorlab.assignments.assignment import Assignment
from tensorlab.assignments.hand_in import UnreadableError, head_of, writable
from tensorlab.batch.supervisor import Worker
from tensorlab.classes.kept import read_file
from tensorlab.classes.worker import order_of
from tensorlab.commands.batch import stream_of
from tensorlab.language.running.session import Budget
from tensorlab.process.lifecycle import WrongUsageError, say

LIMITS = Budget(memory=1 << 30, seconds=60.0)
AT_A_TIME = 4  # files that one process is given together
MODULE = "tensorlab.classes.worker"
Result = dict[str, Any]
Report = Callable[[int], None]


class Grading:
    """The grading of files for an assignment."""

    def __init__(self, assignment: Assignment, jobs: int, scheduler: str | None) -> None:
        self.order = order_of(assignment)
        self.jobs = jobs
        self.scheduler = scheduler
        self.kept = assignment.path.with_suffix(".graded.jsonl")
        self.results: dict[str, Result] = {}

    def graded(self, files: Sequence[Path], report: Report, *, resume: bool) -> list[Result]:
        """Return what came of each file; what was graded before is not graded again to `resume`."""
        self.results = dict(self.read_kept()) if resume else {}
        keys: dict[Path, str | Result] = {}
        self.write_kept(self.results.items(), "wb")
        texts = self.texts_of(files, keys)
        for count, (key, result) in enumerate(self.answered(texts), 1):
            self.results[key] = result
            report(count)
        # A process may have ended for a reason that is none of the file's.
        again = [key for key, result in self.results.items() if result.get("killed")]
        named = {key: file for file, key in keys.items() if isinstance(key, str)}
        self.results |= self.answered((key, read_file(named[key])) for key in again)
        found = [self.results[key] if isinstance(key, str) else key for key in keys.values()]
        names = (writable(str(file)) for file in keys)
        return [{**each, "file": name} for name, each in zip(names, found, strict=True)]

    def texts_of(
        self, files: Iterable[Path], keys: dict[Path, str | Result]
    ) -> Iterator[tuple[str, str]]:
        """Yield the texts that are to be graded, each with a key that stands for it.

        Of every file is kept what stands for it, or why it cannot be read.
        """
        seen = set(self.results)
        for file in files:
            try:
                text = read_file(file)
            except UnreadableError as error:
                keys[file] = {"learner": "", "error": str(error)}
                continue
            keys[file] = key = hashlib.sha256(f"{self.order}\0{text}".encode()).hexdigest()
            if key not in seen:
                seen.add(key)
                yield key, text

    def answered(self, texts: Iterable[tuple[str, str]]) -> Iterator[tuple[str, Result]]:
        """Yield what processes make of texts, each written down at once."""
        given: list[tuple[str, str]] = []  # keys, each with whom its text names

        def lines() -> Iterator[str]:
            for key, text in texts:
                given.append((key, named_in(text)))
                yield json.dumps({"text": text})

        worker = Worker(("-m", MODULE), f"{self.order}\n", AT_A_TIME)
        stream = stream_of(lines(), LIMITS, self.jobs, self.scheduler, worker)
        try:
            for answer, (key, learner) in zip(stream, given, strict=False):  # it grows beside
                pair = key, result_of(json.loads(answer), learner)
                self.write_kept([pair], "ab")
                yield pair
        except OSError as error:
            raise WrongUsageError(f"nothing can be graded: {error}") from None
        finally:
            stream.close()

    def read_kept(self) -> Iterator[tuple[str, Result]]:
        """Yield what was graded before, but for half a line at which that was cut off."""
        with suppress(OSError), self.kept.open("rb") as kept:
            for line in kept:
                with suppress(ValueError, KeyError, TypeError):
                    content = json.loads(line)
                    yield content["key"], dict(content["result"])

    def write_kept(self, pairs: Iterable[tuple[str, Result]], mode: str) -> None:
        """Write down what is graded, where that is possible."""
        try:
            with self.kept.open(mode) as kept:
                for key, result in pairs:
                    if not result.get("killed"):
                        line = json.dumps({"key": key, "result": result})
                        kept.write(f"{line}\n".encode())
        except OSError as error:
            if mode == "wb":
                say(f"note: {self.kept} cannot be written ({error.strerror}): nothing to resume")


def named_in(text: str) -> str:
    """Return whom a hand-in names, nothing where it names nobody."""
    with suppress(UnreadableError):
        return head_of(text.partition("\n")[0])[1]
    return ""


def result_of(answer: Result, learner: str) -> Result:
    """Return what came of a learner's file, of one over which a process ended why there is none."""
    answer.pop("line", None)
    error = answer.get("error")
    if not isinstance(error, dict):
        return answer
    late = error.get("limit") == "time"
    words = "its answers take too long to run" if late else "its answers ended the process"
    return {"learner": learner, "error": words, "killed": not late}


def files_in(places: Iterable[str]) -> list[Path]:
    """Return the files that are named, of a folder those in it at any depth, each once."""
    found: dict[Path, None] = {}
    for place in map(Path, places):
        inside = sorted(each for each in place.rglob("*") if each.is_file())
        found |= dict.fromkeys(inside or [place])
    return list(found)
