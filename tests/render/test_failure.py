from tensorlab.language.outcome import Failure, Operand, Span
from tensorlab.render.failures.failure import FailureView
from tensorlab.render.look.console import plain_text

BROADCAST = Failure(
    type="RuntimeError",
    message="The size of tensor a (3) must match the size of tensor b (5) at dimension 1",
    span=Span(2, 4, 2, 9),
    source="x = 1\ny = a + b * 2",
    explanation="Shapes are aligned at the right.",
    hints=("b[:, :3] has shape (2, 3)",),
    operands=(
        Operand("a", "...", (2, 3), "torch.int64"),
        Operand("b", "...", (1, 2, 5), "torch.float32"),
    ),
)


def test_a_failure_names_the_error_then_the_place_then_the_operands_then_help():
    assert plain_text(FailureView(BROADCAST, "x.py"), 80) == (
        "RuntimeError: The size of tensor a (3) must match the size of tensor b (5) at\n"
        "dimension 1\n"
        "  x.py, line 2\n"
        "  y = a + b * 2\n"
        "      ^^^^^\n"
        "  a     (2, 3)  int64\n"
        "  b  (1, 2, 5)  float32\n"
        "Shapes are aligned at the right.\n"
        "hint: b[:, :3] has shape (2, 3)"
    )


def test_a_narrow_window_wraps_words_and_keeps_the_underline_below_its_code():
    text = plain_text(FailureView(BROADCAST), 20)
    lines = text.split("\n")
    assert all(len(line) <= 20 for line in lines)
    place = lines.index("  y = a + b * 2")
    assert lines[place + 1] == "      ^^^^^"


def test_a_long_line_is_cut_around_the_part_that_failed():
    source = "x = " + "a + " * 30 + "broken" + " + a" * 30
    start = source.index("broken")
    failure = Failure("NameError", "no", Span(1, start, 1, start + 6), source)
    _, code, underline = plain_text(FailureView(failure), 40).split("\n")
    at = underline.index("^")
    assert code[at : at + 6] == "broken"
    assert underline.count("^") == 6
    assert code.strip().startswith("...")
    assert code.endswith("...")


def test_wide_characters_and_tabs_do_not_shift_the_underline():
    source = "\tx = '日本' + y"
    failure = Failure("NameError", "no", Span(1, 12, 1, 13), source)
    _, code, underline = plain_text(FailureView(failure), 40).split("\n")
    assert code == "      x = '日本' + y"
    assert underline == " " * 19 + "^"


def test_a_failing_expression_over_lines_is_underlined_on_each():
    source = "mm(a,\n   b)"
    text = plain_text(FailureView(Failure("E", "m", Span(1, 0, 2, 5), source)), 40)
    assert text == "E: m\n  mm(a,\n  ^^^^^\n     b)\n     ^^"


def test_control_characters_in_the_source_cannot_reach_the_terminal():
    source = "x = '\x1b[31m' + y"
    failure = Failure("NameError", "no", Span(1, 14, 1, 15), source)
    assert "\x1b" not in plain_text(FailureView(failure), 60)


def test_a_message_of_the_programs_own_cannot_steer_the_terminal():
    failure = Failure("ValueError", "first\n\x1b[2Jsecond")
    assert plain_text(FailureView(failure), 60) == "ValueError: first\n\\x1b[2Jsecond"


def test_a_command_is_named_as_it_is_typed_in_a_shell():
    failure = Failure("IndexError", "m", explanation="see tensorlab help NAME", code="TL090")
    text = plain_text(FailureView(failure))
    assert "see tensorlab help NAME" in text
    assert text.endswith("TL090: tensorlab explain TL090 tells more")
