"""Every declared function: what help, stubs, completion and tests walk over."""

from tensorlab.ops.loading import NAMESPACES as NAMESPACES
from tensorlab.ops.loading import load_all
from tensorlab.ops.values import VALUES as VALUES

load_all()
