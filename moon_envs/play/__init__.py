"""One game for a person or a program, in words: sessions with undo, hints, saving and resuming.

It imports `records` and everything below it. Start with `sessions.py`; `opening.py` begins sessions.
"""
