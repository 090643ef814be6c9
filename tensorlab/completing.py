"""Answers a shell that completes a word: from a table and the folders, with nothing loaded.

The table, command_words.py, is made from the commands themselves; a test keeps it so.
"""

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from tensorlab.command_words import ARGUMENTS, OPTIONS, SETTINGS

PACKAGE = Path(__file__).parent
CODE = re.compile(r'"(TL\d{3})"')


def complete(words: Sequence[str]) -> int:
    """Write what the last of a command line's words may become; the first is `tensorlab`."""
    sys.stdout.write("".join(f"{word}\n" for word in candidates(words)))
    return 0


def candidates(words: Sequence[str]) -> list[str]:
    """Return what the last word may become; a shell's own files where that is nothing."""
    *before, word = words[1:] or [""]
    command = next((each for each in before if each in ARGUMENTS), "")
    options = OPTIONS[command]
    last = before[-1] if before else ""
    if last in options and options[last] != "flag":
        found: Iterable[str] = known(options[last])
    elif command == "config" and last in SETTINGS:
        found = known(SETTINGS[last])
    elif word.startswith("-"):
        found = options
    else:
        found = known(ARGUMENTS[command]) if command else [name for name in ARGUMENTS if name]
    return sorted({each for each in found if each.startswith(word)})


def known(kind: str) -> Iterable[str]:
    """Return all that an argument of a kind may be; words that are written out are themselves."""
    match kind:
        case "lesson":
            folder = PACKAGE / "lessons"
            folder = folder if folder.is_dir() else PACKAGE.parent / "lessons"
            return (path.stem for path in folder.glob("*.md") if path.stem != "README")
        case "function":
            return [name for full in functions() for name in (full, full.rpartition(".")[2])]
        case "code":
            return codes()
        case "device":
            return ("cpu", "cuda", "meta")
        case "type":
            return ("float32", "float64", "float16", "bfloat16")
    return kind.split()


def functions() -> list[str]:
    """Return the names of the functions, read from the index of where they are declared."""
    text = (PACKAGE / "ops" / "index.py").read_text(encoding="utf-8")
    return re.findall(r'^    "(torch\.[\w.]+)":', text, re.MULTILINE)


def codes() -> list[str]:
    """Return the codes of errors, read from the files of the rules."""
    texts = (path.read_text(encoding="utf-8") for path in (PACKAGE / "language/rules").glob("*.py"))
    return [code for text in texts for code in CODE.findall(text)]
