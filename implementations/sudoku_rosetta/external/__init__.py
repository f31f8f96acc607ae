"""Anyone's solver: how it is named, how its file is recognised, how it runs, how its answers are read."""
