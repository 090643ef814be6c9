"""The line editor: highlighting, completion, history, modes and the bar at the bottom."""

import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import FrameType

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app_or_none
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.cursor_shapes import ModalCursorShapeConfig
from prompt_toolkit.enums import EditingMode
from prompt_toolkit.filters import vi_navigation_mode, vi_replace_mode
from prompt_toolkit.formatted_text import AnyFormattedText, merge_formatted_text
from prompt_toolkit.history import History, InMemoryHistory
from prompt_toolkit.key_binding import merge_key_bindings
from prompt_toolkit.layout.processors import HighlightMatchingBracketProcessor
from prompt_toolkit.lexers import PygmentsLexer
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import is_dumb_terminal
from pygments.lexers.python import PythonLexer

from tensorlab.language.outcome import Failure
from tensorlab.language.session import Session
from tensorlab.process import Terminated
from tensorlab.repl.brackets import bracket_keys
from tensorlab.repl.checking import GrammarCheck
from tensorlab.repl.completion import TensorCompleter
from tensorlab.repl.keys import Request, keys
from tensorlab.workspace.configuration import Configuration
from tensorlab.workspace.line import is_for_the_prompt
from tensorlab.workspace.summary import SEPARATOR

CONTINUED = "... "
ESCAPE_SECONDS = 0.03  # after which Esc is a key of its own, and not the beginning of another
# The terminal's own sixteen colours: readable on light and on dark backgrounds.
STYLE = Style.from_dict(
    {
        "prompt": "bold",
        "bottom-toolbar": "noreverse ansibrightblack",
        "current-parameter": "bold underline nodim ansidefault",
        "pygments.keyword": "ansimagenta",
        "pygments.name.builtin": "ansiyellow",
        "pygments.literal.string": "ansigreen",
        "pygments.literal.number": "ansicyan",
        "pygments.comment": "ansibrightblack italic",
        "pygments.error": "",
        "matching-bracket.cursor": "underline",
        "matching-bracket.other": "underline",
        "auto-suggestion": "ansibrightblack",
    }
)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the line editor asks while somebody types."""

    session: Callable[[], Session]
    commands: Mapping[str, str]  # what each is for, by name
    toolbar: Callable[[str, bool], AnyFormattedText]  # of what has been typed; or more of it
    arguments: Mapping[str, str] = field(default_factory=dict)  # what stands behind commands
    slip_in: Callable[[str], Failure | None] = lambda text: None  # why a text is no program
    closes_brackets: Callable[[], bool] = lambda: False


def line_editor(
    surroundings: Surroundings, configuration: Configuration, history: History | None = None
) -> PromptSession[str]:
    """Return a prompt that takes a statement of any number of lines."""
    vi = configuration.editing == "vi"
    request = Request()
    dumb = is_dumb_terminal()  # it shows only what is typed, and nothing twice
    editor: PromptSession[str] = PromptSession(
        history=history or InMemoryHistory(),
        completer=TensorCompleter(
            surroundings.session, surroundings.commands, surroundings.arguments
        ),
        complete_in_thread=True,
        complete_while_typing=False,  # completions come when they are asked for, with Tab
        enable_history_search=True,
        enable_open_in_editor=True,
        enable_suspend=True,
        tempfile_suffix=".py",
        auto_suggest=AutoSuggestFromHistory() if configuration.suggestions else None,
        lexer=PygmentsLexer(PythonLexer),
        input_processors=[HighlightMatchingBracketProcessor()],
        key_bindings=merge_key_bindings(
            [
                bracket_keys(lambda: surroundings.closes_brackets() and not dumb),
                keys(lambda text: is_ready(text, surroundings.session()), request),
            ]
        ),
        validator=None if dumb else GrammarCheck(surroundings.slip_in),
        validate_while_typing=False,
        style=STYLE,
        include_default_pygments_style=False,
        multiline=True,
        reserve_space_for_menu=6,
        prompt_continuation=before_line,
        editing_mode=EditingMode.VI if vi else EditingMode.EMACS,
        cursor=ModalCursorShapeConfig() if vi else None,
    )
    if vi:
        editor.app.ttimeoutlen = ESCAPE_SECONDS
    if configuration.toolbar:
        editor.bottom_toolbar = lambda: merge_formatted_text(
            [
                f"{mode()}{SEPARATOR}" if vi else "",
                surroundings.toolbar(
                    editor.default_buffer.document.text_before_cursor, request.in_full
                ),
            ]
        )
    return editor


def before_line(width: int, line: int, wraps: int) -> str:
    """Return what stands before a line: a mark where it was begun, blanks where it is wrapped."""
    return " " * width if wraps else CONTINUED[:width].rjust(width)


def mode() -> str:
    """Return the mode of vi that keys are read in."""
    if vi_navigation_mode():
        return "NORMAL"
    return "REPLACE" if vi_replace_mode() else "INSERT"


def leave_on_terminate() -> None:
    """Let SIGTERM end the process in order, also while the line editor waits for a key."""

    def terminate(number: int, frame: FrameType | None) -> None:
        editor = get_app_or_none()
        if editor is None or editor.loop is None:
            raise Terminated
        editor.loop.call_soon_threadsafe(partial(editor.exit, exception=Terminated()))

    signal.signal(signal.SIGTERM, terminate)


def is_ready(text: str, session: Session) -> bool:
    """Return whether Enter runs the text as it is."""
    if not text.strip() or is_for_the_prompt(text):
        return True
    return session.is_complete(text)
