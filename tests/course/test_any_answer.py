"""Whatever is typed gets a verdict or a sentence, and the first limit that is met decides."""

import itertools

import pytest

from tensorlab.course.answers import checking
from tensorlab.course.answers.checking import ExerciseChecker
from tensorlab.course.answers.verdicts import Verdict
from tensorlab.course.lessons import forms
from tensorlab.course.taking.events import Drafted, Misread
from tensorlab.language.limits import meter
from tensorlab.workspace.lesson_actions import new_session
from tests.course.examine_answers import exercises, verdict_on

QUESTIONS = {f"{lesson.name}/{exercise.item}": (exercise, programs)
             for lesson, exercise, programs in exercises()}  # fmt: skip
ODD = (
    "range(10**30)", "[range(10**30)]", "10**400", "-10**400", "...", "lambda: 1", "lambda",
    "class A: pass\nA()", "(i for i in range(3))", "def g():\n    yield 1\ng()", "'\\x1b[31m\\x00'",
    "float('nan')", "1j", "[" * 100 + "0.5" + "]" * 100, "", "   ", "x = ", "del t\nt", "torch",
    "print()", "{}", "{1, 2}", "b'a'", "(torch.ones(2), 3)", "torch.ones(2, device='meta')",
    "x = []\nx.append(x)\nx", "import sys\nsys.exit(3)", "nn.Linear(2, 2)", "object()", "zip()",
    "\x00", "\x1b[A", "'''", "yield 1", "a; b", "torch.tensor(10**30)", "line 99999999999", "2:",
)  # fmt: skip
OF_EACH_FORM = ("tour/column-sums", "arange/threes", "cat/one-above-other", "softmax/twice")
ENDLESS = (
    "while True: pass", "sum(i for i in range(10**12))", "10**10**10", "torch.ones(10**10)",
    "def g():\n    while True: yield 1\nlist(g())", "s = 'a'\nwhile True: s = s + s",
)  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", OF_EACH_FORM)
@pytest.mark.parametrize("text", ODD)
def test_an_odd_answer_gets_a_verdict_or_a_sentence(name, text):
    said, event = verdict_on(*QUESTIONS[name], {}, text)
    assert isinstance(event, Verdict | Misread | Drafted)
    assert said != "right" or text == "2:"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("text", ENDLESS)
def test_the_first_run_that_meets_a_limit_decides(monkeypatch, text):
    runs, before = [], checking.observe
    monkeypatch.setattr(checking, "observe", lambda *given: runs.append(given[2]) or before(*given))
    said, event = verdict_on(*QUESTIONS["where/leaky"], {}, text)
    assert said == "wrong"
    assert event.stopped
    assert event.reasons[0].sentence == checking.STOPPED
    assert runs.count(text) == 1


PLACED = {
    "views/safe": (
        ("safe = t.clone()", "t * 1", "safe = t.detach().clone()", "safe = copy.deepcopy(t)",
         "1: safe = t + 0", "safe = t.clone()\nt.mul_(2)\nsafe"),
        ("safe = t.view(-1)", "t[:]", "t.detach()", "safe = t.contiguous()", "safe = t.reshape(-1)",
         "t = t * 2", "t.view_as(t)", "safe / 2"),
    ),
    "mul/weights": (("w[:, None]", "m * w[:, None]", "factor = w.unsqueeze(1)"), ("m * w", "w.T")),
    "debug_types/cast": (
        (".float", "float", " float() ", ".float()", "counts.float()", "w @ counts.float()",
         "to(torch.float32)", "type_as(w)"),
        ("double", "long", "counts", "w", "to(torch.int32)", "double()"),
    ),
    "matmul/neurons": (("T", "t()", "mT", "F.linear(x, W)"), ("W", "F.relu(x)")),
    "gather/reverse": (("2, 1, 0", "[2, 1, 0]", "t.flip(1)", "([2, 1, 0])"), ("0, 1, 2", "2")),
    "pad/right-column": (("0, 1", "(0, 1)", "(0, 1))", "F.pad(t, (0, 1))"), ("1, 0", "(0; 0)")),
    "tour/row-sums": (
        ("1", "dim=1", "dim = 1", "=1)", "m.sum(1)", "-1", "torch.sum(m, 1)"),
        ("m.sum()", "m.mean(1)", "0"),
    ),
    "where/no-debts": (("t < 0", "torch.lt(t, 0)", "(t < 0,"), ("t.clamp(min=0)", "t > 0")),
}  # fmt: skip
TYPED = [
    (name, text, due)
    for name, both in PLACED.items()
    for due, texts in zip(("right", "wrong"), both, strict=True)
    for text in texts
]


@pytest.mark.parametrize(("name", "text", "due"), TYPED)
def test_a_line_or_a_blank_is_judged_by_what_it_does_in_its_place(name, text, due):
    assert verdict_on(*QUESTIONS[name], {}, text)[0] == due


def test_what_is_typed_into_a_blank_as_the_whole_line_is_not_put_into_itself():
    said, event = verdict_on(*QUESTIONS["tour/row-sums"], {}, "m.sum()")
    assert said == "wrong"
    assert event.outcome.failure is None
    assert event.misconception.name == "dim-forgotten"


@pytest.mark.parametrize(
    "text", ["safe = t.clone()\nt.mul_(2)\nsafe + 0", "safe = t.view(-1)\nsafe", "safe", "t"]
)
def test_what_mends_no_line_or_several_is_asked_once_more(text):
    assert verdict_on(*QUESTIONS["views/safe"], {}, text)[0] == "misread"


ELSEWHERE = {
    "darker = darker.clamp(max=0)": 2, "darker.to(torch.int8)": 3, "3: darker.int()": 3,
}  # fmt: skip


@pytest.mark.parametrize("text", ELSEWHERE)
def test_of_a_line_that_is_mended_elsewhere_is_said_that_it_does_what_it_should(text):
    said, event = verdict_on(*QUESTIONS["integers/darker"], {}, text)
    assert said == "wrong"
    assert event.reasons[0].sentence == f"Line {ELSEWHERE[text]} does what it should."


def test_a_limit_that_an_idea_meets_is_none_of_the_answer(monkeypatch):
    before = checking.observe

    def observe(factory, programs, source):
        return before(factory, programs, "while True: pass" if ".mean()" in source else source)

    monkeypatch.setattr(checking, "observe", observe)
    said, event = verdict_on(*QUESTIONS["mul/dot"], {}, "(u * v).max()")
    assert said == "wrong"
    assert not event.stopped


@pytest.mark.filterwarnings("always")
def test_what_python_warns_of_in_an_answer_is_printed_nowhere(recwarn):
    assert verdict_on(*QUESTIONS["where/leaky"], {}, "t - 50.int()")[0] == "misread"
    assert [str(each.message) for each in recwarn] == []


DISGUISED = {
    "numel/mean": (
        "t.mean()", "torch.std_mean(t)[1]", "torch.tensor(t.numpy().mean())",
        "F.avg_pool1d(t.reshape(1, 1, -1), t.numel()).squeeze()",
        "nn.AvgPool1d(t.numel())(t.reshape(1, 1, -1)).squeeze()",
        "F.adaptive_avg_pool1d(t.reshape(1, -1), 1).squeeze()",
        "F.interpolate(t.reshape(1, 1, -1), size=1, mode='area').squeeze()",
        """v = t.reshape(-1)
torch.zeros(1).scatter_reduce(0, v.long() * 0, v, 'mean', include_self=False)[0]""",
        "import statistics\ntorch.tensor(statistics.mean(t.reshape(-1).tolist()))",
    ),
    "softmax/by-hand": (
        "nn.Softmax(dim=1)(s)", "F.softmin(-s, 1)", "torch.log_softmax(s, 1).exp()",
        "torch.distributions.Categorical(logits=s).probs",
        """e = torch.eye(s.shape[1]).expand(len(s), -1, -1)
F.scaled_dot_product_attention(s[:, None], e, e, scale=1.)[:, 0]""",
    ),
}  # fmt: skip
BY_HAND = {
    "numel/mean": ("t.sum() / t.shape.numel()", "mean = t.sum() / t.numel()\nmean",
                   "t.reshape(-1) @ torch.full((t.numel(),), 1 / t.numel())"),
    "softmax/by-hand": ("torch.exp(s - s.logsumexp(1, keepdim=True))",
                        "F.normalize(s.exp(), p=1, dim=1)"),
}  # fmt: skip


HIDDEN = [("numel/mean", 1), ("numel/mean", 3), ("softmax/by-hand", 2)]


@pytest.mark.parametrize(("name", "place"), HIDDEN)
def test_what_is_forbidden_is_seen_within_another_function(name, place):
    checker = ExerciseChecker(new_session, *reversed(QUESTIONS[name]))
    reasons = checker.check(DISGUISED[name][place]).reasons
    assert {reason.aspect for reason in reasons} == {"rule"}


@pytest.mark.slow
@pytest.mark.parametrize("name", DISGUISED)
def test_what_is_forbidden_is_seen_in_layers_recipes_and_other_libraries(name):
    for text in DISGUISED[name]:
        said, event = verdict_on(*QUESTIONS[name], {}, text)
        assert said == "wrong", text
        assert event.reasons[0].sentence.startswith("The answer is right, but"), text
    for text in BY_HAND[name]:
        assert verdict_on(*QUESTIONS[name], {}, text)[0] == "right", text


def test_no_verdict_depends_on_how_busy_the_machine_is(monkeypatch):
    hours = itertools.count(0, 3600)
    monkeypatch.setattr(meter.time, "monotonic", lambda: next(hours))
    said, event = verdict_on(*QUESTIONS["tour/row-sums"], {}, "m.sum(1)")
    assert (said, event.stopped) == ("right", False)


def test_a_loop_of_costly_calls_ends_by_processor_time_and_a_pause_counts(monkeypatch):
    seconds = itertools.count()
    monkeypatch.setattr(meter.time, "process_time", lambda: next(seconds))
    session = new_session(lambda text: None)
    assert session.run("while True: 1").failure.limit == "time"
    monkeypatch.setattr(meter.time, "process_time", lambda: 0)
    monkeypatch.setattr(meter.time, "sleep", lambda pause: None)
    assert session.run("import time\nwhile True: time.sleep(1)").failure.limit == "time"


ORDERS = [exercise for exercise, _ in QUESTIONS.values() if exercise.kind == "order"]


@pytest.mark.parametrize("exercise", ORDERS, ids=lambda exercise: exercise.item)
def test_lines_are_shown_in_another_order_and_each_is_taken_once(exercise):
    right = [line.text for line in exercise.lines]
    assert [line for line in forms.lettered(exercise).values() if line in right] != right
    assert forms.programs(exercise, " ".join("a" * len(right))) is None
