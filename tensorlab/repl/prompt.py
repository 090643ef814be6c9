"""The line editor: keys, highlighting, completion, history and the bar at the bottom."""

import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import FrameType

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app_or_none
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.enums import EditingMode
from prompt_toolkit.history import History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout.processors import HighlightMatchingBracketProcessor
from prompt_toolkit.lexers import PygmentsLexer
from prompt_toolkit.styles import Style
from pygments.lexers.python import PythonLexer

from tensorlab.language.session import Session
from tensorlab.process import Terminated
from tensorlab.repl.completion import TensorCompleter
from tensorlab.workspace.command_line import MARK
from tensorlab.workspace.configuration import Configuration
from tensorlab.workspace.pasted import without_prompts

INDENT = "    "
# The terminal's own sixteen colours: readable on light and on dark backgrounds.
STYLE = Style.from_dict(
    {
        "prompt": "bold",
        "bottom-toolbar": "noreverse ansibrightblack",
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
    toolbar: Callable[[str], str]  # the bar's text for what has been typed


def line_editor(
    surroundings: Surroundings, configuration: Configuration, history: History | None = None
) -> PromptSession[str]:
    """Return a prompt that takes a statement of any number of lines."""
    editor: PromptSession[str] = PromptSession(
        history=history or InMemoryHistory(),
        completer=TensorCompleter(surroundings.session, surroundings.commands),
        complete_in_thread=True,
        complete_while_typing=False,  # completions come when they are asked for, with Tab
        enable_history_search=True,
        enable_open_in_editor=True,
        auto_suggest=AutoSuggestFromHistory() if configuration.suggestions else None,
        lexer=PygmentsLexer(PythonLexer),
        input_processors=[HighlightMatchingBracketProcessor()],
        key_bindings=keys(lambda text: is_ready(text, surroundings.session())),
        style=STYLE,
        include_default_pygments_style=False,
        multiline=True,
        reserve_space_for_menu=6,
        prompt_continuation="... ",
        editing_mode=EditingMode.VI if configuration.editing == "vi" else EditingMode.EMACS,
    )
    if configuration.toolbar:
        editor.bottom_toolbar = lambda: surroundings.toolbar(
            editor.default_buffer.document.text_before_cursor
        )
    return editor


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
    if not text.strip() or text.startswith((MARK, "?")):
        return True
    return session.is_complete(text)


def keys(ready: Callable[[str], bool]) -> KeyBindings:
    """Return what Enter, Alt-Enter and a paste do; everything else is as in a shell."""
    bindings = KeyBindings()

    @bindings.add("enter")
    def enter(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if buffer.complete_state and buffer.complete_state.current_completion:
            buffer.complete_state = None
        elif ready(buffer.text) and "\n" not in buffer.document.text_after_cursor:
            buffer.validate_and_handle()
        else:
            buffer.insert_text("\n" + next_indentation(buffer.document.current_line))

    @bindings.add("escape", "enter")
    def new_line(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text("\n")

    @bindings.add(Keys.BracketedPaste)
    def paste(event: KeyPressEvent) -> None:
        text = event.data.replace("\r\n", "\n").replace("\r", "\n")
        event.current_buffer.insert_text(without_prompts(text))

    return bindings


def next_indentation(line: str) -> str:
    """Return how far the line after this one is indented."""
    indentation = line[: len(line) - len(line.lstrip())]
    return indentation + INDENT if line.rstrip().endswith(":") else indentation
