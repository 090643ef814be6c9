"""Making tensors: from data, of one value, in steps, beside others."""
