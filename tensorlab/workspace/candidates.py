"""What can be typed next: names, attributes, parameters and data types, with shapes beside."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from keyword import kwlist
from pathlib import Path
from typing import NamedTuple

from tensorlab.language.running.session import Session
from tensorlab.language.values.values import Namespace
from tensorlab.workspace.command_line import MARK, UnknownCommandError, command_named, split
from tensorlab.workspace.configuration import FIELDS
from tensorlab.workspace.cursor import Cursor, at_cursor, first_line, operation_of, reached
from tensorlab.workspace.signatures import DEVICES, call_of, values_for, words_for
from tensorlab.workspace.statements import is_result
from tensorlab.workspace.summary import note_on

NOT_OFFERED = {"async", "await", "class", "global", "nonlocal", "yield"}
KEYWORDS = [word for word in kwlist if word not in NOT_OFFERED]
IMPORT = re.compile(r"(?:^|[\n;])\s*(?:import\s+(?:[\w. ]+,\s*)*|from\s+)([\w.]*)$")
MEMBER = re.compile(r"(?:^|[\n;])\s*from\s+([\w.]+)\s+import\s+\(?(?:[\w\s]+,\s*)*(\w*)$")
Notes = Iterable[tuple[str, str]]


class Candidate(NamedTuple):
    """What a word may become, and a note on it."""

    name: str
    note: str


class Candidates(NamedTuple):
    """The word being typed, and what it may become, the program's own names first."""

    word: str
    found: tuple[Candidate, ...]


def candidates(
    session: Session,
    text: str,
    commands: Mapping[str, str],
    arguments: Mapping[str, str] | None = None,
) -> Candidates:
    """Return what the word at the end of a text may become, each once; nothing is run.

    `commands` says what each command is for that may stand behind a colon, `arguments` what stands
    behind it: `expr`, `lesson`, `device`, `function`, `setting`, `variable`, `file`, or words.
    """
    word, noted = possible(session, text, commands, arguments or {})
    notes = {name: note for name, note in reversed([*noted]) if begins(name, word)}
    return Candidates(word, tuple(Candidate(name, notes[name]) for name in reversed(notes)))


def begins(name: str, word: str) -> bool:
    """Return whether a name begins with a word, its quotation mark or `torch.` aside."""
    return name.startswith(word) or name.lstrip('"').removeprefix("torch.").startswith(word)


def possible(
    session: Session, text: str, commands: Mapping[str, str], arguments: Mapping[str, str]
) -> tuple[str, Notes]:
    """Return the word being typed, and what may stand in its place with a note on each."""
    if text.startswith("?"):
        return asked_about(session, text.lstrip("? "), commands)
    if text.startswith(MARK) and " " not in text:
        return text[1:], iter(commands.items())
    if text.startswith(MARK):
        return of_command(session, text, commands, arguments)
    if member := MEMBER.search(text):
        return member[2], members(session, member[1])
    if module := IMPORT.search(text):
        return module[1], ((name, "module") for name in sorted(session.library.modules))
    return in_program(session, text)


def of_command(
    session: Session, text: str, commands: Mapping[str, str], arguments: Mapping[str, str]
) -> tuple[str, Notes]:
    """Return the word being typed behind a command, and what the command takes."""
    word = text.rpartition(" ")[2]
    try:
        kind = arguments.get(command_named(split(text)[0], commands), "")
    except UnknownCommandError:
        return word, ()
    behind = split(text)[1]
    match kind:
        case "":
            return word, ()
        case "expr" | "cell":
            return in_program(session, behind)
        case "function":
            return asked_about(session, word, commands)
        case "lesson":
            from tensorlab.course.lessons.files import lesson_names  # noqa: PLC0415  few ask

            return word, ((name, "lesson") for name in lesson_names())
        case "device":
            return word, DEVICES.items()
        case "setting":
            return word, setting(text.rpartition(" ")[0].partition(" ")[2].strip())
        case "variable":
            return word, ((name, note_on(value)) for name, value in session.names.items())
        case "file":
            return behind, files_beginning_with(behind)
        case _:
            return word, ((choice, "") for choice in kind.split())


def setting(name: str) -> Notes:
    """Yield what a setting can be, or where none is named the settings with what they mean."""
    if not name:
        return ((each, FIELDS[each].metadata["about"]) for each in FIELDS)
    choices = FIELDS[name].metadata["choices"] if name in FIELDS else ()
    return ((choice, "") for choice in choices or ("on", "off") * (name in FIELDS))


def asked_about(session: Session, word: str, commands: Mapping[str, str]) -> tuple[str, Notes]:
    """Return the word being typed, and what there is help on: commands, attributes, functions."""
    from tensorlab.explain.reference.functions import function_names  # noqa: PLC0415  it loads every operation

    if word.startswith(MARK):
        return word[1:], commands.items()
    if "." in word and reached(session, word.rpartition(".")[0]) is not None:
        return in_program(session, word)
    own = ((name, note_on(value)) for name, value in session.names.items() if not is_result(name))
    return word, chain(own, ((name, "") for name in function_names()))


def members(session: Session, module: str) -> Notes:
    """Yield what can be imported from a module."""
    found = session.library.modules.get(module)
    names = found.table.names() if isinstance(found, Namespace) else ()
    return ((name, "") for name in sorted(names) if not name.startswith("_"))


def in_program(session: Session, text: str) -> tuple[str, Notes]:
    """Return the word at the end of a program, and what may stand in its place."""
    cursor = at_cursor(text)
    if cursor.quote:
        return cursor.word, in_text(session, cursor)
    return cursor.word, () if cursor.inside_text else of_cursor(session, cursor)


def in_text(session: Session, cursor: Cursor) -> Notes:
    """Yield the words that a text may be: keys of a dict, or what a parameter takes."""
    if cursor.container:
        return ((key, note) for key, note in keys_of(session, cursor.container) if key)
    operation = operation_of(session, cursor.function) if cursor.function else None
    return ((word, "") for word in words_for(operation, cursor.keyword))


def keys_of(session: Session, path: str) -> Iterator[tuple[str, str]]:
    """Yield the keys of a dict that are texts, each with what lies there."""
    found = reached(session, path)
    if isinstance(found, dict):
        yield from ((key, note_on(item)) for key, item in found.items() if isinstance(key, str))


def of_cursor(session: Session, cursor: Cursor) -> Notes:
    """Yield what may stand at a place in a program."""
    operation = operation_of(session, cursor.function) if cursor.function else None
    chosen = [*values_for(operation, cursor.keyword)] if cursor.keyword else []
    if cursor.path:
        prefix = f"{cursor.path}."
        typed = [(name[len(prefix) :], note) for name, note in chosen if name.startswith(prefix)]
        yield from typed or attributes(session, cursor)
        return
    yield from chosen
    if chosen and not cursor.word:
        return
    if cursor.container:
        yield from ((f'"{key}"', note) for key, note in keys_of(session, cursor.container))
    if cursor.function and not cursor.keyword:
        yield from parameters(session, cursor.function)
    for name, value in session.names.items():
        if cursor.word.startswith("_") or not is_result(name):
            yield name, note_on(value)
    if cursor.word:
        yield from ((name, "") for name in (*sorted(session.known_names()), *KEYWORDS))


def attributes(session: Session, cursor: Cursor) -> Notes:
    """Yield the attributes of the value that a dotted name stands for; underscores on demand."""
    value = reached(session, cursor.path)
    if value is None:
        return
    for name in sorted(session.attributes_of(value)):
        if cursor.word.startswith("_") or not name.startswith("_"):
            yield name, first_line(operation_of(session, f"{cursor.path}.{name}"))


def parameters(session: Session, function: str) -> Notes:
    """Yield the parameters of a call that have a name worth typing."""
    operation = operation_of(session, function)
    if operation is not None:
        named = operation.signature.parameters.values()
        yield from (
            (f"{each.name}=", "parameter") for each in named if not each.is_operand | each.variadic
        )
        return
    call = call_of(session, function)
    for part in call.parts if call else ():
        if part.name != "*" and not part.text.startswith("*"):
            yield f"{part.name}=", "parameter"


MOST = 500


def files_beginning_with(text: str) -> Iterator[tuple[str, str]]:
    """Yield the paths that begin with a text, each with what it is; hidden ones on demand."""
    name = os.path.basename(text)  # noqa: PTH119  a Path drops the slash at the end
    before = text.removesuffix(name)
    folder = Path(before or ".").expanduser()
    try:
        found = sorted(folder.iterdir())[:MOST]
    except OSError:
        return
    for path in found:
        if path.name.startswith(name) and (name or not path.name.startswith(".")):
            is_folder = path.is_dir()
            yield f"{before}{path.name}{'/' * is_folder}", "folder" if is_folder else "file"
