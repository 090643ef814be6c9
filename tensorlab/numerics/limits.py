"""Up to how many cells the last digits are PyTorch's, where that costs more than twice the time.

Beyond, numpy's own order and its own float32 functions are used, whose last digit is another in one
cell of three or so. PyTorch's own changes there with the number of its threads.
"""

# Functions of float32 that are computed in float64, scores of attention: as many as a text shows.
ROUNDED_ONCE = 1 << 10
ORDERED = 1 << 11  # products and norms in PyTorch's order
BY_CHANNEL = 1 << 15  # cells of channels that are normalized over a batch in PyTorch's steps
SUMMED = 1 << 13  # sums in PyTorch's order
PART = 384  # terms of a product that are added up in one chain, more in several
SPREAD = 1 << 16  # terms of the gradients of images in another size
BINS = 64  # cells of a mean's bin, as many as any has, that are added up one by one
