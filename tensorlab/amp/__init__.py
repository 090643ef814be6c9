"""torch.amp: mixed precision, which is for GPUs: programs that ask for it run in full precision."""

from tensorlab.amp.casting import autocast as autocast
from tensorlab.amp.casting import custom_bwd as custom_bwd
from tensorlab.amp.casting import custom_fwd as custom_fwd
from tensorlab.amp.casting import is_autocast_available as is_autocast_available
from tensorlab.amp.scaling import GradScaler as GradScaler
