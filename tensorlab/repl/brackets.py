"""Brackets and quotes that close by themselves, and what Enter means between them."""

from collections.abc import Callable
from functools import partial

from prompt_toolkit.application import get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.enums import DEFAULT_BUFFER
from prompt_toolkit.filters import Condition, emacs_insert_mode, has_focus, vi_insert_mode
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

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
