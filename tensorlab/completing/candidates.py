"""What a word of a command line may become: from a table and the folders, with nothing loaded.

The table, words.txt, is made from the commands themselves; a test keeps it so. Paths are texts:
loading pathlib takes longer than all that is done here.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from os import listdir
from os.path import abspath, dirname, isdir, join
from types import ModuleType

PACKAGE = dirname(dirname(abspath(__file__)))
NO_LESSON = "README.md"


def complete(given: Sequence[str], table: ModuleType) -> int:
    """Write what the last of a command line's words may become; the first is `tensorlab`."""
    sys.stdout.write("".join(f"{word}\n" for word in candidates(given, table)))
    return 0


def candidates(given: Sequence[str], table: ModuleType) -> list[str]:
    """Return what the last word may become; a shell's own files where that is nothing."""
    # bash cuts --format=json into three
    words = [each for each in given[1:-1] if each != "="]
    word = given[-1] if len(given) > 1 else ""
    word = "" if word == "=" else word
    command = next((each for each in words if each in table.OPTIONS), "")
    kinds = table.KINDS
    options = {
        name: kinds.get(f"{command} {name}", kinds.get(name, ""))
        for name in table.OPTIONS[command].split()
    }
    flags = table.FLAGS.split()
    option, equals, begun = word.partition("=")
    if equals and option in options:
        return [f"{option}={each}" for each in beginning(begun, known(options[option]))]
    last = words[-1] if words else ""
    if last in options and last not in flags:
        return beginning(word, known(options[last]))
    if command == "config" and last in table.SETTINGS:
        return beginning(word, known(table.SETTINGS[last]))
    if word.startswith("-"):
        return beginning(word, options)
    commands = (name for name in table.OPTIONS if name)
    return beginning(word, known(table.ARGUMENTS.get(command, "")) if command else commands)


def beginning(word: str, found: Iterable[str]) -> list[str]:
    """Return the words that begin with another one."""
    return sorted({each for each in found if each.startswith(word)})


def known(kinds: str) -> Iterator[str]:
    """Yield all that an argument of some kinds may be; other words are themselves."""
    for kind in kinds.split():
        match kind:
            case "LESSON":
                yield from lessons()
            case "FUNCTION":
                for full in functions():
                    yield from (full, full.rpartition(".")[2])
            case "CODE":
                yield from codes()
            case "TYPE":
                yield from ("float32", "float64", "float16", "bfloat16")
            case _:
                yield kind


def lessons() -> Iterator[str]:
    """Yield the names of the lessons: inside an installed package, beside it in a checkout."""
    installed = join(PACKAGE, "lessons")
    folder = installed if isdir(installed) else join(dirname(PACKAGE), "lessons")
    for name in listdir(folder):
        if name.endswith(".md") and name != NO_LESSON:
            yield name.removesuffix(".md")


def functions() -> Iterator[str]:
    """Yield the full names of the functions, of the index that is made of their declarations."""
    for line in text_of("ops", "index.txt").split("\n"):
        match line.split():
            case [_, homes, *names]:
                yield from (f"{home}.{name}" for home in homes.split(",") for name in names)


def codes() -> Iterator[str]:
    """Yield the codes of errors, read from the file of the rules."""
    for line in text_of("language", "rules", "rules.txt").splitlines():
        if line.startswith("code: "):
            yield line.removeprefix("code: ")


def text_of(*path: str) -> str:
    """Return what a file of the package holds."""
    with open(join(PACKAGE, *path), encoding="utf-8") as file:
        return file.read()
