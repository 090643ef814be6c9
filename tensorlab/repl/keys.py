"""What the keys do that do not do what they do in a shell: Enter, Tab, Backspace, a paste."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from prompt_toolkit.application import get_app
from prompt_toolkit.buffer import Buffer, ValidationState
from prompt_toolkit.document import Document
from prompt_toolkit.enums import DEFAULT_BUFFER
from prompt_toolkit.filters import (
    Condition,
    emacs_insert_mode,
    emacs_mode,
    has_completions,
    has_focus,
    vi_insert_mode,
    vi_navigation_mode,
)
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from tensorlab.language.reading.layout import as_typed
from tensorlab.language.reading.syntax import is_complete, slip_of
from tensorlab.workspace.cursor import at_cursor, innermost_open

PAIRS = {"(": ")", "[": "]", "{": "}"}
QUOTES = ("'", '"')
BEFORE_WHICH = " \t\n,:;)]}"  # an opening bracket right before anything else stays alone


def bracket_keys(wanted: Callable[[], bool]) -> KeyBindings:
    """Return what brackets, quotes and Backspace do where they close by themselves."""
    bindings = KeyBindings()
    on = Condition(wanted) & has_focus(DEFAULT_BUFFER) & (emacs_insert_mode | vi_insert_mode)
    for mark, other in PAIRS.items():
        bindings.add(mark, filter=on)(partial(opened, mark))
        bindings.add(other, filter=on)(partial(closed, other))
    for mark in QUOTES:
        bindings.add(mark, filter=on)(partial(quoted, mark))
    in_pair = on & Condition(lambda: is_between(get_app().current_buffer))
    bindings.add("backspace", filter=in_pair)(delete_both)
    return bindings


def opened(mark: str, event: KeyPressEvent) -> None:
    """Type an opening bracket, and the one that closes it."""
    buffer = event.current_buffer
    buffer.insert_text(mark)
    if has_room(buffer.document) and not in_text(buffer.document):
        buffer.insert_text(PAIRS[mark], move_cursor=False)


def closed(mark: str, event: KeyPressEvent) -> None:
    """Type a closing bracket, or pass the one that is there."""
    if not passed(event.current_buffer, mark):
        event.current_buffer.insert_text(mark)


def quoted(mark: str, event: KeyPressEvent) -> None:
    """Type a quote, and the one that closes it, or pass the one that is there."""
    buffer = event.current_buffer
    before = buffer.document.char_before_cursor
    if buffer.document.current_char == mark:
        buffer.cursor_right()
        return
    alone = in_text(buffer.document) or before.isalnum() or before in QUOTES
    buffer.insert_text(mark)
    if not alone and has_room(buffer.document):
        buffer.insert_text(mark, move_cursor=False)


def delete_both(event: KeyPressEvent) -> None:
    """Delete both marks of a pair with nothing between."""
    event.current_buffer.delete()
    event.current_buffer.delete_before_cursor()


def has_room(document: Document) -> bool:
    """Return whether what follows the cursor leaves room for a closing mark."""
    return not document.current_char or document.current_char in BEFORE_WHICH


def in_text(document: Document) -> bool:
    """Return whether the cursor stands in a text or in a comment."""
    return at_cursor(document.text_before_cursor).inside_text


def passed(buffer: Buffer, mark: str) -> bool:
    """Move over a closing bracket that is there already; return whether it closes what is open."""
    text = buffer.text
    opened = next(opening for opening, closing in PAIRS.items() if closing == mark)
    rest = buffer.document.text_after_cursor
    blanks = len(rest) - len(rest.lstrip())
    if rest[blanks : blanks + 1] != mark or text.count(opened) > text.count(mark):
        return False
    if "\n" not in rest[:blanks] and blanks:
        return False
    buffer.cursor_position += blanks + 1
    return True


def is_between(buffer: Buffer) -> bool:
    """Return whether the cursor stands between the two marks of an empty pair."""
    document = buffer.document
    pair = document.char_before_cursor, document.current_char
    return pair in PAIRS.items() or (pair[0] in QUOTES and pair[0] == pair[1])


def goes_on_inside(document: Document) -> bool:
    """Return whether Enter goes on within brackets that are closed right behind the cursor.

    In a bracket opened on this line it does behind an opening or a comma, and where something is
    still missing, as behind an operator; in one opened on a line before, until an empty line.
    """
    before, after = document.text_before_cursor, document.text_after_cursor
    if not after.strip() or after.strip(f"{''.join(PAIRS.values())}\n "):
        return False
    place = innermost_open(before)
    if place is None:
        return False
    line = document.current_line_before_cursor.strip()
    if "\n" in before[place:]:
        return bool(line)
    if line.endswith((*PAIRS, ",")):
        return True
    return slip_of(document.text) is not None and not is_complete(before)


INDENT = "    "
TYPING = has_focus(DEFAULT_BUFFER)


@dataclass
class Request:
    """What somebody asked for by a key."""

    in_full: bool = False  # F1: what the function that is being typed does


def keys(
    ready: Callable[[str], bool],
    request: Request,
    repairs: Callable[[], Sequence[str]] = tuple,
) -> KeyBindings:
    """Return what the keys do.

    `ready` says whether Enter runs a text as it is, `repairs` what F2 types after an error.
    """
    bindings = KeyBindings()
    bind_enter(bindings, ready)
    bind_indenting(bindings)
    bind_asking(bindings, request, repairs)

    @bindings.add(Keys.BracketedPaste)
    def paste(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text(as_typed(event.data, before_cursor()))

    return bindings


def bind_enter(bindings: KeyBindings, ready: Callable[[str], bool]) -> None:
    """Run a text that is ready by Enter, and go on in a new line otherwise."""

    @bindings.add("enter", filter=TYPING & ~vi_navigation_mode)
    def enter(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if buffer.complete_state and buffer.complete_state.current_completion:
            buffer.complete_state = None
        elif goes_on_inside(buffer.document):
            buffer.insert_text("\n" + next_indentation(before_cursor()))
        elif ready(buffer.text) and "\n" not in buffer.document.text_after_cursor.rstrip():
            run(event)
        else:
            buffer.insert_text("\n" + next_indentation(before_cursor()))

    @bindings.add("enter", filter=TYPING & vi_navigation_mode)
    def run(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if buffer.validation_state is ValidationState.INVALID:  # it is told again: in full
            buffer.validation_state = ValidationState.VALID
        buffer.validate_and_handle()

    @bindings.add("escape", "enter", filter=TYPING & emacs_mode)
    def new_line(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text("\n")


def bind_indenting(bindings: KeyBindings) -> None:
    """Indent by Tab and dedent by Backspace where a line begins."""
    in_blank = TYPING & Condition(lambda: not before_cursor().strip())
    indented = in_blank & Condition(lambda: bool(before_cursor()))

    @bindings.add("tab", filter=in_blank & ~has_completions & (emacs_mode | vi_insert_mode))
    def indent(event: KeyPressEvent) -> None:
        column = len(before_cursor())
        event.current_buffer.insert_text(" " * (len(INDENT) - column % len(INDENT)))

    @bindings.add("backspace", filter=indented)
    @bindings.add("s-tab", filter=indented & ~has_completions)
    def dedent(event: KeyPressEvent) -> None:
        column = len(before_cursor())
        event.current_buffer.delete_before_cursor((column - 1) % len(INDENT) + 1)


def bind_asking(
    bindings: KeyBindings, request: Request, repairs: Callable[[], Sequence[str]]
) -> None:
    """Tell more by F1, and type the next repair by F2."""

    @bindings.add("f1")
    def tell_more(event: KeyPressEvent) -> None:
        request.in_full = not request.in_full

    @bindings.add("f2", filter=TYPING)
    def mend(event: KeyPressEvent) -> None:
        offered = repairs()
        buffer = event.current_buffer
        if offered:
            place = offered.index(buffer.text) + 1 if buffer.text in offered else 0
            text = offered[place % len(offered)]
            buffer.document = Document(text, len(text))


def before_cursor() -> str:
    """Return what stands before the cursor in its line."""
    return get_app().current_buffer.document.current_line_before_cursor


def next_indentation(line: str) -> str:
    """Return how far the line after this one is indented."""
    indentation = line[: len(line) - len(line.lstrip())]
    return indentation + INDENT if line.rstrip().endswith((":", "(", "[", "{")) else indentation
