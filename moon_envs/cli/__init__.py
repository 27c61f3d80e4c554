"""The command line `moon-envs`: one file for each command.

It may import everything; only `moon_envs/__main__.py` imports it. Start with `main.py`.
"""
