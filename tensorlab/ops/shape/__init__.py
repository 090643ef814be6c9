"""The same elements in another shape or order: views, parts, joints, repetitions."""
