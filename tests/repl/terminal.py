"""A real terminal with tensorlab in it: keys go in, what the screen is told comes out."""

import codecs
import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pyte

from tests.searched import python_path

ROOT = Path(__file__).resolve().parents[2]
ESCAPES = re.compile(r"\x1b(?:\[[0-9;?>=]*[a-zA-Z]|\][^\x07]*\x07|[=>78]|\([A-Z])")
PATIENCE = 40  # others may have the processors

CTRL_C, CTRL_D, TAB, UP, ENTER = "\x03", "\x04", "\t", "\x1b[A", "\r"
ESCAPE, LEFT, BACKSPACE = "\x1b", "\x1b[D", "\x7f"
F2 = "\x1bOQ"
ROWS = 40
TENSORLAB = [sys.executable, "-m", "tensorlab"]


def pasted(text):
    """Return what a terminal sends for a paste."""
    return f"\x1b[200~{text}\x1b[201~"


class PseudoTerminal:
    """A process of tensorlab on a terminal of its own."""

    def __init__(self, folder, *arguments, columns=80, rows=ROWS, environment=None, command=None):
        import fcntl
        import pty
        import struct
        import termios

        self.leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        surroundings = {
            name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")
        }
        self.process = subprocess.Popen(
            command or [*TENSORLAB, *arguments],
            preexec_fn=lambda: os.login_tty(follower),  # noqa: PLW1509  Ctrl-C is a signal there
            cwd=folder,
            env=surroundings
            | {
                "TERM": "xterm-256color",
                "LANG": "C.UTF-8",
                "PYTHONPATH": python_path(),
                "XDG_STATE_HOME": str(folder / "state"),
                "XDG_CONFIG_HOME": str(folder / "config"),
            }
            | (environment or {}),
        )
        os.close(follower)
        self.raw = ""
        self.seen = 0
        self.glass = pyte.Screen(columns, rows)
        self.glass.write_process_input = self.type  # where the cursor is, for who asks
        self.beam = pyte.Stream(self.glass)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    @property
    def screen(self):
        """Everything the terminal was told, without the codes that move and colour."""
        return ESCAPES.sub("", self.raw).replace("\r", "")

    def wait_for(self, text):
        """Read until a text appears after what was last waited for, and return what came."""
        end = time.monotonic() + PATIENCE
        while text not in self.screen[self.seen :]:
            if time.monotonic() > end or not self.read():
                ending = self.process.poll()
                raise AssertionError(f"no {text!r} in {self.screen[self.seen :]!r}, end {ending}")
        found = self.screen.index(text, self.seen)
        came = self.screen[self.seen : found]
        self.seen = found + len(text)
        return came

    def read(self, patience=1.0):
        """Take what there is; false once the process has closed the terminal."""
        ready, _, _ = select.select([self.leader], [], [], patience)
        if not ready:
            return self.process.poll() is None
        try:
            content = os.read(self.leader, 65536)
        except OSError:
            return False
        text = self.decoder.decode(content)
        self.raw += text
        self.beam.feed(text)
        return bool(content)

    def read_until_quiet(self, seconds=1.0):
        """Take all that comes until nothing has come for some time."""
        while (before := len(self.raw)) >= 0 and self.read(seconds) and len(self.raw) > before:
            pass

    @property
    def lines(self):
        """What can be seen now, without the blanks at the ends of lines and below."""
        return "\n".join(line.rstrip() for line in self.glass.display).rstrip().split("\n")

    @property
    def line(self):
        """The line that the cursor is in, and its column."""
        cells = self.glass.buffer[self.glass.cursor.y]
        text = "".join(cells[column].data for column in range(self.glass.columns))
        return text.rstrip(), self.glass.cursor.x

    def see_prompt(self, after=""):
        """Wait until the next line can be typed, below one that was typed before."""
        self.see(lambda screen: screen.line == (">>>", 4) and after in "\n".join(screen.lines))

    def see_work(self):
        """Wait until the line that was entered is being worked on: its bar is gone."""
        self.see(lambda screen: "leaves" not in screen.lines[-1])

    def see(self, holds):
        """Read until something holds of this terminal, and return what it is."""
        end = time.monotonic() + PATIENCE
        while not (found := holds(self)):
            if time.monotonic() > end or not self.read(0.2):
                raise AssertionError("\n".join([*self.lines, f"cursor: {self.line}"]))
        return found

    def type(self, text):
        """Press keys."""
        os.write(self.leader, text.encode())

    def press_until(self, key, text):
        """Press a key until a text appears: early presses may come before there is a listener."""
        end = time.monotonic() + PATIENCE
        while text not in self.screen[self.seen :] and time.monotonic() < end:
            self.type(key)
            time.sleep(0.7)
            self.read(0.1)
        self.wait_for(text)

    def enter(self, line):
        """Type a line and press Enter."""
        self.type(line)
        time.sleep(0.05)
        self.type(ENTER)

    def end(self):
        """Wait for the end of the process and return its exit code."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self.read(0.1)
        while self.read(0.1) and self.raw and time.monotonic() < end:
            pass
        os.close(self.leader)
        return self.process.wait(timeout=5)

    def kill(self):
        """End whatever is left."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
