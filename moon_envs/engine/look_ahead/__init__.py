"""Looking one action ahead with a value network: its layers, and loops that decide or play whole games.

Games do not import this folder, so a change here compiles no game again.
"""
