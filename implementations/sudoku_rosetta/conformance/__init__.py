"""The conformance suite: one set of cases for every solver, the documents', ours and anyone's own.

What a case is: `case`; the cases themselves: `cases/*.toml`.
"""
