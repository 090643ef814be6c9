"""The house may only become smaller, and not by being written more densely."""

from tests.house.lines import Size, by_room, ceilings, density, lowered, rooms, size_of

MODULE = '''"""What it is.

And why.
"""

# A comment.
x = [
    1,
]; y = """a
b"""
'''


def test_no_room_grows_and_none_is_written_more_densely() -> None:
    sizes = list(rooms())
    most = ceilings()
    found = {**by_room(sizes), **density(sizes)}
    grown = [f"{name}: {n}" for name, n in found.items() if n > most.get(name, 0)]
    assert not grown, f"more than in ceilings.txt: {grown}; python -m tests.house.lines shows where"


def test_only_code_is_counted(tmp_path) -> None:
    path = tmp_path / "module.py"
    path.write_text(MODULE)
    assert size_of(path) == Size(lines=4, characters=22, skips=0)


def test_a_ceiling_is_only_lowered() -> None:
    assert lowered({"ops": 5, "repl": 7}, {"ops": 6, "repl": 3}) == "5 ops\n3 repl\n"
