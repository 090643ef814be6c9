"""`class`, of which most programs need to know nothing: what compiles it is loaded by the first."""

import ast

from tensorlab.language.compiling.compiler import STATEMENTS, Compiler, Execute


def defines_class(compiler: Compiler, node: ast.ClassDef) -> Execute:
    """Compile a class."""
    from tensorlab.language.classes.definition import class_definition  # noqa: PLC0415

    return class_definition(compiler, node)


STATEMENTS[ast.ClassDef] = defines_class
