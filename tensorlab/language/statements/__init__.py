"""What is done: assignments, loops, blocks, matching, imports."""
