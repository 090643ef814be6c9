"""Every declared function: what help, stubs, completion and tests walk over."""

from tensorlab.engine.declaring import NAMESPACES
from tensorlab.ops.loading import load_all
from tensorlab.ops.values import VALUES

__all__ = ["NAMESPACES", "VALUES"]

load_all()
