"""`def` and `lambda`: functions of the program, and how they are given their arguments."""

import ast
import sys
from inspect import cleandoc
from typing import Any

from tensorlab.language.compiling.code import UNBOUND, Code
from tensorlab.language.compiling.compiler import (
    EXPRESSIONS,
    STATEMENTS,
    Compiler,
    Evaluate,
    Execute,
    Frame,
    cost_of,
)
from tensorlab.language.compiling.place import FAULTS, NOT_THE_PROGRAMS, at
from tensorlab.language.compiling.scope import function_scope
from tensorlab.language.compiling.variables import store_name
from tensorlab.language.functions.lifting import Lifter, yields
from tensorlab.language.statements.statements import annotation
from tensorlab.language.values.functions import ANNOTATIONS, Function
from tensorlab.language.values.invoking import call_value


def parameters(code: Code, arguments: ast.arguments) -> None:
    """Write down what a function accepts."""
    positional = [*arguments.posonlyargs, *arguments.args]
    code.arguments = arguments
    code.positional = tuple(parameter.arg for parameter in positional)
    code.positional_only = len(arguments.posonlyargs)
    code.variadic = arguments.vararg is not None
    code.keyword_only = tuple(parameter.arg for parameter in arguments.kwonlyargs)
    code.keywords = arguments.kwarg is not None
    plain = not (code.variadic or code.keyword_only or code.keywords)
    code.arity = len(positional) if plain else -1


def make_code(
    compiler: Compiler, name: str, arguments: ast.arguments, body: list[ast.stmt]
) -> Code:
    """Compile a function's body in a scope of its own."""
    around = compiler.scope.function.title
    code = Code(name, f"{around}.{name}" if around else name)
    code.closed = hasattr(arguments, NOT_THE_PROGRAMS)
    code.doc = words_of(body) or ""
    parameters(code, arguments)
    produces = yields(body)
    if produces:
        from tensorlab.language.functions.generators import generator_body  # noqa: PLC0415  seldom needed

        body = Lifter().block(body)
    scope = function_scope(compiler.scope, arguments, body)
    scope.title = f"{code.title}.<locals>"
    with compiler.inside(scope):
        code.evaluate = generator_body(compiler, body) if produces else compiler.body(body)
    bound = len(code.positional) + code.variadic + len(code.keyword_only) + code.keywords
    code.slots = scope.slots
    code.blank = [UNBOUND] * (len(scope.slots) - bound)
    code.cost = 1 if produces else cost_of(body)
    return code


def words_of(body: list[ast.stmt]) -> str | None:
    """Return what a definition says of itself."""
    match body[0]:
        case ast.Expr(value=ast.Constant(value=str(words))):
            return cleandoc(words) if sys.version_info >= (3, 13) else words
        case _:
            return None


def maker(compiler: Compiler, code: Code, arguments: ast.arguments) -> Evaluate:
    """Return the closure that makes the function where its definition is reached."""
    defaults_of = [compiler.expression(node) for node in arguments.defaults]
    first = len(code.positional) - len(defaults_of)
    named_of = {
        name: compiler.expression(node)
        for name, node in zip(code.keyword_only, arguments.kw_defaults, strict=True)
        if node is not None
    }

    def make(frame: Frame) -> Function:
        if not (defaults_of or named_of):
            return Function(code, {}, frame)
        defaults = {
            code.positional[first + place]: default(frame)
            for place, default in enumerate(defaults_of)
        }
        defaults.update((name, default(frame)) for name, default in named_of.items())
        return Function(code, defaults, frame)

    return make


def lambda_(compiler: Compiler, node: ast.Lambda) -> Evaluate:
    """Compile `lambda x: value`."""
    body: list[ast.stmt] = [ast.copy_location(ast.Return(node.body), node.body)]
    return maker(compiler, make_code(compiler, "<lambda>", node.args, body), node.args)


def definition(compiler: Compiler, node: ast.FunctionDef) -> Execute:
    """Compile `def name(...): ...`, with its decorators."""
    said = annotations(compiler, node)
    decorators = [(compiler.expression(part), part) for part in reversed(node.decorator_list)]
    code = make_code(compiler, node.name, node.args, node.body)
    make = maker(compiler, code, node.args)
    store = store_name(compiler, ast.copy_location(ast.Name(node.name, ast.Store()), node))

    def execute(frame: Frame) -> None:
        wrappers = [(decorator(frame), part) for decorator, part in decorators]
        words = {name: read(frame) for name, read in said.items()}
        function: Any = make(frame)
        if words:
            function.attributes = {ANNOTATIONS: words}
        for wrapper, part in wrappers:
            function = decorated(wrapper, function, part)
        store(frame, function)

    return execute


def decorated(wrapper: object, function: object, node: ast.expr) -> Any:
    """Return what a decorator makes of a function."""
    try:
        return call_value(wrapper, [function], {})
    except FAULTS as error:
        raise at(error, node) from None


def annotations(compiler: Compiler, node: ast.FunctionDef) -> dict[str, Evaluate]:
    """Compile the annotations of a definition, by the names of what they are said of."""
    arguments = node.args
    every = [*arguments.posonlyargs, *arguments.args]
    every += [part for part in (arguments.vararg,) if part is not None]
    every += [*arguments.kwonlyargs, *([arguments.kwarg] if arguments.kwarg else [])]
    said = {part.arg: part.annotation for part in every} | {"return": node.returns}
    return {name: annotation(compiler, part) for name, part in said.items() if part is not None}


EXPRESSIONS[ast.Lambda] = lambda_
STATEMENTS[ast.FunctionDef] = definition
