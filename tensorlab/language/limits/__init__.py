"""What a run may use: steps, memory, depth and output, counted before they are spent."""
