"""The line editor: highlighting, completion, history, modes and the bar at the bottom."""

import signal
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import cached_property, partial
from types import FrameType
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.application import create_app_session, get_app, get_app_or_none
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.cursor_shapes import ModalCursorShapeConfig
from prompt_toolkit.document import Document
from prompt_toolkit.enums import EditingMode
from prompt_toolkit.filters import vi_mode, vi_navigation_mode, vi_replace_mode
from prompt_toolkit.formatted_text import (
    AnyFormattedText,
    StyleAndTextTuples,
    merge_formatted_text,
    to_formatted_text,
)
from prompt_toolkit.history import History, InMemoryHistory
from prompt_toolkit.layout.processors import HighlightMatchingBracketProcessor
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.plain_text import PlainTextOutput
from prompt_toolkit.styles import DynamicStyle, Style
from prompt_toolkit.utils import is_dumb_terminal
from prompt_toolkit.validation import ValidationError, Validator

from tensorlab.frozen import NOTHING, Frozen
from tensorlab.language.outcome import Failure
from tensorlab.language.reading.syntax import is_complete
from tensorlab.process.colour import Colour, wish
from tensorlab.process.lifecycle import Terminated, legible
from tensorlab.render.look.themes import of_input
from tensorlab.repl.keys import Request, keys
from tensorlab.wording import SEPARATOR
from tensorlab.workspace.command_line import is_for_the_prompt
from tensorlab.workspace.configuration import Configuration

if TYPE_CHECKING:
    from tensorlab.language.running.session import Session


class TensorCompleter(Completer):
    """Completes what stands at the cursor from the session as it is."""

    def __init__(
        self,
        session: Callable[[], "Session"],
        commands: Mapping[str, str],
        arguments: Mapping[str, str] | None = None,
    ) -> None:
        self.session = session
        self.commands = commands  # what each is for, by name
        self.arguments = arguments  # what stands behind them

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """Yield the completions, each once, those of the program first."""
        try:
            # a prompt waits for no engine
            from tensorlab.workspace.candidates import candidates

            text = document.text_before_cursor
            word, found = candidates(self.session(), text, self.commands, self.arguments)
        except Exception:  # noqa: BLE001  nobody's line is lost to a completion that fails
            return
        for name, note in found:
            yield Completion(name, -len(word), display_meta=note)


AGAIN = "  (Enter again: more)"


class GrammarCheck(Validator):
    """Refuses a text once, and says where it cannot be read; the same again is let through."""

    def __init__(self, slip_in: Callable[[str], Failure | None]) -> None:
        self.slip_in = slip_in

    def validate(self, document: Document) -> None:
        """Raise at the place of the slip, if there is one."""
        try:
            failure = self.slip_in(document.text)
        except Exception:  # noqa: BLE001  who runs the line is told
            return
        if failure is None or failure.span is None:
            return
        place = document.translate_row_col_to_index(failure.span.line - 1, failure.span.column)
        # what is missing comes at the end
        if failure.message.endswith("was never closed"):
            place = len(document.text)
        words = in_a_line(failure.type, failure.message, get_app().output.get_size().columns)
        raise ValidationError(place, legible(words, sys.stdout))


def in_a_line(kind: str, message: str, width: int) -> str:
    """Return what is wrong in the room of one line, and that Enter says more."""
    forms = (f"{kind}: {message}{AGAIN}", f"{kind}: {message}", message)
    return next((words for words in forms if len(words) < width), f"{message[: width - 2]}…")


class PythonColours(Lexer):
    """Colours what is typed, from the first character on: the first prompt is drawn without."""

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        """Return what each line's parts look like."""
        return self.lexer.lex_document(document) if document.text else lambda line: []

    @cached_property
    def lexer(self) -> Lexer:
        """What colours Python, made with the first character."""
        from prompt_toolkit.lexers import PygmentsLexer
        from pygments.lexers.python import PythonLexer

        return PygmentsLexer(PythonLexer)


CONTINUED = "... "
# after which Esc is a key of its own, and not the beginning of another
ESCAPE_SECONDS = 0.03


class Surroundings(Frozen):
    """What the line editor asks while somebody types."""

    session: Callable[[], "Session"]
    commands: Mapping[str, str]  # what each is for, by name
    # of what has been typed; or more of it
    toolbar: Callable[[str, bool], AnyFormattedText]
    arguments: Mapping[str, str] = NOTHING  # what stands behind commands
    # why a text is no program
    slip_in: Callable[[str], Failure | None] = lambda text: None
    # what could be typed after an error
    repairs: Callable[[], Sequence[str]] = tuple


class Editor:
    """A prompt that takes a statement of any number of lines; `adapt` fits it to settings."""

    def __init__(self, surroundings: Surroundings, history: History | None = None) -> None:
        self.surroundings = surroundings
        self.request = Request()
        plain = PlainTextOutput(sys.stdout) if is_dumb_terminal() else None  # without escapes
        with create_app_session(output=plain) if plain else nullcontext():
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
        shown = while_open(text) or self.surroundings.toolbar(text, self.request.in_full)
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
        # completions come when they are asked for, with Tab
        complete_while_typing=False,
        enable_history_search=True,
        enable_open_in_editor=True,
        enable_suspend=True,
        tempfile_suffix=".py",
        lexer=PythonColours(),
        input_processors=[HighlightMatchingBracketProcessor()],
        key_bindings=keys(is_ready, request, surroundings.repairs),
        validator=None if dumb else GrammarCheck(surroundings.slip_in),
        validate_while_typing=False,
        style=DynamicStyle(lambda: Style.from_dict(of_input(Colour.theme))),
        color_depth=ColorDepth.DEPTH_1_BIT if wish() == "never" else None,
        include_default_pygments_style=False,
        multiline=True,
        reserve_space_for_menu=6,
        prompt_continuation=before_line,
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


def is_ready(text: str) -> bool:
    """Return whether Enter runs the text as it is."""
    return not text.strip() or is_for_the_prompt(text) or is_complete(text)


KEYS = "Tab completes", "Ctrl-R searches", "Ctrl-D leaves"
LONGEST_MODE = len(f"REPLACE{SEPARATOR}")


def room() -> int:
    """Return how many letters the bar has room for, beside the mode of vi."""
    columns: int = get_app().output.get_size().columns
    return columns - LONGEST_MODE * vi_mode()


def while_open(text: str) -> str:
    """Return what ends a text of several lines, where the last one is empty; else nothing."""
    if "\n" not in text or text.rpartition("\n")[2].strip():
        return ""
    way = "Enter runs it" if is_complete(text) else "a bracket or block is open"
    return as_there_is_room((way, "Ctrl-C drops it"), room())


def usual_bar(facts: Sequence[str] = ()) -> str:
    """Return what the bar says while no call is typed: what is known of a result, some keys."""
    return as_there_is_room([*facts, *KEYS], room())


def as_there_is_room(parts: Sequence[str], width: int, between: str = SEPARATOR) -> str:
    """Return the parts that fit into a line, the first ones."""
    while len(line := between.join(parts)) > width and len(parts) > 1:
        parts = parts[:-1]
    return line
