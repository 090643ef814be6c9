"""What networks are made of: activations, layers, convolutions, normalization, losses."""
