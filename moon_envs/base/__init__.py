"""What every folder uses: errors, checks of arguments, notices to the user, how objects show themselves, files.

It imports nothing else of the package. Start with `errors.py` and `checks.py`.
"""
