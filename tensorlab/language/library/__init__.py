"""What torch and its parts offer to programs."""
