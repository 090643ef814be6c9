"""In which module of PyTorch a class of ours is: what `type(layer)` shows."""

FILES = {
    "adaptive_softmax": "adaptive", "attention": "activation",
    "channel_normalization": "batchnorm", "containers": "container", "convolution": "conv",
    "embedding": "sparse", "embedding_bag": "sparse", "fractional_pooling": "pooling",
    "hard_activation": "activation", "likelihood_loss": "loss", "linear_loss": "loss",
    "margin_loss": "loss", "parameter_lists": "container", "recurrent": "rnn",
    "recurrent_base": "rnn", "recurrent_cells": "rnn", "resizing": "upsampling",
    "softmax": "activation", "transformer_layers": "transformer", "unpooling": "pooling",
}  # fmt: skip
# Where a file of ours has classes of several of PyTorch's, by how their names begin.
BEGINNINGS = {
    "Batch": "batchnorm", "Channel": "channelshuffle", "Conv": "conv", "Fold": "fold",
    "Instance": "instancenorm", "Linear": "linear", "Pixel": "pixelshuffle", "Sync": "batchnorm",
    "Unfold": "fold",
}  # fmt: skip
OLDER = {"Container": "container", "CrossMapLRN2d": "normalization", "NLLLoss2d": "loss"}
SEVERAL = {"channel_normalization", "lazy", "lazy_normalization", "resizing"}


def place_of(name: str, file: str) -> str:
    """Return the module of PyTorch for a class of a file of ours."""
    if file in SEVERAL:
        plain = name.removeprefix("Lazy")
        for beginning, place in BEGINNINGS.items():
            if plain.startswith(beginning):
                return place
    return OLDER.get(name) or FILES.get(file, file)
