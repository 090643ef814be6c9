"""torch.nn: modules, each in the file of its idea, loaded when first named."""

from tensorlab.ops.modules import shelf

# Which file has which of the public names: nothing is loaded for the others.
FILES = {
    "module": "Module",
    "parameter": "Parameter Buffer",
    "uninitialized": "UninitializedParameter UninitializedBuffer",
    "lazy": "LazyLinear LazyConv1d LazyConv2d LazyConv3d LazyConvTranspose1d LazyConvTranspose2d "
    "LazyConvTranspose3d LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d LazyInstanceNorm1d "
    "LazyInstanceNorm2d LazyInstanceNorm3d",
    "containers": "Sequential ModuleList ModuleDict",
    "parameter_lists": "ParameterList ParameterDict",
    "linear": "Identity Linear Bilinear",
    "convolution": "Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d",
    "pooling": "MaxPool1d MaxPool2d MaxPool3d AvgPool1d AvgPool2d AvgPool3d LPPool1d LPPool2d "
    "AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d "
    "AdaptiveMaxPool3d LPPool3d MaxUnpool1d MaxUnpool2d MaxUnpool3d",
    "fractional_pooling": "FractionalMaxPool2d FractionalMaxPool3d",
    "adaptive_softmax": "AdaptiveLogSoftmaxWithLoss",
    "older": "Container CrossMapLRN2d DataParallel NLLLoss2d",
    "recurrent_base": "RNNBase",
    "padding": "ConstantPad1d ConstantPad2d ConstantPad3d ZeroPad1d ZeroPad2d ZeroPad3d "
    "ReflectionPad1d ReflectionPad2d ReflectionPad3d ReplicationPad1d ReplicationPad2d "
    "ReplicationPad3d CircularPad1d CircularPad2d CircularPad3d",
    "channel_normalization": "BatchNorm1d BatchNorm2d BatchNorm3d SyncBatchNorm InstanceNorm1d "
    "InstanceNorm2d InstanceNorm3d",
    "normalization": "LayerNorm GroupNorm RMSNorm LocalResponseNorm",
    "hard_activation": "Hardshrink Hardsigmoid Hardswish Hardtanh Softshrink Threshold",
    "dropout": "Dropout Dropout1d Dropout2d Dropout3d AlphaDropout FeatureAlphaDropout",
    "embedding": "Embedding EmbeddingBag",
    "resizing": "Upsample UpsamplingNearest2d UpsamplingBilinear2d PixelShuffle PixelUnshuffle "
    "ChannelShuffle Fold Unfold Flatten Unflatten",
    "recurrent": "RNN LSTM GRU",
    "recurrent_cells": "RNNCellBase RNNCell LSTMCell GRUCell",
    "attention": "MultiheadAttention",
    "transformer_layers": "TransformerEncoderLayer TransformerDecoderLayer",
    "transformer": "TransformerEncoder TransformerDecoder Transformer",
    "loss": "L1Loss MSELoss SmoothL1Loss HuberLoss KLDivLoss BCELoss BCEWithLogitsLoss NLLLoss "
    "CrossEntropyLoss CosineSimilarity PairwiseDistance",
    "margin_loss": "HingeEmbeddingLoss SoftMarginLoss MultiLabelMarginLoss "
    "MultiLabelSoftMarginLoss MultiMarginLoss MarginRankingLoss CosineEmbeddingLoss "
    "TripletMarginLoss TripletMarginWithDistanceLoss",
    "likelihood_loss": "PoissonNLLLoss GaussianNLLLoss CTCLoss LinearCrossEntropyLoss "
    "LinearCrossEntropyOptions",
    "activation": "CELU ELU GELU GLU LeakyReLU LogSigmoid Mish PReLU RReLU ReLU ReLU6 SELU SiLU "
    "Sigmoid Softplus Softsign Tanh Tanhshrink LogSoftmax Softmax Softmax2d Softmin",
}
FILE_OF = {name: file for file, names in FILES.items() for name in names.split()}
PARTS = {"attention", "functional", "grad", "init", "parameter", "utils"}

__getattr__, __dir__ = shelf("torch.nn", FILE_OF, PARTS)
