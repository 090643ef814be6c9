"""Whole programs in the manner of tutorials, in `programs/`: their work, without their imports."""

import contextlib
import importlib
import io
import time
from pathlib import Path
from types import CodeType

SOURCES = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted(Path(__file__).with_name("programs").glob("*.txt"))
}


def seconds_by_import(code: CodeType, library: str) -> float:
    """Return how long a program takes with the names of a library at hand."""
    names = {
        "torch": importlib.import_module(library),
        "nn": importlib.import_module(f"{library}.nn"),
        "F": importlib.import_module(f"{library}.nn.functional"),
    }
    with contextlib.redirect_stdout(io.StringIO()):
        before = time.perf_counter()
        exec(code, names)  # noqa: S102  our own programs
        return time.perf_counter() - before


def seconds_in_language(source: str) -> float:
    """Return how long `tensorlab run` takes for a program, once it has begun."""
    from tensorlab.language.running.session import Session

    session = Session(write=lambda text: None)
    before = time.perf_counter()
    outcome = session.run(source)
    after = time.perf_counter()
    if outcome.failure is not None:
        raise RuntimeError(outcome.failure.message)
    return after - before


def compared(rounds: int) -> dict[str, tuple[float, float, float]]:
    """Return the shortest times of each program: by import, in the language, under PyTorch."""
    found = {}
    for name, source in SOURCES.items():
        code = compile(source, name, "exec")
        turns = [
            (
                seconds_by_import(code, "tensorlab"),
                seconds_in_language(source),
                seconds_by_import(code, "torch"),
            )
            for _ in range(rounds + 1)
        ][1:]
        mine, language, theirs = (min(column) for column in zip(*turns, strict=True))
        found[name] = mine, language, theirs
    return found
