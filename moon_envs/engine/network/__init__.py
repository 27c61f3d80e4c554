"""Running a network, compiled once for all of them.

It is a folder of its own, not part of what games are compiled of: changing it compiles no game anew.
"""
