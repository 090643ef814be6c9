import pytest

pytestmark = pytest.mark.sampled(3)  # a process each


@pytest.mark.parametrize("name", ["mm", "torch.mm", "mm()", "Tensor.mm"])
def test_a_function_is_found_by_any_of_its_names(terminal, name):
    assert terminal.run("help", name).stdout.startswith("torch.mm(input, mat2")


def test_an_operator_is_a_name_too(terminal):
    assert terminal.run("help", "@").stdout.startswith("torch.matmul(")
    assert terminal.run("help", "-").stdout.startswith("torch.sub(")


def test_examples_are_shown_with_what_they_give_now(terminal):
    page = terminal.run("help", "cumprod").stdout
    assert "  >>> torch.cumprod(torch.tensor([[2, 3, 4], [5, 2, 1]]), dim=1)\n" in page
    assert "  tensor([[ 2,  6, 24],\n          [ 5, 10, 10]])\n" in page


def test_the_derivative_is_the_one_that_is_stated_or_the_rule_that_runs(terminal):
    shown = terminal.run("help", "mm").stdout
    assert "by mat2   d out[i, j] / d mat2[k, j] = input[i, k]" in shown
    assert "by input  g.flip(dims)" in terminal.run("help", "flip").stdout


def test_a_data_type_has_a_page(terminal):
    page = terminal.run("help", "int8").stdout
    assert "whole numbers in 1 byte" in page
    assert "(-128, 127)" in page


def test_an_unknown_name_suggests_the_nearest(terminal):
    done = terminal.run("help", "cumprot")
    assert "Did you mean cumprod" in done.stderr
    assert done.returncode == 2


def test_a_command_of_the_prompt_has_help_in_the_shell(terminal):
    assert ":save FILE" in terminal.run("help", ":save").stdout
