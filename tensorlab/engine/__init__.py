"""What a tensor is: data types, promotion, devices, Tensor, declarations, autograd, printing."""

import warnings

# 1/0 is inf and 0/0 is nan without a word, as in PyTorch; the user's own numpy keeps its warnings.
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"tensorlab\.")
