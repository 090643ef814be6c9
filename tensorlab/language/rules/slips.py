"""What beginners slip on most, with the reason where a program alone does not tell the repair."""

from tensorlab.language.rules.rule import Rule


def slip(kind: str, pattern: str, rule: str, none: str, *edits: str) -> Rule:
    """Return the rule of an error of which it is known why there may be no repair."""
    return Rule("", "", pattern, rule, "", edits, kinds=(kind,), none=none)


SLIPS: tuple[Rule, ...] = (
    slip(
        "NameError", "is not defined", "No value has been given to this name.",
        "Give it a value on an earlier line.",
        "torch_for_numpy", "near_name",
    ),
    slip(
        "AttributeError", r"^'NoneType' object has no attribute "
        r"'(zero_|data|norm|clone|sum|mean|abs|add_|mul_)'",
        "None may be x.grad: a tensor has no gradient before backward() was called.",
        "Make the tensor with requires_grad=True, and first call backward() on what was computed "
        "from it.",
    ),
    slip(
        "TypeError", "unsupported operand type.*'NoneType'",
        "None stands for nothing: there is no value yet, as in x.grad before backward().",
        "Give it a value before this line.",
    ),
    slip(
        "TypeError", "unsupported operand type.*'(builtin_function_or_method|function|method)'",
        "A function without brackets is not called: there is no result yet.",
        "Write its arguments in brackets after its name.",
        "called",
    ),
    slip(
        "AttributeError", "^'(builtin_function_or_method|function|method)' object",
        "A function without brackets is not called: there is no result yet.",
        "Write its arguments in brackets after its name.",
        "called",
    ),
    slip(
        "AttributeError", "^'NoneType'",
        "A function that only changes something gives None, as x.sort() does of a list x.",
        "Let that function do its work in a line of its own.",
    ),
    slip(
        "AttributeError", r"before Module.__init__\(\) call",
        "A layer's own __init__ begins with super().__init__(): before that it holds no layers.",
        "Write super().__init__() as the first line of __init__.",
    ),
    slip(
        "NotImplementedError", 'required "forward"',
        "A layer does its work in a method forward(self, x): this class has none.",
        "Write def forward(self, x) in the class, and look at its indentation.",
    ),
    slip(
        "RuntimeError", r"(Missing|Unexpected) key\(s\)",
        "The names in the dict must be those in the layer's own state_dict().",
        "The dict is of another layer, or of one with other names.",
        "not_strict",
    ),
    slip(
        "RuntimeError", "size mismatch for",
        "What is loaded must have the shapes of the layer's own parameters.",
        "The layer that was saved had other sizes; make this one with those, then load.",
    ),
    slip(
        "ValueError", "empty parameter list",
        "Nothing is there to be trained: a generator such as net.parameters() is used up once it "
        "has been gone through.",
        "Write net.parameters() again here, or keep list(net.parameters()).",
    ),
    slip(
        "ValueError", "can't optimize a non-leaf",
        "What is trained are the tensors that were made, not those computed from them.",
        "Give the tensors that were made with requires_grad=True.",
        "new_leaf",
    ),
    slip(
        "RuntimeError", "only change requires_grad flags of leaf",
        "What was computed from a recorded tensor is recorded, too; detach leaves that behind.",
        "Call detach() first.",
        "unrecorded",
    ),
    slip(
        "RuntimeError", "appears to not have been used in the graph",
        "The result was computed without this tensor, so it does not change with it.",
        "A gradient exists only for what the result was computed from; with allow_unused=True "
        "there is None instead.",
        "unused_allowed",
    ),
    slip(
        "ValueError", "values to unpack",
        "There must be as many names on the left as values.",
        "Write as many names as there are values.",
        "as_many_names",
    ),
    slip(
        "TypeError", r"^\w+\.\w+\(\) takes .* positional",
        "The first parameter of a method is self, the object; what it is called with follows.",
        "The method's definition lacks a parameter, or the call gives too many values.",
    ),
    slip(
        "TypeError", "positional argument",
        "The call gives more values than the function takes.",
        "Leave out those that are too many.",
        "one_list", "size_in_brackets",
    ),
    slip(
        "TypeError", "unexpected keyword argument",
        "The function has no parameter of that name.",
        "No parameter has a name like it.",
        "near_keyword",
    ),
    slip(
        "TypeError", "can only concatenate str|must be str, not",
        "Text and numbers do not add up: write str(...) around the number, or an f-string.",
        "Write an f-string.",
        "as_text",
    ),
    slip(
        "TypeError", "can only concatenate (list|tuple)",
        "A list takes another list: write [value] around one value, or x.append(value).",
        "As a tensor, the list has another shape than what it meets.",
        "first_of_pair", "tensor_of_list",
    ),
    slip(
        "TypeError", "unsupported format string",
        "A format such as .2f is for one number: write x.item() for a tensor of one element.",
        "A tensor of many numbers is written without a format; torch.round(x, decimals=2) gives it "
        "fewer digits.",
    ),
    slip(
        "RuntimeError", "all elements of input should be between 0 and 1",
        "The loss takes probabilities, between 0 and 1; sigmoid turns any numbers into such.",
        "Use F.binary_cross_entropy_with_logits, which does so itself.",
        "sigmoid",
    ),
    slip(
        "ValueError", "^Target size",
        "Each output needs a target of its own: both of one shape.",
        "The two have different numbers of elements.",
        "unsqueeze", "squeeze", "reshape",
    ),
    slip(
        "ValueError", "more than 1 value per channel",
        "One value has no spread: in training each channel needs several values in the batch.",
        "Give a batch of two rows or more, or call eval() on the layer first.",
    ),
    slip(
        "ValueError", "to match target batch_size",
        "Each row of scores needs one target: there must be as many.",
        "Give as many targets as there are rows of scores.",
    ),
    slip(
        "IndexError", "^Target",
        "Classes count from 0: the largest is one less than the columns.",
        "The scores need a column for each class; make the last layer wider, or count the classes "
        "from 0.",
    ),
    slip(
        "IndexError", "index out of range in self",
        "Indices count from 0: the largest is one less than the number of rows.",
        "The table was made with too few rows: its first number is how many there are.",
        "enough_rows",
    ),
    slip(
        "RuntimeError", "Class values must be smaller",
        "Classes count from 0: num_classes is one more than the largest.",
        "Make num_classes larger.",
        "enough_classes",
    ),
    slip(
        "RuntimeError", "only one dimension can be inferred",
        "-1 is the size that is left over, so there can be one of them.",
        "The other sizes have to be given.",
        "one_unknown",
    ),
    slip(
        "RuntimeError", "selected index k out of range",
        "k counts elements along the dimension: no more than its size.",
        "Make k smaller.",
        "fewer_elements",
    ),
    slip(
        "IndexError", "tensors used as indices must be",
        "Places are whole numbers, masks are truth values.",
        "A tensor of another type cannot be an index.",
        "integer",
    ),
    slip(
        "TypeError", "only integer tensors of a single element",
        "Python needs one whole number here: x.item() gives it, if x is one.",
        "A list has one place at a time.",
        "rows_counted", "tensor_of_list",
    ),
    slip(
        "TypeError", "0-d tensor",
        "A tensor without dimensions is one number: x.item() gives it to Python.",
        "One number has no parts to go through, and no length.",
    ),
    slip(
        "TypeError", "indices must be integers",
        "A list has places 0, 1, 2 ...: one whole number.",
        "Make a tensor of the list, which takes more than one place.",
        "between_rows", "tensor_of_list",
    ),
    slip(
        "TypeError", r"^to\(\) received an invalid combination",
        "What a tensor can be brought to is a data type, torch.float32, or a device, 'cpu'.",
        "Write the type as torch.float32.",
        "type_of_name",
    ),
    slip(
        "RuntimeError", "Invalid device string|at start of device string",
        "A device is called 'cpu' or 'cuda'; a data type is no string: x.to(torch.float32).",
        "Write 'cpu', or 'cuda' where there is a GPU.",
        "type_of_name", "on_cpu",
    ),
    slip(
        "KeyError", "", "The dict has no such key.",
        "Print its keys, or ask with x.get(key), which gives None where there is none.",
        "other_key",
    ),
    slip(
        "AssertionError", "embed_dim must be divisible",
        "Each head gets an equal part: embed_dim / num_heads must be a whole number.",
        "Choose another embed_dim or num_heads.",
    ),
    slip(
        "AssertionError", "^Size mismatch between tensors",
        "Each row of one tensor belongs to a row of the others: all have as many.",
        "Give tensors with as many rows each.",
    ),
    slip(
        "AssertionError", "embedding dimension",
        "The last size of what is given must be the embed_dim that the layer was made with.",
        "The layer was made for another size.",
        "layer_size",
    ),
    slip(
        "TypeError", "as parameter '",
        "What is trained is an nn.Parameter: a tensor that its layer knows.",
        "Write into the layer's own tensor, under torch.no_grad().",
        "as_parameter",
    ),
    slip(
        "AssertionError", "^(?!Torch)", "What the assert statement claims does not hold.",
        "Look at both sides: one of them is not what it should be.",
    ),
    slip(
        "_LinAlgError", "singular",
        "A singular matrix has no inverse: its rows depend on each other.",
        "There is no such matrix; torch.linalg.pinv gives the nearest to one.",
    ),
    slip(
        "FileNotFoundError", "", "There is no file of that name where the program runs.",
        "Write the file first, or correct its name.",
    ),
    slip(
        "ImportError", "^cannot import name", "The module has nothing by that name.",
        "Look for its name with tensorlab help.",
    ),
)  # fmt: skip
