"""The rules on types, indices, gradients and settings."""

from collections.abc import Iterable

from tensorlab.language.rules.plain import PLAIN_RULES
from tensorlab.language.rules.rule import OF_TENSORS, Rule
from tensorlab.language.rules.shapes import SHAPE_RULES

OTHER_RULES: tuple[Rule, ...] = (
    Rule(
        "TL030", "a result that the tensor's type cannot hold",
        r"result type \w+ can't be cast to the desired output type",
        "An in-place operation keeps its tensor's type: whole numbers stay whole in place.",
        "torch.tensor([1, 2]).add_(1.5)", ("out_of_place", "cast"),
    ),
    Rule(
        "TL031", "the determinant of what is not square",
        r"must be batches of square matrices|must have at least 2 dimensions",
        "Only a square matrix, as many rows as columns, has a determinant.",
        "torch.det(torch.ones(2, 3))", (),
        none="A matrix of other sizes has neither determinant nor inverse; torch.linalg.pinv is "
        "for all of them.",
    ),
    Rule(
        "TL032", "whole numbers where floats are needed",
        r"Expected a floating point or complex|could not infer output dtype|"
        r"only support floating point|[Oo]nly Tensors of floating point (and complex )?dtype can",
        "Some functions only make sense for numbers with a fraction: say so with .float().",
        "torch.arange(4).mean()", ("floating", "float_dtype"),
    ),
    Rule(
        "TL033", "arithmetic on truth values",
        r"on a bool tensor is not supported|with two bool tensors is not supported|"
        r"with a bool tensor is not supported",
        "- is not defined for bool: ~ inverts a mask, ^ tells where two masks differ.",
        "-torch.tensor([True, False])", ("invert", "xor", "integer"),
    ),
    Rule(
        "TL034", "a mask that is not bool",
        r"expected BoolTensor for mask|expected condition to be a boolean tensor",
        "A mask is a tensor of True and False, as comparisons give it.",
        "torch.masked_select(torch.ones(2), torch.ones(2))", ("boolean", "positive"),
    ),
    Rule(
        "TL035", "a function that does not know the data type",
        r"\" not implemented for '|does not support (bool|complex) input",
        "Each function is made for certain data types; a conversion brings the tensor to one.",
        "torch.tensor([1.5]) & torch.tensor([1])",
        ("bracketed_masks", "integer", "floating", "boolean"),
    ),
    Rule(
        "TL036", "a float where the tensor is whole",
        r"For integral input tensors, argument alpha must not be a floating point number",
        "alpha scales in the tensor's own type.",
        "torch.add(torch.tensor([1]), 1, alpha=1.5)", ("floating",),
    ),
    Rule(
        "TL040", "an index that is not there",
        r"index -?\d+ is out of bounds for dimension",
        "Along a dimension of size n the places are 0 to n-1, or -n to -1 from the back.",
        "torch.ones(2, 3)[2]", ("last_index",),
        none="A place that is asked for lies beyond the last one.",
    ),
    Rule(
        "TL041", "a mask of another shape",
        r"The shape of the mask",
        "A mask in brackets must have the sizes of the dimensions that it selects from.",
        "torch.ones(2, 3)[torch.tensor([True, False, True])]", ("mask_dim",),
    ),
    Rule(
        "TL042", "more indices than dimensions",
        r"too many indices for tensor",
        "There can be one index for each dimension, not more.",
        "torch.ones(2, 3)[0, 0, 0]", ("fewer_indices",),
    ),
    Rule(
        "TL043", "one number out of many",
        r"elements cannot be converted to Scalar|Boolean value of Tensor with",
        "item() and if need a single number: pick an element, or combine all of them with any(), "
        "all() or sum().",
        "torch.ones(2, 3).item()",
        ("made_then_called", "masks", "reduce", "tolist", "first_element"),
    ),
    Rule(
        "TL044", "a slice that walks backwards",
        r"^step must be greater than zero$",
        "A slice of a tensor takes forward steps only, unlike that of a list; flip turns a "
        "dimension round.",
        "torch.ones(2, 3)[::-1]", ("flip",),
    ),
    Rule(
        "TL050", "a gradient of many numbers",
        r"grad can be implicitly created only for",
        "Backward starts from one number, the loss: its gradient is 1. For more numbers say how "
        "much each counts, or sum them.",
        "torch.ones(2, requires_grad=True).mul(2).backward()", ("scalar_loss",),
    ),
    Rule(
        "TL051", "a gradient of what was not recorded",
        r"does not require grad",
        "Only operations on tensors with requires_grad=True are recorded.",
        "torch.autograd.grad(torch.ones(()), torch.ones(()))", (),
        none="Nothing was recorded when it was computed; write requires_grad=True where the first "
        "tensor is made.",
    ),
    Rule(
        "TL052", "walking back a second time",
        r"Trying to backward through the graph a second time",
        "The way back is walked once and then forgotten, unless retain_graph=True keeps it.",
        "x = torch.ones(1, requires_grad=True); y = (x * x).sum(); y.backward(); y.backward()", (),
        none="The graph is gone already; write retain_graph=True in the first call of backward, or "
        "compute the loss again.",
    ),
    Rule(
        "TL053", "writing over a leaf",
        r"a (view of a )?leaf Variable that requires grad is being used in an in-place",
        "A tensor whose gradient is wanted must keep the value that was used; write in place under "
        "torch.no_grad(), or make a new tensor.",
        "torch.ones(2, requires_grad=True).add_(1)", ("under_no_grad", "out_of_place", "detach"),
    ),
    Rule(
        "TL054", "a tensor that was written to too early",
        r"has been modified by an inplace operation",
        "Backward needs the values of the forward pass; an in-place write spoils them.",
        "x = torch.ones(2, requires_grad=True); y = x.exp(); y.add_(1); y.sum().backward()", (),
        none="The numbers that were written over are lost; write x = x + 1, and not x += 1, before "
        "the loss is computed.",
    ),
    Rule(
        "TL060", "a range in the wrong direction",
        r"upper bound and lower bound inconsistent with step sign",
        "arange walks from start to end by step: downwards only with a negative step.",
        "torch.arange(5, 0)", ("downwards", "swap"),
    ),
    Rule(
        "TL061", "padding amounts that do not pair up",
        r"Padding (length|size) |padding with non-constant padding are supported",
        "pad takes two numbers for each dimension, before and behind, beginning with the last "
        "dimension.",
        "torch.nn.functional.pad(torch.ones(2, 3), (1,))", ("pairs", "batch_dim", "less_padding"),
    ),
    Rule(
        "TL062", "two dimensions where one is meant",
        r"argument 'keepdim'(?: \(position 2\))? must be bool",
        "The second number would be keepdim; several dimensions go into one tuple.",
        "torch.ones(2, 3, 4).sum(1, 2)", ("dims_tuple", "bool_keepdim"),
    ),
    Rule(
        "TL063", "whole numbers divided by zero",
        r"^ZeroDivisionError$",
        "Floats can be divided by zero and give inf or nan; whole numbers have neither.",
        "torch.div(torch.tensor([1]), 0, rounding_mode='floor')", ("floating",),
    ),
    Rule(
        "TL064", "nested lists of different lengths",
        r"expected sequence of length \d+ at dim",
        "A tensor is a full grid: all rows must be equally long.",
        "torch.tensor([[1, 2], [3]])", ("full_rows",),
    ),
    Rule(
        "TL065", "a number where a tensor is needed",
        r"argument '(input|tensor|other)'(?: \(position \d\))? must be Tensor, not",
        "The function works on tensors: torch.tensor(...) makes one from a number or a list.",
        "torch.exp(2.0)", ("made_tensor",),
    ),
    Rule(
        "TL066", "an argument is missing",
        r"missing \d+ required positional arguments?",
        "Parameters without a default must be given.",
        "torch.ones(2, 3).cumprod()", ("add_dim", "dims"),
        none="Write a value for what the message names.",
    ),
    Rule(
        "TL067", "the largest of nothing",
        r"Expected reduction dim to be specified for input.numel\(\) == 0",
        "An empty tensor has no largest element.",
        "torch.zeros(0).argmax()", (),
        none="There is nothing in it; test x.numel() == 0 first.",
    ),
    Rule(
        "TL070", "coordinates and values that do not pair up",
        r"indices and values must have same nnz|is inconsistent with indices|found index",
        "Each column of the indices is the place of one value, inside the size.",
        "torch.sparse_coo_tensor([[0, 1, 2]], [1., 2.])", (),
    ),
    Rule(
        "TL080", "tensors on different devices",
        r"[Ee]xpected all tensors to be on the same device|is not on the expected device|"
        r"either on cpu or on the same device",
        "What an operation takes must lie on one device. PyTorch moves nothing by itself, which "
        "would be slow.",
        "torch.ones(2) + torch.ones(2, device='meta')", ("together",),
    ),
    Rule(
        "TL081", "a GPU that is not there",
        r"Torch not compiled with \w+ enabled|is not linked with support for|"
        r"invalid device ordinal",
        "Tensors can only be made on a device that this computer has, and that tensorlab can use.",
        "torch.ones(2, device='cuda')", ("on_cpu",), kinds=(*OF_TENSORS, "AssertionError"),
    ),
)  # fmt: skip

# What has no code of its own.
CATCH_ALL = Rule(
    "TL090",
    "sizes, dimensions or types that do not fit",
    r"[Dd]imension|size|shape|[Ee]xpect|Supports|"
    r"out of range|must be|same number|too many|not match",
    "What the function needs stands in its help: tensorlab help NAME.",
    "torch.trace(torch.ones(2, 2, 2))",
    ("near_keyword", "one_list", "whole_numbers", "integer", "floating", "cast", "layer_size"),
)


RULES = (*SHAPE_RULES, *OTHER_RULES, *PLAIN_RULES, CATCH_ALL)  # the first that fits is meant


def by_code(rules: Iterable[Rule]) -> dict[str, Rule]:
    """Return the rules that have a code.

    Raises:
        ValueError: two of them have the same one.
    """
    found: dict[str, Rule] = {}
    for rule in rules:
        if rule.code and found.setdefault(rule.code, rule) is not rule:
            titles = f"{found[rule.code].title!r} and {rule.title!r}"
            raise ValueError(f"the code {rule.code} is given twice: to {titles}")
    return found


CODED = by_code(RULES)


def rule_for(kind: str, message: str) -> Rule | None:
    """Return the rule that an error of a class with a message is about."""
    return next((rule for rule in RULES if rule.is_about(kind, message)), None)
