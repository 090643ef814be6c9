"""What must hold for every program, one check a file."""
