"""The candidates of the workspace as the line editor's completions."""

from collections.abc import Callable, Iterable, Mapping

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from tensorlab.language.running.session import Session
from tensorlab.workspace.candidates import candidates


class TensorCompleter(Completer):
    """Completes what stands at the cursor from the session as it is."""

    def __init__(
        self,
        session: Callable[[], Session],
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
            text = document.text_before_cursor
            word, found = candidates(self.session(), text, self.commands, self.arguments)
        except Exception:  # noqa: BLE001  nobody's line is lost to a completion that fails
            return
        for name, note in found:
            yield Completion(name, -len(word), display_meta=note)
