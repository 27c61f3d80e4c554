"""The games. Each folder holds the same files: rules in words, printed facts, state, tables, kernels, text, entry.

They import `core`, `engine` and `base`, and only the modules of their own folder or family. Start with the `RULES.md`
of a game, then its `game.py` and `rules.py`; `ADDING_A_GAME.md` explains every file.
"""
