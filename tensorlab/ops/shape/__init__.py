"""The same cells in another shape or order: views, parts, joints, repetitions."""
