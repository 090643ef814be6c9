"""What values of a program are and offer: attributes, methods, text, items, arithmetic."""
