"""Values are shown under the limits under which they are computed, in every form."""

import json
import os

import pytest

FORMS = ["plain", "json", "narrated", "grid", "rich"]
# Each is cut short or refused in a sentence; none takes much memory.
HUGE = [
    "torch.set_printoptions(edgeitems=10**9); torch.zeros(1).expand(10**9)",
    "torch.set_printoptions(edgeitems=10**9, threshold=0); [torch.zeros(1).expand(10**9)]",
    "torch.set_printoptions(precision=10**6); torch.rand(999)",
    "torch.set_printoptions(precision=10**9); torch.rand(999) + 1j",
    "torch.set_printoptions(linewidth=10**9, precision=10**9); torch.tensor([1.5])",
    "torch.set_printoptions(threshold=float('inf')); torch.zeros(1).expand(10**9)",
    "torch.set_printoptions(profile='full'); torch.zeros(1).expand(10**9)",
    "torch.zeros([7] * 8)",
    "torch.zeros(1).expand(*[4] * 30)",
    "torch.zeros(1).expand(*[7] * 12)",
    "torch.zeros(1).expand(2, 10**9)",
    "torch.zeros(1).expand(10**9, 2)",
    "['a' * 10**6] * 10**3",
    "[torch.zeros(1000)] * 10**6",
    "x = [0]\nfor _ in range(60): x = [x, x]\nx",
    "x = [0]\nfor _ in range(3000): x = [x]\nx",
    "list(range(5 * 10**6))",
    "10**5000",
    "[1 << 200000]",
]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs limits of the system")
@pytest.mark.parametrize(("place", "program"), [*enumerate(HUGE)], ids=range(len(HUGE)))
def test_what_is_huge_is_cut_or_refused(terminal, place, program):
    import resource

    form = FORMS[place % len(FORMS)]

    def limited():
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))

    done = terminal.run("eval", "--no-notices", "--format", form, program, preexec_fn=limited)
    assert len(done.stdout) <= 10_000_001
    if form == "json":
        found = json.loads(done.stdout)
        assert done.returncode == int("error" in found)
    elif done.returncode:
        assert done.stderr.startswith(("LimitError: The ", "ValueError: The "))


CYCLES = {
    "x = []; x.append(x); x": ["[...]"],
    "x = {}; x[1] = x; x": {"1": "{...}"},
    "x = [1]; [x, x]": [[1], [1]],
    "x = []; y = (x,); x.append(y); x": [["[...]"]],
}


@pytest.mark.parametrize("program", CYCLES)
def test_what_lies_in_itself_is_written_as_json(terminal, program):
    done = terminal.run("eval", "--format", "json", program)
    assert json.loads(done.stdout)["value"] == CYCLES[program]


WRONG = ["precision='a'", "precision=-3", "precision=2.5", "threshold='a'", "linewidth='x'"]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("form", ["plain", "json", "rich"])
@pytest.mark.parametrize("options", WRONG)
def test_options_that_are_none_fail_when_something_is_shown(terminal, options, form):
    """As in PyTorch, which takes any; but the way back is told."""
    program = f"torch.set_printoptions({options}); torch.ones(3) + .5"
    done = terminal.run("eval", "--format", form, program)
    assert done.returncode == 1
    assert 'torch.set_printoptions(profile="default")' in (done.stderr + done.stdout).replace(
        "\\", ""
    )


@pytest.mark.slow
def test_a_prompt_survives_a_value_that_is_too_long(terminal):
    done = terminal.run("repl", input="x = torch.zeros([7] * 8)\nx\n")
    assert "too long to show" in " ".join((done.stdout + done.stderr).split())
    done = terminal.run("repl", input=":view torch.zeros(1).expand(*[7] * 12)\n")
    assert "too long to show" in " ".join((done.stdout + done.stderr).split())


def test_a_lesson_survives_a_value_that_is_too_long(terminal):
    done = terminal.run("lesson", "matmul", input="torch.zeros([7] * 8)\n" * 3)
    assert len(done.stdout) < 1_000_000


@pytest.mark.slow
def test_a_tensor_of_as_many_dimensions_as_there_can_be_is_shown(terminal):
    for form in FORMS:
        assert terminal.run("eval", "--format", form, "torch.zeros([1] * 64)").returncode == 0


@pytest.mark.parametrize("form", FORMS)
def test_a_value_that_the_engine_refuses_to_show_is_no_mistake_of_ours(terminal, form):
    axis = "torch._make_per_channel_quantized_tensor(torch.ones(2, 2, dtype=torch.int8), "
    program = f"{axis}torch.ones(1), torch.zeros(1, dtype=torch.int64), 9)"
    ended = terminal.run("eval", "--format", form, program)
    said = str(ended.stdout) + str(ended.stderr)
    assert ended.returncode == 1
    assert "cannot be shown: Channel axis out of range" in said
    assert "made a mistake" not in said
