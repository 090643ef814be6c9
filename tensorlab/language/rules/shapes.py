"""The rules on shapes and dimensions."""

from tensorlab.language.rules.rule import Rule

# What the help on these errors points to, in the order of a lesson.
OPERANDS = ("keepdim", "unsqueeze", "transpose", "squeeze", "reshape")

SHAPE_RULES: tuple[Rule, ...] = (
    Rule(
        "TL001", "shapes that do not broadcast",
        r"^The size of tensor a \(\d+\) must match the size of tensor b",
        "Shapes are aligned at their last dimensions. In each column the sizes must be the same, "
        "or one of them 1: that one is stretched. A missing dimension counts as 1.",
        "torch.ones(2, 3) + torch.ones(2)", OPERANDS, "broadcast",
    ),
    Rule(
        "TL002", "a matrix product whose inner sizes differ",
        r"mat1 and mat2 shapes cannot be multiplied",
        "(n, k) @ (k, m) gives (n, m): the columns of the left matrix must be as many as the rows "
        "of the right one.",
        "torch.ones(2, 3) @ torch.ones(2, 3)",
        ("transpose", "swap", "elementwise", "layer_size", "inner_layer"), "inner",
        none="No transpose makes the inner sizes equal; a layer takes rows as long as "
        "its first number says.",
    ),
    Rule(
        "TL003", "mm on something that is not a matrix",
        r"^(self|mat2) must be a matrix",
        "torch.mm takes two matrices, nothing else; torch.matmul, or @, takes vectors and batches.",
        "torch.mm(torch.ones(2, 3), torch.ones(3))", ("matmul", "unsqueeze", "squeeze",
        "transposed_matmul", "matmul_cast"),
        "inner",
    ),
    Rule(
        "TL004", "a product of two data types",
        r"expected m1 and m2 to have the same dtype|expected scalar type \w+ but found|"
        r"must have the same dtype, but got|to have same dtype, but found",
        "Matrix products do not promote types as + does: both operands must have the same one.",
        "torch.ones(2, 2) @ torch.tensor([[1, 2], [3, 4]])", ("cast", "matmul_cast"), "inner",
    ),
    Rule(
        "TL005", "batches that do not pair up",
        r"Expected size for first two dimensions of batch2|batch[12] must be a 3D tensor",
        "bmm multiplies (b, n, k) by (b, k, m): as many matrices on both sides, and inner sizes "
        "that agree.",
        "torch.bmm(torch.ones(2, 3, 4), torch.ones(2, 3, 4))",
        ("transpose", "unsqueeze", "swap", "matmul"), "inner",
    ),
    Rule(
        "TL006", "vectors and matrices that do not fit",
        r"inconsistent tensor size, expected tensor|1D tensors expected|size mismatch, got input|"
        r"vector \+ matrix @ vector expected",
        "A dot product needs two vectors of one length; a matrix (n, k) takes one of length k.",
        "torch.dot(torch.ones(2), torch.ones(3))",
        ("transpose", "flatten", "matmul", "elementwise", "swap"), "inner",
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
        ("dim", "transpose_part", "flatten_part"), "join",
    ),
    Rule(
        "TL012", "stacking tensors of different shapes",
        r"stack expects each tensor to be equal size",
        "stack puts tensors of one shape side by side along a new dimension.",
        "torch.stack((torch.ones(2), torch.ones(3)))",
        ("transpose_part", "expand_part", "unsqueeze_part", "cat"), "join",
        none="The parts have different shapes; cut them or fill them up with F.pad first, which a "
        "DataLoader does in its collate_fn.",
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
        "torch.ones(2).add_(torch.ones(3, 2))", ("out_of_place", "squeeze"),
        "broadcast",
    ),
    Rule(
        "TL015", "assigning a value that does not fit",
        r"shape mismatch: value tensor of shape|The expanded size of the tensor|"
        r"number of sizes provided",
        "What is put in must have the shape of the place, or be stretched to it: only a size of 1 "
        "can be expanded.",
        "torch.ones(2, 3).expand(4, 3)", ("expand_sizes", "repeat", "unsqueeze", "fitted"), "",
    ),
    Rule(
        "TL020", "a view with another number of elements",
        r"shape '\[.*\]' is invalid for input of size",
        "A view shows the same elements: the product of the new sizes must be their number. One "
        "size may be -1 and is worked out.",
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
        "torch.ones(2, 3).sum(2)", ("dim", "dims"),
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
    ))  # fmt: skip
