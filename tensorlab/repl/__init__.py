"""The interactive prompt: session, completion, keys, commands."""
