"""Replay the forms and show what differs: `python -m tests.conformance.forms.replay [NAME ...]`.

`--language` goes through the language; `--save` writes down, by import, which differ.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache

import tensorlab
from tensorlab.language.running.session import Session
from tests.conformance.forms.outcomes import by_import, refused, shortened
from tests.conformance.forms.recorded import KNOWN, Recorded, recorded
from tests.conformance.forms.specification import GIVEN
from tests.conformance.replay import are_near

Answer = Callable[[str], str]


def in_python(text: str) -> str:
    """Return what a form comes to in Python."""
    return by_import(text, tensorlab)


@cache
def session() -> tuple[Session, object, list[str]]:
    """Return a session, how it was without any names, and what it writes."""
    written: list[str] = []
    made = Session(preload=True, write=written.append)
    return made, made.checkpoint(), written


def in_language(text: str) -> str:
    """Return what a form comes to in the language."""
    run, empty, written = session()
    run.restore(empty)
    written.clear()
    outcome = run.run(f"import torch{GIVEN}torch.manual_seed(0)\nprint({text})")
    if outcome.failure:
        return refused(outcome.failure.type, outcome.failure.message)
    return shortened("".join(written)[:-1])


def kind(expected: str, got: str) -> str:
    """Return in what two outcomes differ, or nothing."""
    if expected == got:
        return ""
    left, right = expected.startswith("!"), got.startswith("!")
    if left and right:
        return (
            "text"
            if expected.split(":", maxsplit=1)[0] == got.split(":", maxsplit=1)[0]
            else "class"
        )
    if left != right:
        return "accepted" if left else "refused"
    return "" if are_near(expected, got) else "value"


def differences(found: Iterable[Recorded], answer: Answer) -> Iterator[tuple[str, Recorded, str]]:
    """Yield the forms that do not come out as PyTorch's, each with its kind and what it gave."""
    for form in found:
        got = answer(form.text)
        if differs := kind(form.outcome, got):
            yield differs, form, got


def main() -> None:
    """Print what differs and how much is the same."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("names", nargs="*")
    options.add_argument("--language", action="store_true")
    options.add_argument("--save", action="store_true")
    asked = options.parse_args()
    counts: Counter[str] = Counter()
    different = []
    for spec, found in recorded():
        if asked.names and spec.name not in asked.names:
            continue
        counts["all"] += len(found)
        for differs, form, got in differences(found, in_language if asked.language else in_python):
            counts[differs] += 1
            different.append(form.text)
            if asked.names:
                print(f"{differs}: {form.text}\n  expected {form.outcome}\n  got      {got}")
    if asked.save:
        KNOWN.write_text("\n".join(sorted(set(different))) + "\n", encoding="utf-8")
    print(dict(counts))


if __name__ == "__main__":
    main()
