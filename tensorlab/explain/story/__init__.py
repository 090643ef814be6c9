"""The explanation as data: chapters of frames of elements, and what is to be seen of each."""
