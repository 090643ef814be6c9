"""What is piped into the prompt is a script."""

import subprocess


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


def answers(process, text, shown):
    """Send a text, and read lines until the one that is waited for."""
    process.stdin.write(text.encode())
    process.stdin.flush()
    lines = [process.stdout.readline().decode() for _ in shown]
    assert lines == [f"{line}\n" for line in shown]


def test_each_statement_is_answered_as_it_arrives(terminal):
    with subprocess.Popen(
        terminal.command("repl"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=terminal.environment,
        cwd=terminal.folder,
    ) as process:
        answers(process, "x = 40\nx + 2\n", ["42"])
        answers(process, "torch.tensor(\n[1, 2]\n)\n", ["tensor([1, 2])"])
        answers(process, "for i in range(2):\n    print(i)\n\n", ["0", "1"])
        answers(process, "def f(a):\n    return a\nf(3)\n", ["3"])
        answers(process, ":type x\n", ["int 40"])
        process.stdin.write(b"x - 39")  # the last line needs no end
        process.stdin.close()
        assert process.stdout.read() == b"1\n"
        assert process.wait(20) == 0


def test_blank_lines_within_a_block_do_not_end_it(terminal):
    script = "def f(a):\n    b = a\n\n    return b\n\n\nf(4)\n"
    assert terminal.run("repl", input=script).stdout == "4\n"


def test_a_line_that_never_ends_is_refused(terminal):
    done = terminal.run("repl", input=b"a" * (5 << 20))
    assert done.stderr == "LimitError: The limit on program size was reached: 500,000 characters.\n"
    assert done.returncode == 1


def test_a_file_that_runs_first_may_ask_why(terminal, tmp_path):
    (tmp_path / "first.txt").write_text("x = arange(3)\nx + 1\n:why\n")
    done = terminal.run("repl", str(tmp_path / "first.txt"))
    assert "x plus 1" in done.stdout
    assert done.returncode == 0
