"""What can be looked at beside a result: memory, shapes, types, holes, and what is treacherous."""
