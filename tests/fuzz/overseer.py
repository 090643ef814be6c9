"""Feeds programs to a worker, and survives it: a crash or a silence is a finding as well."""

import io
import json
import os
import selectors
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from tests.fuzz.findings import Finding

ROOT = Path(__file__).parents[2]
SILENCE = 60.0  # seconds without a line: the clock of a program has long run out
START = 600.0  # seconds until the first line: a busy machine takes long to load everything


@dataclass
class Result:
    """What came of one program."""

    name: str
    inputs: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    good: int = 0
    bad: int = 0


class Overseer:
    """Runs programs in a process that is started again when it ends or leaves settings behind."""

    def __init__(self, silence: float = SILENCE) -> None:
        self.silence = silence
        self.errors: IO[bytes] = io.BytesIO()
        self.process: subprocess.Popen[bytes] | None = None

    def run(self, name: str, inputs: list[str] | None = None) -> Result:
        """Return what came of a program: one by its name, or one that is given."""
        if self.process is None or self.process.poll() is not None:
            self.close()
            self.errors = tempfile.TemporaryFile()  # noqa: SIM115  as long as the process
            self.process = started(self.errors)
        result = Result(name)
        request = {"name": name} | ({} if inputs is None else {"inputs": inputs})
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        while (line := self.line(self.silence if result.inputs else START)) is not None:
            said = json.loads(line)
            if "input" in said:
                result.inputs.append(said["input"])
                continue
            self.told(result, said)
            return result
        self.ended(result)
        return result

    def line(self, silence: float) -> bytes | None:
        """Return the worker's next line; None when it ended or was silent for so many seconds."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            if not selector.select(silence):
                return None
        return self.process.stdout.readline() or None

    def told(self, result: Result, said: dict[str, Any]) -> None:
        """Enter what the worker found."""
        result.findings = [Finding(**each) for each in said["findings"]]
        result.good, result.bad = said["good"], said["bad"]
        if any(each.kind == "settings left behind" for each in result.findings):
            self.close()

    def ended(self, result: Result) -> None:
        """Enter that the worker ended, or had to be ended."""
        silent = self.process.poll() is None
        try:
            silent = silent and self.process.wait(2) is None
        except subprocess.TimeoutExpired:
            self.process.kill()
        code = self.process.wait()
        what = "hang" if silent and code == -9 else "crash"
        last = result.inputs[-1] if result.inputs else ""
        self.errors.seek(0)
        words = self.errors.read().decode(errors="replace")[-1500:]
        place = words.rstrip().rpartition("\n")[2][:80] or last[:60]
        result.findings = [Finding(what, place, f"{what}, exit status {code}", f"{last}\n{words}")]
        self.close()

    def close(self) -> None:
        """End the worker."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
            self.errors.close()
        self.process = None


def started(errors: IO[bytes]) -> "subprocess.Popen[bytes]":
    """Return a new worker that writes its errors to a file."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.fuzz.worker"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, bufsize=0,
        cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": "0"},
    )  # fmt: skip
