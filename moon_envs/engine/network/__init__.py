"""Evaluating networks, compiled once for all of them.

Games do not import this folder, so a change here compiles no game again.
"""
