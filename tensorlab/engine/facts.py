"""What a declaration can say of its function: the facts by name, each with its type."""

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from typing import Any, Literal, TypedDict

from tensorlab.engine.dtypes import DType

Rule = Callable[..., Any]  # asks for what it needs by the names of its parameters
Types = frozenset[DType]


class Kind(StrEnum):
    """How a function is called: with how many tensors, of what it makes its result."""

    UNARY = "unary"  # of one tensor and settings
    BINARY = "binary"  # of two, stretched to one shape
    TERNARY = "ternary"
    PAIR = "pair"  # of two that are not stretched, as a matrix product
    TRIPLE = "triple"
    SEVERAL = "several"  # of any number, some of which may be missing
    SELECTING = "selecting"  # of a tensor, and of masks or indices into it
    LIST = "list"  # of a list of tensors
    VIEW = "view"  # whose result shares its input's storage
    GENERAL = "general"  # with no plain case
    CREATION = "creation"  # of numbers alone
    COMPOSITE = "composite"  # of other functions
    # a method that overwrites its tensor with what its forward draws
    FILLING = "filling"


STRETCHED = (Kind.BINARY, Kind.TERNARY)  # their operands are stretched to one shape


class Casts(StrEnum):
    """In which type a function of operands of some type computes."""

    PROMOTE = "promote"  # their common type
    FLOATING = "floating"  # likewise, but at least floating
    SUM = "sum"  # likewise, but at least int64
    WHOLE = "whole"  # likewise, but int64 for truth values
    FIRST = "first"  # the first operand's


class Sparse(StrEnum):
    """What a function answers for a sparse tensor: where it makes nothing of nothing."""

    VALUES = "values"  # its values changed
    LINEAR = "linear"  # likewise, of values that add up as of their sum


class Quantized(StrEnum):
    """What a function answers for a quantized tensor, by its whole numbers or what they mean."""

    MOVES = "moves"  # the whole numbers moved, which need one scale
    # likewise, but channels with scales of their own are found again
    RESHAPES = "reshapes"
    COPIES = "copies"  # each whole number in its place
    SORTS = "sorts"  # the whole numbers in order
    COMPARES = "compares"  # the numbers that they mean compared


class Work(StrEnum):
    """What the time of a function grows with, where not with its elements."""

    PRODUCT = "product"  # rows times columns times what they have in common
    CUBIC = "cubic"  # the third power of a matrix's side


class Facts(TypedDict, total=False):
    """The facts of a declaration. One that may be a function asks for arguments by name."""

    # Names
    name: str  # where the forward's own is Python's
    builtin: str  # its __name__, where PyTorch's own function has another
    namespace: str
    aliases: tuple[str, ...]
    function: bool
    method: bool
    overridable: bool  # False where PyTorch asks no class for __torch_function__
    inner: bool  # neither, without `out=`: a step of other functions
    symbol: str  # the operator that it is
    within: str  # what a program calls it where a layer takes it as a step
    related: tuple[str, ...]  # shown in its help
    # the parameter that help writes in a call of the method, for all its default
    asked: str
    # how an element of it is told, in braces the element that it is made of
    words: str

    # the words that a parameter of this function may be
    choices: dict[str, tuple[str, ...]]

    # Parameters that the engine adds
    dtype: bool
    out: bool | Literal["argument"]  # which needs no name
    # True is a method that ends in an underscore
    inplace: bool | Literal["argument"]
    variadic: str  # the parameter whose sizes need no brackets

    # of those in place, what is no function: unlike `torch.exp_(x)`
    methods_only: tuple[str, ...]
    # functions in place beside that, from the root: `nn.functional.relu_`
    twins: tuple[str, ...]

    # What is given as out=
    # it is written without a look at whether its elements share memory
    skips_overlap_check: bool
    begins_in_out: bool  # the first operand is copied there before it computes
    # it may show no element of an operand, not even as the operand itself
    apart: bool
    # What is said of another type; none is refused that holds the result.
    wrong_out: str | Callable[..., str]
    # the function that writes there last, which refuses what is recorded
    out_step: str
    wrong_cast: str  # likewise of a type that can not hold the result
    out_bytes: bool  # truth values are written as bytes, too

    # Types
    casts: Casts | Callable[..., str] | None  # else each operand keeps its own
    takes: Types | Callable[..., Types]  # the types that PyTorch's kernel knows
    kernel: str | Callable[..., str]  # that kernel's name
    stored: bool  # it only moves elements, and so works on any of them as stored
    rounds_intermediates: (
        bool | Callable[..., bool]
    )  # 16-bit floats are rounded after each step, not once
    autocast: Literal["down", "full"]  # what automatic casts make of its operands
    # the operand whose numbers of Python's stay wide beside float32
    wide_number: str
    # Python's numbers are rounded to a 16-bit type before they compute
    rounds_numbers: bool

    # Computing
    plain: Callable[..., Any]  # the same with no settings, at best a ufunc
    plain_reals: bool  # of real numbers only: complex ones take the forward itself
    # goes over its elements many times: large arrays are worked off in blocks
    passes: bool
    elementwise: bool  # every element comes from one element of each operand
    shapes: str  # in the notation of generalized ufuncs
    size: bool  # takes its sizes with or without brackets
    fills: bool  # fills an `out` of as many elements in its own shape
    # of the settings of making a tensor, those that it has not
    unplaced: tuple[str, ...]
    uniform: bool  # makes elements that are all the same
    check: Rule  # asked before any call that is not a plain one
    # all of its operands may be numbers; of others one is a tensor
    numbers_alone: bool
    structured: bool  # PyTorch's wrapper of its kernel for a GPU bears its very name
    gives_functions: bool  # among what it gives are functions
    # PyTorch's kernel that tells nothing of a tensor without elements
    needs_values: str

    # Costs, which a limit is compared with before the call
    # of its largest operand, made on the way; 0 where it claims what it makes itself
    copies: int
    # it needs nothing to speak of, but where it computes in a wider type
    reduces: bool
    work: Work

    # Tensors of other kinds
    sparse: Sparse
    quantized: Quantized
    # what PyTorch calls the kernel that it lacks, where not as add.out
    quantized_kernel: str
    takes_numbers: bool  # a number beside them becomes a tensor of their type first

    # Gradients
    node: str | Callable[..., str]  # PyTorch's name of the backward step
    # what is recorded of a write whose gradients are zeros, as an operation
    flat_in_place: Any
    # In place that step is another, which PyTorch numbers 1: "unwritten" if it has no gradient.
    step_in_place: bool | str
    # complex results have no gradient; the name under which that is said
    real_gradient: bool | str
    # PyTorch's kernel for its gradient rounds 16-bit floats, or one's, once
    gradient_once: bool | str
    constants: tuple[int, ...]  # the results that have none, by number


def parameter_names(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of a rule's parameters."""
    code = getattr(function, "__wrapped__", function).__code__
    return code.co_varnames[: code.co_argcount]


def shared(rule: Rule, *inputs: str) -> dict[str, Rule]:
    """Return the rules of several inputs, whose gradients one rule works out in their order."""

    def part(place: int) -> Rule:
        @wraps(rule)
        def gradient(*asked: Any) -> Any:
            return rule(*asked)[place]

        return gradient

    return {name: part(place) for place, name in enumerate(inputs)}
