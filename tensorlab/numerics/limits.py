"""Up to how many cells the last digits are PyTorch's, where that costs more than twice the time.

Beyond, numpy's own order and its own float32 functions are used, whose last digit is another in one
cell of three or so. PyTorch's own changes there with the number of its threads.
"""

# Functions of float32 that are computed in float64, scores of attention: as many as a text shows.
ROUNDED_ONCE = 1 << 10
ORDERED = 1 << 11  # products and norms in PyTorch's order
BY_CHANNEL = 1 << 15  # cells of channels that are normalized over a batch in PyTorch's steps
SUMMED = 1 << 13  # sums in PyTorch's order
IN_LANES = 1 << 14  # multiplications of small products
BY_VECTOR = 1 << 11  # cells of a matrix that a vector is multiplied with
PART = 384  # terms of a product that are added up in one chain, more in several
IN_BLOCKS = 256  # terms of a vector times a matrix of 16 columns or more
IN_ORDER = 31  # terms of a product that numpy's library adds up in order, however factors lie
SOLVED = 16  # rows of matrices that are inverted, or equations solved
SUBSTITUTED = 32  # rows of triangular equations
ROOTED = 16  # rows of matrices that have a Cholesky factor
SPREAD = 1 << 16  # terms of the gradients of images in another size
BINS = 64  # cells of a mean's bin, as many as any has, that are added up one by one
DECOMPOSED = 1_200  # cells of matrices whose eigenvectors or singular vectors take its steps
REFLECTED = 20  # rows of matrices whose QR decomposition takes the steps of LAPACK
