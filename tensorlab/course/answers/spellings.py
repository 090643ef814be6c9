"""An answer as learners type it, as the programs that may be meant, and what it depends on."""

import ast
import builtins
import textwrap
from collections.abc import Sequence
from functools import lru_cache

from tensorlab.frozen import pattern
from tensorlab.language.outcome import Failure
from tensorlab.language.reading.layout import without_prompts
from tensorlab.language.reading.source import tree_of


def meant(text: str) -> str:
    """Return the program in an answer: without prompts, quotes of code, and `print(...)`."""
    plain = without_prompts(textwrap.dedent(text.expandtabs(4)).strip("\n"))
    bare = plain.strip()
    if bare.startswith("```"):
        bare = bare.strip("`").removeprefix("python").strip()
    elif bare.startswith("`") and bare.endswith("`"):
        bare = bare.strip("`").strip()
    else:
        bare = plain.strip() if plain.count("\n") == 0 else textwrap.dedent(plain).strip()
    tree = tree_of(bare)
    if tree is None or not tree.body:
        return bare
    return unprinted(bare, tree)


def unprinted(source: str, tree: ast.Module) -> str:
    """Return a program whose last line shows its value without `print`."""
    match tree.body[-1]:
        case (
            ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[value], keywords=[])) as last
        ) if not isinstance(value, ast.Starred):
            before = source.split("\n")[: last.lineno - 1]
            shown = ast.get_source_segment(source, value) or ast.unparse(value)
            head = source.split("\n")[last.lineno - 1][: last.col_offset]
            return "\n".join([*before, f"{head}({shown})" if "\n" in shown else head + shown])
    return source


def with_value(source: str) -> str | None:
    """Return a program that ends with an assignment, with the value of what it assigns.

    None where it ends otherwise.
    """
    tree = tree_of(source)
    if tree is None or not tree.body:
        return None
    match tree.body[-1]:
        case ast.Assign(targets=[*_, ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return f"{source}\n{name}"
        case ast.AugAssign(target=ast.Name(id=name)):
            return f"{source}\n{name}"
    return None


@lru_cache(maxsize=1024)
def assigned(source: str) -> frozenset[str]:
    """Return the names that a program gives something to."""
    tree = tree_of(source) or ast.Module([], [])
    functions = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return named(tree, ast.Store) | functions


@lru_cache(maxsize=1024)
def read(source: str) -> frozenset[str]:
    """Return the names that a program reads."""
    return named(tree_of(source) or ast.Module([], []), ast.Load)


def named(tree: ast.AST, context: type[ast.expr_context]) -> frozenset[str]:
    """Return the names that are read, or given something, somewhere in a program."""
    names = (node for node in ast.walk(tree) if isinstance(node, ast.Name))
    return frozenset(name.id for name in names if isinstance(name.ctx, context))


def numbers_in(source: str) -> list[float]:
    """Return the numbers that are written in a program."""
    tree = tree_of(source) or ast.Module([], [])
    found = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return [each for each in found if isinstance(each, int | float) and not isinstance(each, bool)]


# What programs have in common without a name: where random numbers go on, and what is set for all.
DRAWS = pattern(r"\b(rand\w*|\w*seed|shuffle|\w*dropout\w*|nn|init|sample|multinomial|\w+_)\b")
SETS = pattern(r"\b(set_\w+|import|backends)\b")
DISORDER = {"NameError": "used-before-made", "IndentationError": "block-begun"}
EVERYWHERE = {"torch", "F", "nn", *dir(builtins)}


def needed(programs: Sequence[str], *answers: str) -> tuple[str, ...]:
    """Return the programs whose names have to do with those of answers, which follow each other.

    Names that stand together in a program may share memory. All programs are returned where random
    numbers are drawn or something cannot be read.
    """
    wanted = names_from_before(answers)
    spoken = [names_in(program) for program in programs]
    grown = -1
    while grown != len(wanted):
        grown = len(wanted)
        wanted = wanted.union(*(names for names in spoken if names & wanted))
    pairs = zip(programs, spoken, strict=True)
    kept = tuple(program for program, names in pairs if names & wanted or SETS.search(program))
    unclear = UNREAD in wanted or any(UNREAD in names for names in spoken)
    if unclear or any(DRAWS.search(program) for program in (*answers, *kept)):
        return tuple(programs)
    return kept


def names_from_before(programs: Sequence[str]) -> set[str]:
    """Return the names that programs read before they give them anything themselves."""
    given: set[str] = set()
    wanted: set[str] = set()
    for program in programs:
        reads, gives = read_and_given(program)
        wanted |= reads - given
        given |= gives
    return wanted


@lru_cache(maxsize=4096)
def read_and_given(source: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names that a program reads before it gives them anything, and those it gives."""
    tree = tree_of(source)
    if tree is None:
        return frozenset({UNREAD}), frozenset()
    given: set[str] = set()
    wanted: set[str] = set()
    for line in tree.body:
        once = named(line, ast.Store) if isinstance(line, ast.Assign) else set()
        wanted |= names_of(line) - given - (once - named(line, ast.Load))
        given |= once
    return frozenset(wanted), frozenset(given)


def disorder(program: str, solution: str, failure: Failure | None) -> str:
    """Return the idea behind lines that stand too early, nothing where none does.

    What a lesson had by the same name before does not stand for what a line of the solution makes.
    """
    early = "used-before-made" if read_and_given(program)[0] & read_and_given(solution)[1] else ""
    return DISORDER.get(failure.type, early) if failure else early


UNREAD = "?"  # no name, so that it is nobody's


@lru_cache(maxsize=1024)
def names_in(source: str) -> frozenset[str]:
    """Return the names of its own that a program speaks of."""
    tree = tree_of(source)
    return frozenset({UNREAD}) if tree is None else names_of(tree)


def names_of(tree: ast.AST) -> frozenset[str]:
    """Return the names of its own that a part of a program speaks of."""
    nodes = list(ast.walk(tree))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    names |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return frozenset(names - EVERYWHERE)
