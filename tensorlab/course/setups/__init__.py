"""Set-ups with fresh numbers: how an author declares them, draws of them, smaller ones."""
