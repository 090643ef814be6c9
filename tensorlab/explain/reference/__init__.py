"""What there is to say about functions and types, and how to find them."""
