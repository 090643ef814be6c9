"""The commands that ask why, as they are typed at a prompt."""

from contextlib import nullcontext
from time import sleep

import pytest

from tensorlab.render.look.console import plain_text
from tensorlab.repl import explain_commands
from tensorlab.repl.commands import answer
from tensorlab.repl.response import said_to
from tensorlab.workspace import answers, gradient_answers
from tensorlab.workspace.workspace import Workspace


@pytest.fixture
def workspace():
    return Workspace(lambda text: None)


def asked(workspace, *lines, width=80):
    """Type lines, the last of them a command, and return what it says."""
    for line in lines[:-1]:
        assert workspace.run(line).failure is None, line
    return plain_text(answer(lines[-1], workspace).text, width)


def test_why_tells_of_one_element_of_a_variable(workspace):
    text = asked(workspace, "a = torch.tensor([[1, 2], [3, 4]])", "r = a @ a", ":why r[1, 0]")
    assert "[1, 0] = 3*1 + 4*3 = 15" in text
    assert "[0, 0]" not in text


def test_why_finds_a_variable_among_several_on_a_line(workspace):
    assert "1.0 + 2 = 3.0" in asked(workspace, "a = torch.ones(2); b = a + 2; c = 5", ":why b[0]")


def test_why_alone_is_about_the_last_result_and_about_a_name_what_made_it(workspace):
    assert "1.0*3 = 3.0" in asked(workspace, "b = torch.ones(2) * 3", "b", ":why")


def test_why_tells_of_one_element_of_the_last_result(workspace):
    lines = ["b = torch.ones(2)", "b * 3", "c = 5", ":why _[1]"]
    assert "[1] = 1.0*3 = 3.0" in asked(workspace, *lines)


def test_why_knows_what_the_last_results_were_when_they_were_used(workspace):
    lines = ["x = torch.ones(2, requires_grad=True)", "x.sum()", "_ * 2", "z = _ + __"]
    told = asked(workspace, *lines, "z.backward()", ":why x.grad")
    assert "grad of _3" in told


def test_why_takes_an_expression(workspace):
    assert "add: 1 + torch.ones(2)" in asked(workspace, ":why 1 + torch.ones(2)")


def test_asking_why_writes_nothing_and_draws_nothing(workspace):
    lines = ["torch.manual_seed(0)", "v = torch.zeros(2)", "v.add_(1)"]
    asked(workspace, *lines, ":why")
    asked(workspace, "x = torch.rand(2) + v", ":why x")
    drawn = workspace.run("torch.rand(1).item()").value
    assert workspace.run("v.tolist()").value == [1.0, 1.0]
    assert workspace.run("torch.manual_seed(0); torch.rand(2); torch.rand(1).item()").value == drawn


def test_what_was_written_to_since_is_told_with_what_was_written(workspace):
    text = asked(workspace, "x = torch.ones(2)", "y = x + 1", "y.mul_(3)", ":why y[0]")
    assert "2.0*3 = 6.0" in text


def test_shapes_stand_under_their_parts(workspace):
    text = asked(workspace, "a = torch.ones(2, 3)", ":shapes (a + 1) @ a.T")
    assert text.split("\n")[2] == " ^^^^^         (2, 3) float32"
    assert text.split("\n")[-1] == "^^^^^^^^^^^^^  (2, 2) float32"


def test_shapes_of_a_failing_expression_are_told_as_far_as_it_went(workspace):
    text = asked(workspace, "a = torch.ones(2, 3)", ":shapes (a + 1) @ a")
    assert " ^^^^^       (2, 3) float32" in text
    assert "mat1 and mat2 shapes cannot be multiplied" in text


def test_memory_tells_who_shares_it(workspace):
    text = asked(workspace, "a = torch.arange(6).view(2, 3)", "t = a.T", ":mem")
    assert "a, t share 6 x int64, 48 bytes" in text
    assert "t[i, j] is element i + 3*j" in text


def test_a_graph_is_a_tree_and_a_picture(workspace, tmp_path):
    lines = ["x = torch.tensor([1., 2.], requires_grad=True)", "z = (x * x).sum()"]
    assert "x leaf (2,)  value [1., 2.]  gradient [2., 4.]" in asked(workspace, *lines, ":graph z")
    assert "x leaf (2,)  value [1., 2.]  gradient [4., 8.]" in asked(
        workspace, ":graph (x * x * 2).sum()"
    )
    for drawn in ("z", "(x * x).sum()"):
        file = tmp_path / f"{len(drawn)}.svg"
        asked(workspace, f":graph {drawn} {file}")
        assert file.read_text(encoding="utf-8").startswith("<svg")
    for quote in "'\"":
        file = tmp_path / f"of {ord(quote)} words.svg"
        asked(workspace, f":graph z {quote}{file}{quote}")
        assert file.read_text(encoding="utf-8").startswith("<svg")


def test_a_graph_is_walked_through_forward_and_back_and_is_a_page(workspace, tmp_path):
    told = asked(workspace, *GRADIENT, ":graph y step")
    heads = [line for line in told.splitlines() if "->" in line]
    assert "step" not in told.split()
    assert len(heads) >= 6
    assert told.index("[0] =") < told.index("grad of x ->")
    file = tmp_path / "graph of y.html"
    assert "drawn in" in asked(workspace, f":graph y '{file}'")
    assert '<g class="node"' in file.read_text(encoding="utf-8")


def test_gradients_are_listed(workspace):
    lines = ["x = torch.tensor([1., 2.], requires_grad=True)", "(x * x).sum().backward()"]
    assert asked(workspace, *lines, ":grad") == "x  tensor([2., 4.])"


def test_a_view_has_labels_and_facets_side_by_side(workspace):
    text = asked(workspace, ":view torch.arange(8).view(2, 2, 2)")
    assert text.split("\n")[1:] == [
        "[0, :, :]    [1, :, :]",
        "  0 1          0 1",
        "0 0 1        0 4 5",
        "1 2 3        1 6 7",
    ]


def test_notices_can_be_switched_off(workspace):
    asked(workspace, ":notices off")
    assert workspace.run("torch.arange(3) / 2").notices == ()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (":why", "nothing has been computed yet"),
        (":shapes", "an expression is missing"),
        (":time", "an expression is missing: write it after the command"),
        (":graph q q.pdf", "a graph is drawn as .svg or .html"),
        (":set format odd", "must be one of text, grid"),
        (":mem q", "q is not a tensor"),
        (":graph", "there is no last tensor"),
        (":graph 3 + 4", "3 + 4 is not a tensor"),
        (":graph 1 +", "1 + fails"),
        (":grad", "no variable requires a gradient"),
        (":view 3", "3 is not a tensor"),
        (":notices maybe", "write :notices on or :notices off"),
    ],
)
def test_what_cannot_be_answered_is_said_with_what_to_do(workspace, command, words):
    reply = answer(command, workspace)
    assert not reply.went_well
    assert words in plain_text(reply.text)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("r = torch.ones(2)", "r += 1", ":why r[0]"), "1.0 + 1 = 2.0"),
        (("r = torch.ones(2)", "r += 1", ":why"), "1.0 + 1 = 2.0"),
        (("r = torch.ones(2)", "s = r * 3", "r.zero_()", ":why s[0]"), "1.0*3 = 3.0"),
        (("n = [1.]", "s = torch.ones(1) * n[0]", "n[0] = 5.", ":why s[0]"), "1.0*1.0 = 1.0"),
        (("torch.manual_seed(0)", "x = torch.rand(2)", "torch.rand(1)", ":why x"), "Drawn"),
        (("x = torch.ones(1)", "y = x + 1", "del x", ":why y"), "1.0 + 1 = 2.0"),
    ],
)
def test_why_tells_what_happened_in_the_world_of_then(workspace, lines, told):
    text = asked(workspace, *lines)
    assert told in text
    assert asked(workspace, lines[-1]) == text


def test_what_takes_a_while_to_run_again_says_so_first(monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    for seconds in (0.4, 1.5):
        with explain_commands.running_again(seconds):
            shown = capsys.readouterr().out
        assert ("about 1.5 s; Ctrl-C" in shown) is (seconds > 1)


def test_an_answer_that_takes_longer_than_expected_says_so_and_one_at_once_does_not(
    monkeypatch, capsys
):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(explain_commands, "NOTICEABLE", 0.05)
    for pause in (0, 0.5):
        with explain_commands.running_again(0):
            sleep(pause)
            shown = capsys.readouterr().out
        assert ("a while; Ctrl-C stops it" in shown) is (pause > 0)


def test_why_runs_again_under_what_it_is_given(workspace):
    workspace.run("x = torch.arange(3.)")
    workspace.run("y = x.sum()")
    given = []
    answers.why(workspace, "y", lambda seconds: given.append(seconds) or nullcontext())
    assert len(given) == 1
    assert 0 <= given[0] < answers.PATIENCE


def test_why_does_not_tell_of_what_is_too_large_to_be_brought_back(workspace):
    text = asked(
        workspace, "r = torch.zeros(3_000_000, dtype=torch.float64)", "r += 1", ":why r[0]"
    )
    assert "too large to be kept" in " ".join(text.split())


def test_functions_of_the_program_are_not_called_by_questions(workspace):
    printed = []
    workspace.output = printed.append
    workspace.run("k = [0]")
    workspace.run("def f(x):\n    k[0] += 1\n    print(x)\n    return x + k[0]")
    workspace.run("y = f(torch.ones(2))")
    said = list(printed)
    for line in (":why y", ":why f(torch.ones(2))", ":shapes f(y)", ":type f(y)", ":view f(y)"):
        answer(line, workspace)
    assert printed == said
    assert workspace.run("k").value == [1]


def test_the_graph_of_an_expression_is_drawn_and_nothing_is_changed_by_it(workspace):
    lines = [
        "z = torch.ones(2, requires_grad=True); n = []",
        "1",
        ":graph (z * 3 + (n.append(1) or 0)).sum()",
    ]
    text = asked(workspace, *lines)
    assert "SumBackward0" in text
    assert "MulBackward0" in text
    assert workspace.run("n, z.grad").value == ([], None)


def test_why_after_a_failure_draws_what_does_not_fit(workspace):
    workspace.run("x = torch.ones(2, 3)")
    workspace.run("x + torch.ones(2)")
    told = asked(workspace, ":why").splitlines()
    assert "  x              2  3" in told
    assert "  torch.ones(2)     2" in told
    workspace.run("x + 1")
    assert "1.0 + 1 = 2.0" in asked(workspace, ":why")


@pytest.mark.parametrize("line", ["TL001", "tl001", "explain TL001", "tensorlab explain TL001"])
def test_the_code_of_an_error_is_explained_however_it_is_typed(workspace, line):
    assert "shapes that do not broadcast" in plain_text(said_to(workspace, line).text)


def test_a_command_line_that_explains_is_taken_at_the_prompt(workspace):
    assert "2*3 = 6" in plain_text(said_to(workspace, "explain torch.tensor(2) * 3").text)
    workspace.run("explain = 2")
    assert said_to(workspace, "explain *3") is None


GRADIENT = ("x = torch.tensor([2., 3.], requires_grad=True)", "y = (x ** 2).sum()", "y.backward()")


@pytest.mark.parametrize("question", [":why x.grad", ":grad x", ":why", ":graph y 1"])
def test_a_gradient_is_told_from_where_its_values_were_made(workspace, question):
    told = " ".join(asked(workspace, *GRADIENT, question).split())
    assert "[1] = 2*3.0*1.0 = 6.0 d(x ** 2)/dx = 2*x = 6.0, times the 1.0 that came from" in told
    assert workspace.run("x.grad").value.tolist() == [4.0, 6.0]


def test_what_several_calls_of_backward_brought_is_added(workspace):
    told = asked(workspace, *GRADIENT, "(3 * x).sum().backward()", ":why x.grad[1]")
    assert "2*3.0*1.0 + 3*1.0 = 9.0" in told
    assert "[0] =" not in told.split("grad: x.grad")[1], "one element was asked for"


def test_every_step_of_a_graph_has_its_value_and_its_gradient(workspace):
    told = asked(workspace, *GRADIENT, ":graph y").splitlines()
    assert [line.split()[0] for line in told[:3]] == ["3", "2", "1"]
    assert told[1].startswith("  2 ")
    assert "PowBackward0 (2,)" in told[1]
    forward = asked(workspace, ":graph 2")
    assert "2.0 ** 2 = 4.0" in forward
    assert "d sum(u)/du = 1" in forward
    assert "no step 9" in asked(workspace, ":graph 9")


def test_what_is_no_tensor_has_no_graph(workspace):
    assert "5 is not a tensor" in asked(workspace, ":graph 5")


def test_what_is_missing_is_named_truly(workspace):
    workspace.run("x = torch.ones(2); w = torch.ones(2, requires_grad=True); x += 1")
    assert asked(workspace, ":grad x") == (
        "x keeps no gradient: only tensors made with requires_grad=True do"
    )
    assert asked(workspace, ":grad y") == "no variable y is a tensor"
    assert "torch.ones(2) is not a variable's name" in asked(workspace, ":mem torch.ones(2)")
    assert "written to" not in asked(workspace, ":why x[10]")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("x = torch.zeros(2)", "x[0] = 5", ":why x"), "write: x[0] = 5"),
        (("x = torch.zeros(2)", "x[0] = 5", ":why"), "write: x[0] = 5"),
        (("x = torch.zeros(2)", "x += 1", "x.mul_(3)", ":why x"), "1.0*3 = 3.0"),
        (("x = torch.zeros(2)", "y = x[1:]", "y[0] = 7.", ":why x"), "write: y[0] = 7."),
        (("def f(v):\n    return v * 2", "r = f(torch.ones(2))", ":why r"), "1.0*2 = 2.0"),
        (("def f(v):\n    return v * 2", ":why f(torch.ones(2))[0]"), "1.0*2 = 2.0"),
        (("def f(v):\n    return v * 2", "f(torch.ones(2))", ":why"), "1.0*2 = 2.0"),
        (
            (
                "class N(nn.Module):\n    def forward(self, v):\n        return v * 2",
                "n = N()",
                ":why n(torch.ones(2))",
            ),
            "1.0*2 = 2.0",
        ),
    ],
)
def test_why_reaches_back_through_functions_and_writes(workspace, lines, told):
    assert told in asked(workspace, *lines)


def test_why_draws_a_clash_in_a_function_that_was_defined_earlier():
    workspace = Workspace(lambda text: None)
    workspace.run("def product(x, w):\n    return x @ w")
    failure = workspace.run("product(torch.ones(2, 3), torch.ones(4, 5))").failure
    told = answers.why(workspace, "")
    assert told._replace(around=None) == failure._replace(around=None, operands=told.operands)
    assert [each.name for each in told.operands] == ["x", "w"]
    assert told.led_by == ("product(torch.ones(2, 3), torch.ones(4, 5))",)


TRAINING = """torch.manual_seed(0)
x = torch.tensor([[1.], [2.]])
y = torch.tensor([[3.], [5.]])
net = nn.Linear(1, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.01)"""
LOOP = """for turn in range(5):
    pred = net(x)
    loss = F.mse_loss(pred, y)
    opt.zero_grad()
    loss.backward()
    opt.step()"""


def test_the_last_turn_of_a_long_loop_is_told_on_the_weights_of_then(workspace):
    for part in (TRAINING, LOOP):
        assert workspace.run(part).failure is None
    after = workspace.session.names["net"].weight.item()
    slow(workspace)
    for question in (":why pred[0, 0]", ":why loss", ":why net(x)[1, 0]"):
        told = asked(workspace, question)
        assert "present values" not in told
        assert "long" not in told
    assert workspace.session.names["net"].weight.item() == after


def slow(workspace):
    """Let the last statement be one that took long."""
    workspace.undoable[-1] = workspace.undoable[-1]._replace(seconds=1000.0)


def test_the_graph_is_read_from_the_tensor_and_nothing_is_run_again(workspace, monkeypatch):
    def refused(*given):
        raise AssertionError

    monkeypatch.setattr(answers, "recorded", refused)
    text = asked(workspace, TRAINING, LOOP, ":graph loss", width=100)
    assert "loss MseLossBackward0 ()  value" in text
    assert "net.bias leaf (1,)" in text
    assert "net.weight leaf (1, 1)" in text


def test_the_graph_of_what_was_assigned_last_is_shown(workspace):
    lines = ["w = torch.ones(2, requires_grad=True)", "w + 1", "loss = (w * 2).sum()"]
    assert asked(workspace, *lines, ":graph").startswith("3 loss SumBackward0 ()")


def test_a_graph_has_no_line_that_is_too_long(workspace):
    lines = ["w = torch.rand(30, 40, requires_grad=True)", "loss = ((w @ w.T).exp() + 1).sum()"]
    text = asked(workspace, *lines, ":graph loss", width=100)
    assert max(map(len, text.split("\n"))) <= 100


def test_a_number_that_no_step_back_needs_is_left_open(workspace):
    lines = ["w = torch.ones(2, requires_grad=True)", "loss = (w + 1).sum()"]
    assert "2 w + ... AddBackward0 (2,)" in asked(workspace, *lines, ":graph loss")


def test_a_picture_of_a_graph_overwrites_nothing(workspace, tmp_path):
    file = tmp_path / "graph.svg"
    lines = ["w = torch.ones(2, requires_grad=True)", "loss = (w * 2).sum()", f":graph loss {file}"]
    assert "drawn in" in asked(workspace, *lines)
    before = file.read_text()
    assert "exists already: choose another name" in plain_text(
        answer(lines[-1], workspace).text, 300
    )
    assert file.read_text() == before
    assert "[VARIABLE] [FILE]" in plain_text(answer(":help graph", workspace).text, 80)


def test_gradients_of_a_network_are_listed_by_name(workspace):
    text = asked(workspace, TRAINING, LOOP, ":grad")
    assert [line.split()[0] for line in text.split("\n")] == ["net.weight", "net.bias"]
    assert (
        "net.bias" not in plain_text(answer(":grad net.weight", workspace).text, 80).split("\n")[0]
    )


def test_why_after_a_long_loop_is_answered_by_its_line_at_once(workspace):
    assert workspace.run(TRAINING).failure is None
    assert workspace.run(LOOP).failure is None
    slow(workspace)
    text = plain_text(answer(":why loss", workspace).text, 80)
    assert text.startswith("mse_loss: F.mse_loss(pred, y)")
    assert "to run again" not in text  # its line gives the very value that it has


def test_a_line_that_gives_something_else_by_now_is_told_as_such(workspace):
    assert workspace.run(TRAINING).failure is None
    assert workspace.run(LOOP.replace("pred, y", "net(x), y")).failure is None
    workspace.session.moves.clear()
    slow(workspace)
    text = plain_text(answer(":why loss", workspace).text, 80)
    assert "take about 800" in text  # 8000 s, and what the other statements took
    assert "present values" in text


def test_after_a_long_loop_the_line_of_a_function_is_told_with_what_it_does(workspace):
    for source in ("x = torch.tensor([1., 2.])", "def twice(t):\n    return t * 2", "y = twice(x)"):
        assert workspace.run(source).failure is None
    slow(workspace)
    assert "[0] = 1.0*2 = 2.0" in plain_text(answer(":why y[0]", workspace).text, 80)


def test_what_a_long_loop_subtracted_is_not_told_by_how_it_began(workspace):
    loop = "for i in range(4):\n    w -= torch.tensor([1., 2.])"
    assert workspace.run("w = torch.tensor([3., 4.])").failure is None
    assert workspace.run(loop).failure is None
    slow(workspace)
    text = plain_text(answer(":why w[0]", workspace).text, 80)
    assert "[0] = -1.0 - 1.0 = -2.0" in text
    assert "present values, which differ" in text


def test_why_after_a_short_loop_tells_of_its_last_turn(workspace):
    loop = "for i in range(4):\n    x = torch.tensor([1., 2.]) * i"
    assert "[1] = 2.0*3 = 6.0" in asked(workspace, loop, ":why x[1]")


def test_a_gradient_of_a_long_loop_is_listed_at_once(workspace):
    assert workspace.run(TRAINING).failure is None
    assert workspace.run(LOOP).failure is None
    slow(workspace)
    text = plain_text(answer(":grad net.bias", workspace).text, 80)
    assert text.startswith("net.bias  tensor([")
    assert "to run again" in text
    assert "mse_loss" in plain_text(answer(":why", workspace).text, 80)


def test_a_page_of_a_graph_whose_values_are_used_up_has_its_picture(workspace, tmp_path):
    file = tmp_path / "graph.html"
    assert workspace.run(TRAINING).failure is None
    assert workspace.run(LOOP).failure is None
    slow(workspace)
    assert "drawn in" in plain_text(answer(f":graph loss {file}", workspace).text, 200)
    assert "MseLossBackward0" in file.read_text()
    assert "used up" in plain_text(answer(":graph step", workspace).text, 200)


@pytest.mark.parametrize("question", ["net.bias[0]", "net.bias", "", "_[0]", "_3[0]"])
def test_a_parameter_is_told_by_the_last_turn_of_a_long_loop(workspace, question):
    assert workspace.run(TRAINING).failure is None
    assert workspace.run(LOOP).failure is None
    slow(workspace)
    assert workspace.run("net.bias").failure is None
    text = " ".join(plain_text(answer(f":why {question}", workspace).text, 80).split())
    assert text.startswith("SGD: ")
    assert "before: net.bias before the step; grad: net.bias.grad" in text


def test_a_parameter_that_was_written_over_since_is_not_told_by_a_step(workspace):
    assert workspace.run(TRAINING).failure is None
    assert workspace.run(LOOP).failure is None
    assert workspace.run("net.bias.data.add_(1)").failure is None
    assert "SGD: " not in plain_text(answer(":why net.bias[0]", workspace).text, 80)


@pytest.mark.parametrize("result", ["", "_", "_3"])
def test_a_result_of_a_long_loop_is_told_by_the_variable_that_it_showed(workspace, result):
    assert workspace.run(TRAINING).failure is None
    assert workspace.run(LOOP).failure is None
    slow(workspace)
    assert workspace.run("loss").failure is None
    text = plain_text(answer(f":why {result}", workspace).text, 80)
    assert text.startswith("mse_loss: F.mse_loss(pred, y)")


def test_what_took_few_steps_is_run_again_however_long_its_imports_took(workspace, monkeypatch):
    workspace.run("w = torch.ones(2, requires_grad=True)")
    clock = iter(range(0, 1000, 50))
    with monkeypatch.context() as patch:
        patch.setattr("time.perf_counter", lambda: next(clock))
        workspace.run("(w * 3).sum().backward()")
    assert workspace.seconds == 50
    assert "[1] = 3*1.0 = 3.0" in asked(workspace, ":why w.grad[1]")


@pytest.mark.parametrize(
    "question", ["h.tolist()[1][0]", "float(h[1, 0])", "h[1, 0].item()", "h[1, 0].tolist()"]
)
def test_a_number_that_was_taken_out_of_a_tensor_is_told_as_its_element(workspace, question):
    said = asked(workspace, "x = torch.ones(2, 2)", "h = x * 2", f":why {question}")
    assert "[1, 0] = 1.0*2 = 2.0" in said
    assert said == asked(workspace, ":why h[1, 0]")
    workspace.run(question)
    assert said == asked(workspace, ":why")


def test_a_row_is_told_by_its_elements(workspace):
    said = asked(workspace, "x = torch.ones(2, 3)", "h = x * 2", ":why h[-1]")
    assert "[1, 2] = 1.0*2 = 2.0" in said
    assert "[0, " not in said


def test_what_a_list_of_places_is_given_is_told_place_by_place(workspace):
    swap = "[q[0], q[1]] = [q[1].clone(), q[0].clone()]"
    said = asked(workspace, "q = torch.tensor([1., 2., 3.])", swap, ":why q[1]")
    assert "q[0].clone() is written here." in said


def test_gradients_are_listed_beside_a_list_that_holds_itself(workspace):
    workspace.run(
        "import torch\na = []\na.append(a)\nd = {'p': [torch.ones(1, requires_grad=True)]}"
    )
    workspace.run("x = torch.ones(2, requires_grad=True); y = (x * d['p'][0]).sum(); y.backward()")
    assert [name for name, _ in gradient_answers.gradients(workspace, "")] == ["x", "d['p'][0]"]
    assert len(gradient_answers.graph(workspace, "y")) == 4
