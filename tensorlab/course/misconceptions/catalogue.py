"""The wrong ideas that lessons and the checker know, each with one sentence and one demonstration.

Three lines each: the name and what is believed; what is true; a program that shows it.
"""

from __future__ import annotations

from typing import NamedTuple


class Idea(NamedTuple):
    """A wrong idea: its name, what is believed, what is true, and a program that shows it."""

    name: str
    belief: str
    sentence: str
    demonstration: str


TEXT = """
align-left | broadcasting compares shapes from the left
  Broadcasting lines shapes up at the right, so a list goes along the rows.
  >>> torch.ones(2, 3) * torch.tensor([1, 2, 3])
alpha-for-both | `alpha` multiplies both tensors
  `alpha` multiplies the second tensor only.
  >>> torch.add(torch.tensor(1), torch.tensor(2), alpha=10)
alpha-for-first | `alpha` multiplies the first tensor
  `alpha` multiplies the second tensor, not the first.
  >>> torch.add(torch.tensor(1), torch.tensor(2), alpha=10)
always-float | the result has floats, whatever goes in
  Whole numbers stay whole here.
  >>> torch.tensor([6]) + torch.tensor([3])
any-is-all | `any` and `all` are the same
  `any` asks for at least one, `all` for every one.
  >>> torch.tensor([True, False]).any(), torch.tensor([True, False]).all()
ascending-assumed | sorting begins with the largest
  Sorting begins with the smallest, unless `descending=True` says otherwise.
  >>> torch.tensor([3, 1, 2]).sort().values
batch-summed | a stack of results is one result
  Each member of a batch keeps a result of its own.
  >>> torch.ones(2, 3, 3).sum(dim=(1, 2))
bools-are-numbers | truth values behave like numbers
  Truth values added give a truth value, not a count.
  >>> torch.tensor([True]) + torch.tensor([True])
bounds-swapped | the bounds of `clamp` can change places
  `min` is the lowest that is left, `max` the highest.
  >>> torch.tensor([-5, 0, 5]).clamp(min=-1, max=2)
brackets-lost | the number of brackets does not matter
  Each pair of brackets is a dimension of its own.
  >>> torch.tensor([[7]]).shape
brackets-missing | operators are carried out from left to right
  `*` and `/` come before `+` and `-`, unless brackets say otherwise.
  >>> torch.tensor(1) + torch.tensor(2) * 3
cat-stacks | `cat` makes a new dimension
  `cat` glues along a dimension that is there, `stack` makes a new one.
  >>> torch.cat([torch.ones(2), torch.ones(2)]).shape
counts-from-one | places and coordinates start at 1
  Places count from 0.
  >>> torch.tensor([10, 20, 30])[1]
detach-forgotten | a result never remembers where it came from
  What is computed from a tensor with `requires_grad` remembers it, unless it is detached.
  >>> (torch.ones(1, requires_grad=True) * 2).requires_grad
devices-must-match | a number has a device, too
  A Python number goes with a tensor on any device.
  >>> torch.ones(2) * 3
dim-forgotten | without `dim` PyTorch picks the one you meant
  Without `dim`, everything is taken together.
  >>> torch.ones(2, 3).sum()
dim-is-kept | `dim` of a sum is the dimension that stays
  `dim` names the dimension that disappears.
  >>> torch.ones(2, 3).sum(dim=0).shape
divides-by-n | a variance divides by the number of values
  `std` and `var` divide by one less than the number of values, unless `correction=0`.
  >>> torch.tensor([1., 3.]).var()
double-transpose | `.T` of a stack turns each matrix
  `.mT` turns each matrix of a stack; to swap two dimensions, name them.
  >>> torch.ones(2, 3, 4).mT.shape
dtype-follows-numbers | the type follows from how the numbers look
  The type follows from what was written or asked for, not from the size of the numbers.
  >>> torch.tensor([1, 2]).dtype
dtype-kept | the result has the type that went in
  The result has a type of its own here; it is not that of what went in.
  >>> (torch.tensor([6]) / 3).dtype
empty-fails | a tensor without cells is an error
  A tensor without cells is allowed; the sum over nothing is 0.
  >>> torch.tensor([]).sum()
end-included | the end of a range belongs to it
  A range stops before its end.
  >>> torch.arange(0, 3)
everything-grows | every length grows, not only the one you name
  Only the dimension that you name grows.
  >>> torch.cat([torch.ones(2, 3), torch.ones(2, 3)], dim=0).shape
expand-is-repeat | `expand` copies the numbers
  `expand` shows the same numbers again without copying them.
  >>> torch.ones(3, 1).expand(3, 2).stride()
first-type-wins | the first tensor decides the type
  The type is the one that can hold both.
  >>> (torch.tensor([1]) + torch.tensor([0.5])).dtype
flattens-everything | `flatten` keeps the first dimension by itself
  `flatten` makes one long list unless `start_dim` says where to begin.
  >>> torch.ones(2, 3, 4).flatten().shape
flip-is-transpose | turning a table turns an order around
  Turning swaps rows and columns; `flip` turns an order around.
  >>> torch.arange(4).view(2, 2).flip(0)
floors | crossing out the decimals goes down
  Crossing out goes towards 0, rounding down goes towards minus infinity: they differ below 0.
  >>> torch.tensor(-7) // 2
half-done | one step of the task is missing
  A part of it is right. One step is missing.
  >>> torch.tensor([1., 2.]).sum() / 2
in-place-forgotten | every method changes its tensor
  A method without `_` at its end leaves the tensor as it was and gives a new one.
  >>> a = torch.ones(2); a.add(1); a
in-place-by-accident | a method with `_` gives a new tensor
  A method with `_` at its end changes the tensor itself.
  >>> a = torch.ones(2); a.add_(1); a
inner-kept | a matrix product keeps the inner lengths
  The inner lengths meet and disappear; the outer ones stay.
  >>> (torch.ones(2, 3) @ torch.ones(3, 4)).shape
interleave-is-repeat | `repeat_interleave` repeats the whole
  `repeat_interleave` repeats each cell where it stands, `repeat` the whole list.
  >>> torch.tensor([1, 2]).repeat_interleave(2)
lengths-added | lengths are added where they are multiplied
  The number of cells is the product of the lengths.
  >>> torch.ones(2, 3).numel()
log-forgotten | `softmax` and `log_softmax` are the same
  `log_softmax` gives the logarithm of what `softmax` gives.
  >>> torch.ones(2).log_softmax(dim=0)
mask-inverted | True and False have changed places
  True marks what is taken.
  >>> torch.tensor([1, 2])[torch.tensor([True, False])]
mask-not-index | a mask and a list of places are the same
  A mask has a True or False for each cell; a list of places has numbers.
  >>> torch.tensor([5, 6, 7])[torch.tensor([0, 0, 1])]
matmul-is-star | `@` or `mm` multiplies cell by cell
  The matrix product multiplies pairs and adds them up; `*` only multiplies.
  >>> torch.ones(2, 2) @ torch.ones(2, 2)
mean-of-means | the mean of two means is the mean of all
  A mean of means counts small groups as much as large ones.
  >>> torch.tensor([1., 1., 4.]).mean()
mm-only | the matrix product takes two matrices and nothing else
  `@` also takes vectors and stacks of matrices; only `mm` does not.
  >>> torch.ones(2, 3) @ torch.ones(3)
no-dimension-no-cell | a tensor of shape () is empty
  A tensor of shape () holds one number.
  >>> torch.tensor(5).numel()
no-wrap | whole numbers of few bits can grow without end
  Whole numbers of few bits begin again at the other end.
  >>> torch.tensor(250, dtype=torch.uint8) + 10
numbers-typed | the numbers were typed, not computed
  That fits these numbers only. Compute it from the names.
  >>> torch.tensor([2, 5]).sum()
numel-is-length | the number of cells is the first length
  `len` counts the rows, `numel` counts all cells.
  >>> len(torch.ones(2, 3)), torch.ones(2, 3).numel()
off-by-one | one place more or less does not matter
  This is one place or one number off.
  >>> torch.arange(5)[1:3]
one-step-too-many | one step more does no harm
  That is one step more than the task asks for.
  >>> torch.ones(2, 3).sum(dim=0)
operation-mixed-up | one operation is like another
  The task asks for another operation.
  >>> torch.tensor(2) * 3, torch.tensor(2) + 3
order-swapped | two things can change places
  Two things have changed places.
  >>> torch.tensor(5) - torch.tensor(3)
other-dim | the dimensions of rows and columns are mixed up
  That goes along the other dimension: 0 runs down the rows, 1 along the columns.
  >>> torch.ones(2, 3).cumsum(dim=1)
overflow-fails | a number that is too big is an error
  A number that is too big is no error: floats become inf, whole numbers wrap.
  >>> torch.tensor(1e38) * 10
pad-order | `pad` begins with the first dimension
  `pad` counts from the last dimension: left, right, then top, bottom.
  >>> F.pad(torch.ones(1, 2), (1, 0)).shape
permute-inverted | `permute` says where each dimension goes
  `permute` lists which old dimension stands at each place.
  >>> torch.ones(2, 3, 4).permute(2, 0, 1).shape
promotes-everywhere | every function converts the type by itself
  `+` and `*` convert by themselves; a matrix product does not.
  >>> torch.ones(1, 2) @ torch.ones(2, 1)
python-floats | PyTorch's usual float is Python's
  PyTorch's usual float has 32 bits, Python's has 64.
  >>> torch.tensor(0.1).dtype
rank-kept | a dimension that disappears leaves a length of 1
  The dimension disappears altogether, unless `keepdim=True`.
  >>> torch.ones(2, 3).sum(dim=1).shape
rank-lost | a dimension disappears where it stays
  Here the dimension stays, with length 1.
  >>> torch.ones(2, 3).sum(dim=1, keepdim=True).shape
reduction-mixed | a loss is the sum over the batch
  A loss takes the mean unless `reduction` says otherwise.
  >>> F.mse_loss(torch.ones(2), torch.zeros(2))
repeat-is-interleave | `repeat` repeats each cell
  `repeat` repeats the whole list, `repeat_interleave` each cell where it stands.
  >>> torch.tensor([1, 2]).repeat(2)
rounds | crossing out the decimals rounds
  Converting to whole numbers crosses the decimals out; it does not round.
  >>> torch.tensor([1.9]).long()
rounds-down | what is left over does not count
  What is left over counts, too.
  >>> torch.tensor(7) / 2
row-is-column | one index alone takes a column
  The first index is the row. A column needs a colon before it: `x[:, 0]`.
  >>> torch.tensor([[1, 2], [3, 4]])[0]
saturates | a number that is too big stops at the end
  Whole numbers do not stop at their end; they begin again at the other.
  >>> torch.tensor(127, dtype=torch.int8) + 1
scan-is-sum | `cumsum` is a sum
  `cumsum` keeps every sum on the way, `sum` only the last one.
  >>> torch.tensor([1, 2, 3]).cumsum(dim=0)
selects | a question about cells leaves cells out
  A comparison answers for each cell; it leaves none out.
  >>> torch.tensor([1, 5]) > 3
shapes-must-match | only equal shapes go together
  A length of 1, or a missing dimension, is stretched.
  >>> torch.ones(2, 1) + torch.ones(3)
sign-lost | the sign does not matter
  The sign matters.
  >>> torch.tensor(-3).abs()
slice-keeps-dim | a slice of one is a cell
  A slice keeps its dimension, an index takes it away.
  >>> torch.ones(2, 3)[:, 1:2].shape
square-is-double | `** 2` multiplies by 2
  `x ** 2` is x times x.
  >>> torch.tensor(3) ** 2
star-is-matmul | `*` or `mul` is the matrix product
  `*` multiplies cell by cell; the matrix product is `@`.
  >>> torch.eye(2) * torch.ones(2, 2)
start-ignored | a range begins at 0
  A range begins at its first argument where it has two.
  >>> torch.arange(2, 5)
step-ignored | a range goes by ones
  The third argument is the step.
  >>> torch.arange(0, 6, 2)
strict-forgotten | greater means greater or equal
  `>` leaves the equal ones out, `>=` takes them in.
  >>> torch.tensor([2, 3]) > 2
sum-is-mean | a sum and a mean differ in name only
  A mean is the sum divided by how many there are.
  >>> torch.tensor([1., 3.]).mean()
transpose-is-view | turning and reshaping are the same
  Turning changes the order of the numbers; a reshape keeps it.
  >>> torch.arange(6).view(2, 3).T
triangle-swapped | `triu` and `tril` are the same
  `triu` keeps what is above the diagonal, `tril` what is below.
  >>> torch.ones(2, 2).triu()
tuple-not-piece | a tuple of one is the thing itself
  What comes back is a tuple; take its parts by index.
  >>> torch.ones(2).split(1)[0]
type-ignored | numbers are right, whatever their type
  The numbers may be right; their type is another one.
  >>> torch.tensor([1, 2]).float().dtype
types-must-match | only equal types go together
  Types are converted to one that can hold both.
  >>> (torch.tensor([1]) + torch.tensor([0.5])).dtype
value-not-index | a place and the number there are the same
  `argmax` gives the place, `max` the number there.
  >>> torch.tensor([3, 9]).argmax(), torch.tensor([3, 9]).max()
view-copies | a new shape or a slice has its own memory
  A view shows the same memory: a write through it is seen in both.
  >>> a = torch.zeros(2); a[:1].add_(1); a
view-is-transpose | a new shape also changes the order of the numbers
  A new shape keeps the numbers in reading order; `.T` turns the table.
  >>> torch.arange(6).view(3, 2)
zero-ignored | a 0 among lengths or factors does not count
  A factor of 0 makes the product 0.
  >>> torch.ones(2, 0).numel()
"""


def read(text: str) -> dict[str, Idea]:
    """Return the ideas of the text, three lines each."""
    lines = text.strip().split("\n")
    found: dict[str, Idea] = {}
    for head, sentence, program in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        name, _, belief = head.partition(" | ")
        shown = program.strip().removeprefix(">>> ").replace("; ", "\n")
        found[name] = Idea(name, belief, sentence.strip(), shown)
    return found


IDEAS = read(TEXT)
