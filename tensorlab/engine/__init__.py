"""What a tensor is: data types, promotion, devices, Tensor, declarations, autograd, printing."""
