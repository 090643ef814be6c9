"""A run: its session and its world, what is kept, tried, traced and shown."""
