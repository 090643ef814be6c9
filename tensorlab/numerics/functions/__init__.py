"""Functions of numbers step by step as libraries take them: special and elementary ones."""
