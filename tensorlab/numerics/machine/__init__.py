"""What makes many cells quick: memory, blocks that stay in the cache, threads."""
