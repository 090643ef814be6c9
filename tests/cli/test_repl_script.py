"""What is piped into the prompt is a script."""


def test_values_are_shown_without_prompts(terminal):
    done = terminal.run(
        "repl", input="x = arange(3)\nx\nfor i in range(2):\n    print(i)\n\nx + 1\n"
    )
    assert done.stdout == "tensor([0, 1, 2])\n0\n1\ntensor([1, 2, 3])\n"
    assert (done.stderr, done.returncode) == ("", 0)


def test_the_first_failure_ends_it_with_its_line(terminal):
    done = terminal.run("repl", input="1\n\nnothing\n2\n")
    assert done.stdout == "1\n"
    assert "NameError" in done.stderr
    assert done.returncode == 1


def test_blocks_with_clauses_are_one_statement(terminal):
    script = "if False:\n    1\nelse:\n    print(2)\nprint(3)\n"
    assert terminal.run("repl", input=script).stdout == "2\n3\n"


def test_commands_work(terminal):
    done = terminal.run("repl", input="x = arange(3)\n:vars\n:type x\n:quit\n1\n")
    assert done.stdout == "x  (3,) int64\nTensor (3,) int64\n"


def test_a_command_that_does_not_exist_is_a_failure(terminal):
    done = terminal.run("repl", input=":nonsense\n1\n")
    assert done.returncode == 1
    assert done.stdout == ""


def test_nothing_in_is_nothing_out(terminal):
    done = terminal.run("repl")
    assert (done.stdout, done.returncode) == ("", 0)
