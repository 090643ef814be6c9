"""torch.nn.utils: gradients kept small, weights of norm 1, parameters as one vector, sequences."""

from tensorlab.ops.modules import shelf

FILES = {
    "gradients": "clip_grad_norm clip_grad_norm_ clip_grad_value_ clip_grads_with_norm_ "
    "get_total_norm",
    "norms": "weight_norm remove_weight_norm spectral_norm remove_spectral_norm",
    "init": "skip_init convert_conv2d_weight_memory_format convert_conv3d_weight_memory_format "
    "parameters_to_vector vector_to_parameters",
}
FILE_OF = {name: file for file, names in FILES.items() for name in names.split()}
PARTS = {"parametrizations", "parametrize", "prune", "rnn", "stateless"}

__getattr__, __dir__ = shelf("torch.nn.utils", FILE_OF, PARTS)
