"""What the keys do that do not do what they do in a shell: Enter, Tab, Backspace, a paste."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from prompt_toolkit.application import get_app
from prompt_toolkit.buffer import ValidationState
from prompt_toolkit.document import Document
from prompt_toolkit.enums import DEFAULT_BUFFER
from prompt_toolkit.filters import (
    Condition,
    emacs_mode,
    has_completions,
    has_focus,
    vi_insert_mode,
    vi_navigation_mode,
)
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from tensorlab.language.reading.layout import as_typed

INDENT = "    "
TYPING = has_focus(DEFAULT_BUFFER)


@dataclass
class Request:
    """What somebody asked for by a key."""

    in_full: bool = False  # F1: what the function that is being typed does


def keys(
    ready: Callable[[str], bool], request: Request, repairs: Callable[[], Sequence[str]] = tuple
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
        elif ready(buffer.text) and "\n" not in buffer.document.text_after_cursor.rstrip():
            run(event)
        else:
            buffer.insert_text("\n" + next_indentation(before_cursor()))

    @bindings.add("enter", filter=TYPING & vi_navigation_mode)
    def run(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        # it is told again: in full
        if buffer.validation_state is ValidationState.INVALID:
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
