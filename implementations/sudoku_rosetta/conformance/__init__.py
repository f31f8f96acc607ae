"""The conformance suite: the same cases and checks for every solver, registered or external.

`suite` runs it. `case` defines the format of the cases in `cases/*.toml`.
"""
