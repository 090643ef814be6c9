"""Wrong ideas about tensors: a catalogue, and the changes of a program by which each is known."""
