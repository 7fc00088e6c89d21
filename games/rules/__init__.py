"""TEN itself, as values and pure functions.

Standard library only: no Django, no clock, no randomness, no input or output.
Every rule that a function carries out is named by its id (R-DRAW-4, ...), as in docs/rules.md.
"""
