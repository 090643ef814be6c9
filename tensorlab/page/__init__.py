"""What a web page asks the engine: one JSON object in, one out, over a workspace and a lesson."""
