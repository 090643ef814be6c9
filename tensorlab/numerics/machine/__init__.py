"""What makes many elements quick: blocks that stay in the cache, and threads."""
