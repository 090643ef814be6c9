"""The explanation as data: chapters of frames of cells, and what is to be seen of each."""
