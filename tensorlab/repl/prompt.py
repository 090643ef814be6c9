"""The line editor: highlighting, completion, history, modes and the bar at the bottom."""

import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import FrameType

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app_or_none
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.cursor_shapes import ModalCursorShapeConfig
from prompt_toolkit.enums import EditingMode
from prompt_toolkit.filters import vi_navigation_mode, vi_replace_mode
from prompt_toolkit.formatted_text import AnyFormattedText, merge_formatted_text, to_formatted_text
from prompt_toolkit.history import History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindingsBase, merge_key_bindings
from prompt_toolkit.layout.processors import HighlightMatchingBracketProcessor
from prompt_toolkit.lexers import PygmentsLexer
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import DynamicStyle, Style
from prompt_toolkit.utils import is_dumb_terminal
from pygments.lexers.python import PythonLexer

from tensorlab.frozen import NOTHING, Frozen
from tensorlab.language.outcome import Failure
from tensorlab.language.running.session import Session
from tensorlab.process.colour import Colour, wish
from tensorlab.process.lifecycle import Terminated, legible
from tensorlab.render.look.themes import of_input
from tensorlab.repl.brackets import bracket_keys
from tensorlab.repl.checking import GrammarCheck
from tensorlab.repl.completion import TensorCompleter
from tensorlab.repl.keys import Request, keys
from tensorlab.workspace.configuration import Configuration
from tensorlab.workspace.line import is_for_the_prompt
from tensorlab.workspace.summary import SEPARATOR

CONTINUED = "... "
ESCAPE_SECONDS = 0.03  # after which Esc is a key of its own, and not the beginning of another


class Surroundings(Frozen):
    """What the line editor asks while somebody types."""

    session: Callable[[], Session]
    commands: Mapping[str, str]  # what each is for, by name
    toolbar: Callable[[str, bool], AnyFormattedText]  # of what has been typed; or more of it
    arguments: Mapping[str, str] = NOTHING  # what stands behind commands
    slip_in: Callable[[str], Failure | None] = lambda text: None  # why a text is no program
    closes_brackets: Callable[[], bool] = lambda: False
    repairs: Callable[[], Sequence[str]] = tuple  # what could be typed after an error


class Editor:
    """A prompt that takes a statement of any number of lines; `adapt` fits it to settings."""

    def __init__(self, surroundings: Surroundings, history: History | None = None) -> None:
        self.surroundings = surroundings
        self.request = Request()
        self.session = prompt_session(surroundings, self.request, history or InMemoryHistory())
        self.usual_wait = self.session.app.ttimeoutlen

    def adapt(self, configuration: Configuration) -> None:
        """Fit the prompt to settings: keys, suggestions and the bar at the bottom."""
        session = self.session
        vi = configuration.editing == "vi"
        session.editing_mode = EditingMode.VI if vi else EditingMode.EMACS
        session.cursor = ModalCursorShapeConfig() if vi else None
        session.app.ttimeoutlen = ESCAPE_SECONDS if vi else self.usual_wait
        session.auto_suggest = AutoSuggestFromHistory() if configuration.suggestions else None
        session.bottom_toolbar = self.bar if configuration.toolbar else None

    def bar(self) -> AnyFormattedText:
        """Return what the bar at the bottom shows of the text before the cursor."""
        text = self.session.default_buffer.document.text_before_cursor
        vi = self.session.editing_mode is EditingMode.VI
        shown = self.surroundings.toolbar(text, self.request.in_full)
        parts = to_formatted_text(
            merge_formatted_text([f"{mode()}{SEPARATOR}" if vi else "", shown])
        )
        return [(style, legible(words, sys.stdout)) for style, words, *_ in parts]


def prompt_session(
    surroundings: Surroundings, request: Request, history: History
) -> PromptSession[str]:
    """Return a prompt that is not yet fitted to the settings."""
    dumb = is_dumb_terminal()  # it shows only what is typed, and nothing twice
    return PromptSession(
        history=history,
        completer=TensorCompleter(
            surroundings.session, surroundings.commands, surroundings.arguments
        ),
        complete_in_thread=True,
        complete_while_typing=False,  # completions come when they are asked for, with Tab
        enable_history_search=True,
        enable_open_in_editor=True,
        enable_suspend=True,
        tempfile_suffix=".py",
        lexer=PygmentsLexer(PythonLexer),
        input_processors=[HighlightMatchingBracketProcessor()],
        key_bindings=all_keys(surroundings, request, dumb),
        validator=None if dumb else GrammarCheck(surroundings.slip_in),
        validate_while_typing=False,
        style=DynamicStyle(lambda: Style.from_dict(of_input(Colour.theme))),
        color_depth=ColorDepth.DEPTH_1_BIT if wish() == "never" else None,
        include_default_pygments_style=False,
        multiline=True,
        reserve_space_for_menu=6,
        prompt_continuation=before_line,
    )


def all_keys(surroundings: Surroundings, request: Request, dumb: bool) -> KeyBindingsBase:
    """Return what the keys do at a prompt; at a dumb terminal no bracket closes by itself."""
    return merge_key_bindings(
        [
            bracket_keys(lambda: surroundings.closes_brackets() and not dumb),
            keys(
                lambda text: is_ready(text, surroundings.session()), request, surroundings.repairs
            ),
        ]
    )


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
