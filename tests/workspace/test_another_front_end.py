"""Another front end: what it needs works without the modules of the terminal and the system."""

import json
import subprocess
import sys

import pytest

# A finder in front of all others, which knows that these modules are not there.
ABSENT = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1].split(","):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

for name in list(sys.modules):
    if name.partition(".")[0] in sys.argv[1].split(","):
        del sys.modules[name]
sys.meta_path.insert(0, Absent())
import threading  # numpy imports it; but no thread can be started

del threading.Thread.start
"""
TERMINAL = "rich,prompt_toolkit,typer,pygments"
SYSTEM = "fcntl,resource,signal,termios,msvcrt"

CONVERSATION = """
import json
from tensorlab.workspace.answers import memory, shapes, why
from tensorlab.workspace.gradient_answers import gradients, graph
from tensorlab.workspace.candidates import candidates
from tensorlab.language.reading.layout import without_prompts
from tensorlab.workspace.statements import statements
from tensorlab.workspace.summary import summary
from tensorlab.workspace.as_json import to_json
from tensorlab.workspace.workspace import Workspace

workspace = Workspace(lambda text: None)
pasted = without_prompts(">>> a = torch.ones(2, 3, requires_grad=True)\\n>>> r = a * 2\\n")
for _, statement in statements(pasted):
    assert workspace.run(statement).failure is None
failed = workspace.run("a @ r")
print(json.dumps({
    "candidates": to_json(candidates(workspace.session, "torch.cumpr", {})),
    "failure": to_json(failed),
    "why": to_json(why(workspace, "r[1, 2]")),
    "shapes": to_json(shapes(workspace, "a.T @ a")),
    "memory": to_json(memory(workspace, "a")),
    "graph": to_json(graph(workspace, "r")),
    "gradients": to_json(gradients(workspace, "")),
    "summaries": {name: summary(value) for name, value in workspace.variables().items()},
    "typed": list(workspace.typed),
    "undone": workspace.undo(),
}))
"""
SAVING = """
from tensorlab.workspace.exporting import program_of
from tensorlab.workspace.workspace import Workspace

workspace = Workspace(lambda text: None)
workspace.run("r = cumprod(torch.ones(3), 0)")
print(program_of(workspace.entered))
"""
LESSON = """
import json
from pathlib import Path
from tensorlab.course.taking import events
from tensorlab.course.lessons.library import Library
from tensorlab.course.progress.progress import Progress
from tensorlab.workspace.lesson_actions import action_of
from tensorlab.workspace.lesson_actions import begun
from tensorlab.workspace.as_json import to_json

run = begun(Library().find("cumprod"), Progress(Path(sys.argv[2], "progress.jsonl")))
happened = run.start()
while run.waiting != "end":
    happened += run.send(action_of(":skip" if run.waiting == "answer" else ""))
print(json.dumps(to_json(happened)))
"""


def told(absent, program, *arguments):
    """Return what a program prints where some modules cannot be imported."""
    done = subprocess.run(
        [sys.executable, "-c", ABSENT + program, absent, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


AT_EACH_ABSENCE = pytest.mark.parametrize("absent", [TERMINAL, SYSTEM])


@pytest.mark.sampled(2)
@AT_EACH_ABSENCE
def test_a_conversation(absent):
    said = json.loads(told(absent, CONVERSATION))
    assert said["candidates"]["found"][0]["name"] == "cumprod"
    assert "T" in said["failure"]["error"]["repairs"][0]["source"]
    assert said["failure"]["error"]["code"] == "TL002"
    assert said["why"]["chapters"][-1]["frames"][0]["text"] == "1.0*2"
    assert said["shapes"]["parts"][-1]["shape"] == [3, 3]
    assert said["memory"][0]["class"] == "Storage"
    assert said["graph"][0]["class"] == "GraphNode"
    assert said["gradients"] == [["a", "no gradient yet: call backward()"]]
    assert said["summaries"] == {"a": "(2, 3) float32", "r": "(2, 3) float32"}
    assert said["undone"] == said["typed"][-1] == "r = a * 2"


@pytest.mark.sampled(2)
@AT_EACH_ABSENCE
def test_a_session_is_saved(absent, tmp_path):
    assert "from torch import cumprod\n" in told(absent, SAVING, tmp_path)


@pytest.mark.sampled(2)
@AT_EACH_ABSENCE
def test_a_lesson_to_its_end(absent, tmp_path):
    events = json.loads(told(absent, LESSON, tmp_path))
    assert (events[0]["class"], events[-1]["class"]) == ("Opened", "Finished")
    assert {"StepBegan", "Asked", "Solution"} <= {event["class"] for event in events}
