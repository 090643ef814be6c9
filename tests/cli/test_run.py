PROGRAM = "import torch\nx = torch.arange(3)\nprint(x)\nx + 1\n"


def test_a_program_prints_what_it_prints_and_no_more(terminal):
    (terminal.folder / "program.py").write_text(PROGRAM)
    done = terminal.run("run", "program.py")
    assert (done.stdout, done.stderr, done.returncode) == ("tensor([0, 1, 2])\n", "", 0)


def test_a_program_comes_from_standard_input_too(terminal):
    assert terminal.run("run", "-", input=PROGRAM).stdout == "tensor([0, 1, 2])\n"


def test_a_program_starts_with_no_names_but_pythons(terminal):
    done = terminal.run("run", "-", input="x = torch.arange(3)\n")
    assert "NameError" in done.stderr
    assert done.returncode == 1


def test_a_program_finds_the_name_of_its_file(terminal):
    program = "from pathlib import Path\nimport sys\n"
    program += "print(Path(__file__).resolve().parent, __file__, sys.argv)"
    path = terminal.folder / "program.py"
    path.write_text(program)
    assert terminal.run("run", "program.py").stdout == f"{path.parent} {path} ['program.py']\n"


def test_a_failure_names_the_file_and_the_line(terminal):
    (terminal.folder / "program.py").write_text("x = 1\n\nprint(y)\n")
    done = terminal.run("run", "program.py")
    assert "program.py, line 3" in done.stderr
    assert done.returncode == 1


def test_what_was_printed_before_a_failure_stays(terminal):
    done = terminal.run("run", "-", input="print(1)\n1/0\n")
    assert done.stdout == "1\n"
