"""From Python functions to cached machine code: decorators, cache, fingerprints of sources, shared rules.

Start with `compile.py`, which has the decorators of everything compiled.
"""
