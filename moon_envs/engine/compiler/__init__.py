"""From Python functions to machine code that is kept: decorators, cache, fingerprints of sources, shared rules.

Start with `compile.py`, which has the decorators that everything compiled uses.
"""
