"""Files: bounded reading, atomic writing, which files a command may replace, and tables of printed facts.

Start with `disk.py`.
"""
