"""Run in the page's Python: every module, every lesson, and PyTorch's answers.

`differences.txt` lists the cases whose outcome is another one here: no more, and no fewer.
"""

import json
import pkgutil
import sys
import time
import warnings
from importlib import import_module
from pathlib import Path

sys.path.insert(0, "/root")
LISTED = Path("/root/tests/site/differences.txt")
FAULTS = 0


def fault(text: str) -> None:
    """Tell a fault, and count it."""
    global FAULTS
    FAULTS += 1
    print("FAULT", text, flush=True)


def import_all() -> None:
    """Import every module of the archive."""
    import tensorlab.page.answering

    modules = [each.name for each in pkgutil.walk_packages(tensorlab.__path__, "tensorlab.")]
    for name in modules:
        try:
            import_module(name)
        except Exception as error:  # noqa: BLE001  each is told
            fault(f"{name} cannot be imported: {error!r}")
    for absent in ("rich", "prompt_toolkit", "typer"):
        if absent in sys.modules:
            fault(f"{absent} is loaded")
    print(len(modules), "modules")


def take_all_lessons() -> None:
    """Take every lesson to its end through the page's own requests; questions are skipped."""
    from tensorlab.course.lessons.library import Library
    from tensorlab.page.answering import answer

    def ask(do: str, **details: object) -> dict:
        return json.loads(answer(json.dumps({"do": do, **details})))

    lessons = [each.name for each in Library().lessons]
    for name in lessons:
        told = ask("lesson", name=name, resume=False)
        for _ in range(400):
            if "refused" in told or told["waiting"] == "end":
                break
            told = ask("send", text="", action="skip" if told["waiting"] == "answer" else "next")
        if told.get("waiting") != "end":
            fault(f"the lesson {name} does not end: {str(told)[:300]}")
    print(len(lessons), "lessons")


def replay(families: list[str]) -> None:
    """Replay the cases of families as the page answers, and compare what differs with the list."""
    import tensorlab.page.answering  # noqa: F401  it makes the engine fit a browser
    from tests.conformance.gaps import EVERYWHERE, gaps
    from tests.conformance.programs import cases
    from tests.conformance.replay import differences, run_by_import

    warnings.simplefilter("ignore")
    known = gaps(EVERYWHERE)
    listed = {tuple(line.split("\t", 1)) for line in LISTED.read_text().splitlines()}
    total = 0
    for family in families:
        began = time.perf_counter()
        total += len(list(cases(family)))
        differing = [each.case.name for each in differences(family, run_by_import)]
        unknown = [name for name in differing if (family, name) not in known]
        found = {(family, name.replace("\n", " ")) for name in unknown}
        here = {each for each in listed if each[0] == family}
        for name in sorted(found - here):
            fault(f"differs and is not listed: {name[0]}\t{name[1]}")
        for name in sorted(here - found):
            fault(f"is listed and agrees, take it out: {name[0]}\t{name[1]}")
        print(family, len(found), round(time.perf_counter() - began, 1), "s", flush=True)
    print(total, "cases,", len(listed), "differences are listed")


FAMILIES = list(globals().get("FAMILIES", []))
if FAMILIES != ["-"]:
    replay(FAMILIES)
import_all()
take_all_lessons()
