"""torch.backends: what a program asks of libraries, and sets of those that are not here."""

from tensorlab.backends import cpu as cpu
from tensorlab.backends import cuda as cuda
from tensorlab.backends import cudnn as cudnn
from tensorlab.backends import mkl as mkl
from tensorlab.backends import mkldnn as mkldnn
from tensorlab.backends import mps as mps
from tensorlab.backends import openmp as openmp
