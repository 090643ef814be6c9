"""The stable codes of errors: which message each one is, the rule behind it, a live example.

A code is never given to another error: courses and forums refer to it.
"""

import re
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Rule:
    """One kind of error.

    `pattern` finds it in PyTorch's text, `rule` is what the message does not say, `example` a
    program that fails so. `edits` names the ways of repairing that are worth trying, the likeliest
    first.
    """

    code: str
    title: str
    pattern: str
    rule: str
    example: str
    edits: tuple[str, ...]
    aligned: str = ""  # how the operands' sizes are compared: "broadcast", "inner", "join"

    @cached_property
    def matcher(self) -> re.Pattern[str]:
        """The pattern, ready to search with."""
        return re.compile(self.pattern)


def rule_for(message: str) -> Rule | None:
    """Return the rule that an error message is about."""
    return next((rule for rule in RULES if rule.matcher.search(message)), None)


def rule_with(code: str) -> Rule | None:
    """Return the rule with a code."""
    return next((rule for rule in RULES if rule.code == code), None)


OPERANDS = ("keepdim", "unsqueeze", "transpose", "squeeze", "reshape", "crop")

RULES: tuple[Rule, ...] = (
    Rule(
        "TL001", "shapes that do not broadcast",
        r"^The size of tensor a \(\d+\) must match the size of tensor b",
        "Shapes are aligned at their last dimensions. In each column the sizes must be the same, or "
        "one of them 1: that one is stretched. A missing dimension counts as 1.",
        "torch.ones(2, 3) + torch.ones(2)", OPERANDS, "broadcast",
    ),
    Rule(
        "TL002", "a matrix product whose inner sizes differ",
        r"mat1 and mat2 shapes cannot be multiplied",
        "(n, k) @ (k, m) gives (n, m): the columns of the left matrix must be as many as the rows "
        "of the right one.",
        "torch.ones(2, 3) @ torch.ones(2, 3)", ("transpose", "swap", "elementwise", "inner_crop"),
        "inner",
    ),
    Rule(
        "TL003", "mm on something that is no matrix",
        r"^(self|mat2) must be a matrix",
        "torch.mm takes two matrices, nothing else; torch.matmul, or @, takes vectors and batches.",
        "torch.mm(torch.ones(2, 3), torch.ones(3))", ("matmul", "unsqueeze", "squeeze", "index"),
        "inner",
    ),
    Rule(
        "TL004", "a product of two data types",
        r"expected m1 and m2 to have the same dtype|expected scalar type \w+ but found|"
        r"must have the same dtype, but got|to have same dtype, but found",
        "Matrix products do not promote types as + does: both operands must have the same one.",
        "torch.ones(2, 2) @ torch.tensor([[1, 2], [3, 4]])", ("cast",), "inner",
    ),
    Rule(
        "TL005", "batches that do not pair up",
        r"Expected size for first two dimensions of batch2|batch[12] must be a 3D tensor",
        "bmm multiplies (b, n, k) by (b, k, m): as many matrices on both sides, and inner sizes "
        "that agree.",
        "torch.bmm(torch.ones(2, 3, 4), torch.ones(2, 3, 4))",
        ("transpose", "unsqueeze", "swap", "matmul", "batch_crop", "inner_crop"), "inner",
    ),
    Rule(
        "TL006", "vectors and matrices that do not fit",
        r"inconsistent tensor size, expected tensor|1D tensors expected|size mismatch, got input|"
        r"vector \+ matrix @ vector expected",
        "A dot product needs two vectors of one length; a matrix (n, k) takes a vector of length k.",
        "torch.dot(torch.ones(2), torch.ones(3))",
        ("transpose", "flatten", "matmul", "elementwise", "inner_crop", "swap"), "inner",
    ),
    Rule(
        "TL007", "a matrix product with a single number",
        r"both arguments to matmul need to be at least 1D",
        "@ multiplies rows by columns and a single number has neither; * scales by it.",
        "torch.tensor(2) @ torch.ones(2)", ("elementwise", "unsqueeze"),
    ),
    Rule(
        "TL010", "joining tensors of different rank",
        r"Tensors must have same number of dimensions|zero-dimensional tensor .* cannot be concat",
        "cat joins tensors along a dimension that all of them have: the number of dimensions must "
        "be the same.",
        "torch.cat((torch.ones(2, 3), torch.ones(3)))", ("unsqueeze_part", "squeeze_part",
        "flatten_part", "stack"), "join",
    ),
    Rule(
        "TL011", "joining tensors of different sizes",
        r"Sizes of tensors must match except in dimension",
        "cat needs the same size along every dimension but the one along which it joins.",
        "torch.cat((torch.ones(2, 3), torch.ones(2, 5)))",
        ("dim", "transpose_part", "crop_part", "flatten_part"), "join",
    ),
    Rule(
        "TL012", "stacking tensors of different shapes",
        r"stack expects each tensor to be equal size",
        "stack puts tensors of one shape side by side along a new dimension.",
        "torch.stack((torch.ones(2), torch.ones(3)))",
        ("transpose_part", "expand_part", "unsqueeze_part", "cat", "crop_part"), "join",
    ),
    Rule(
        "TL013", "a list of tensors is missing",
        r"argument 'tensors' \(position 1\) must be tuple of Tensors, not Tensor|"
        r"(cat|stack)\(\) received an invalid combination",
        "cat and stack take one list of tensors: the brackets belong to the call.",
        "torch.cat(torch.ones(2), torch.ones(3))", ("listed",),
    ),
    Rule(
        "TL014", "writing a larger result into a tensor",
        r"output with shape .* doesn't match the broadcast shape",
        "An in-place operation cannot change the shape of its tensor: the other operand may be "
        "stretched, the tensor itself may not.",
        "torch.ones(2).add_(torch.ones(3, 2))", ("out_of_place", "squeeze", "crop", "reduce"),
        "broadcast",
    ),
    Rule(
        "TL015", "assigning a value that does not fit",
        r"shape mismatch: value tensor of shape|The expanded size of the tensor",
        "What is put in must have the shape of the place, or be stretched to it: only a size of 1 "
        "can be expanded.",
        "torch.ones(2, 3).expand(4, 3)", ("expand_sizes", "repeat", "unsqueeze"), "",
    ),
    Rule(
        "TL020", "a view with another number of elements",
        r"shape '\[.*\]' is invalid for input of size",
        "A view shows the same elements: the product of the new sizes must be their number. One size "
        "may be -1 and is worked out.",
        "torch.arange(6).view(4, 2)", ("sizes",),
    ),
    Rule(
        "TL021", "a view across memory that is not contiguous",
        r"view size is not compatible with input tensor's size and stride",
        "view never copies, so the elements must already lie in the right order; reshape copies "
        "where it has to.",
        "torch.ones(2, 3).T.view(6)", ("reshape_call", "contiguous"),
    ),
    Rule(
        "TL022", "permute with the wrong dimensions",
        r"^permute\(",
        "permute names every dimension once, in the new order.",
        "torch.ones(2, 3).permute(0, 1, 2)", ("dims",),
    ),
    Rule(
        "TL023", "a dimension that is not there",
        r"Dimension out of range",
        "Dimensions count from 0: a tensor with n of them has 0 to n-1, or -n to -1 from the back.",
        "torch.ones(2, 3).sum(2)", ("dim", "dims", "unsqueeze"),
    ),
    Rule(
        "TL024", "repeat with too few numbers",
        r"Number of dimensions of repeat dims",
        "repeat takes one count for each dimension of the tensor; more counts add dimensions.",
        "torch.ones(2, 3).repeat(2)", ("counts", "tile", "repeat_interleave"),
    ),
    Rule(
        "TL025", "a split into unequal parts",
        r"attempted to split along dimension|requires a tensor with at least",
        "vsplit cuts along dimension 0 into as many equal parts as asked for, so the size must be "
        "divisible by it.",
        "torch.ones(2, 3).vsplit(3)", ("parts", "tensor_split", "hsplit", "unsqueeze"),
    ),
    Rule(
        "TL026", "t() of more than two dimensions",
        r"t\(\) expects a tensor with <= 2 dimensions",
        "t swaps the two dimensions of a matrix; mT swaps the last two of a batch, transpose any "
        "two.",
        "torch.ones(2, 3, 4).t()", ("matrix_transpose",),
    ),
    Rule(
        "TL030", "a result that the tensor's type cannot hold",
        r"result type \w+ can't be cast to the desired output type",
        "An in-place operation keeps its tensor's type: whole numbers cannot become floats in place.",
        "torch.tensor([1, 2]).add_(1.5)", ("out_of_place", "cast"),
    ),
    Rule(
        "TL031", "the determinant of what is not square",
        r"must be batches of square matrices|must have at least 2 dimensions",
        "Only a square matrix, as many rows as columns, has a determinant.",
        "torch.det(torch.ones(2, 3))", ("square", "square_crop"),
    ),
    Rule(
        "TL032", "whole numbers where floats are needed",
        r"Expected a floating point or complex|could not infer output dtype|"
        r"Only Tensors of floating point and complex dtype can require gradients",
        "Some functions only make sense for numbers with a fraction: say so with .float().",
        "torch.arange(4).mean()", ("float", "float_dtype"),
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
        r"\" not implemented for '",
        "Each function is made for certain data types; a conversion brings the tensor to one.",
        "torch.tensor([1.5]) & torch.tensor([1])", ("integer", "float", "boolean"),
    ),
    Rule(
        "TL036", "a float where the tensor is whole",
        r"For integral input tensors, argument alpha must not be a floating point number",
        "alpha scales in the tensor's own type.",
        "torch.add(torch.tensor([1]), 1, alpha=1.5)", ("float",),
    ),
    Rule(
        "TL040", "an index that is not there",
        r"index -?\d+ is out of bounds for dimension",
        "Along a dimension of size n the places are 0 to n-1, or -n to -1 from the back.",
        "torch.ones(2, 3)[2]", ("last_index",),
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
        r"elements cannot be converted to Scalar|Boolean value of Tensor with (more than one|no) val",
        "item() and if need a single number: pick a cell, or combine all of them with any(), all() "
        "or sum().",
        "torch.ones(2, 3).item()", ("reduce", "tolist", "first_cell"),
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
    ),
    Rule(
        "TL052", "walking back a second time",
        r"Trying to backward through the graph a second time",
        "The way back is walked once and then forgotten, unless retain_graph=True keeps it.",
        "x = torch.ones(1, requires_grad=True); y = (x * x).sum(); y.backward(); y.backward()", (),
    ),
    Rule(
        "TL053", "writing over a leaf",
        r"a (view of a )?leaf Variable that requires grad is being used in an in-place",
        "A tensor whose gradient is wanted must keep the value that was used; write in place under "
        "torch.no_grad(), or make a new tensor.",
        "torch.ones(2, requires_grad=True).add_(1)", ("out_of_place", "detach"),
    ),
    Rule(
        "TL054", "a tensor that was written to too early",
        r"has been modified by an inplace operation",
        "Backward needs the values as they were in the forward pass; an in-place write spoiled one.",
        "x = torch.ones(2, requires_grad=True); y = x.exp(); y.add_(1); y.sum().backward()", (),
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
        "Floats can be divided by zero and give inf or nan; whole numbers have nothing to say it.",
        "torch.div(torch.tensor([1]), 0, rounding_mode='floor')", ("float",),
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
        "The function works on tensors: torch.tensor(...) makes one of a number or a list.",
        "torch.exp(2.0)", ("made_tensor",),
    ),
    Rule(
        "TL066", "an argument is missing",
        r"missing \d+ required positional arguments?",
        "Parameters without a default must be given.",
        "torch.ones(2, 3).cumprod()", ("add_dim", "add_value"),
    ),
    Rule(
        "TL067", "the largest of nothing",
        r"Expected reduction dim to be specified for input.numel\(\) == 0",
        "An empty tensor has no largest cell.",
        "torch.zeros(0).argmax()", (),
    ),
    Rule(
        "TL070", "coordinates and values that do not pair up",
        r"indices and values must have same nnz|is inconsistent with indices|found index",
        "Each column of the indices is the place of one value, inside the size.",
        "torch.sparse_coo_tensor([[0, 1, 2]], [1., 2.])", (),
    ),
)  # fmt: skip
