"""What is said of a run: its failure as a diagnosis, and warnings."""
