"""What a class is asked, its numbers, and what is handed in: data and seeds, below all commands."""
