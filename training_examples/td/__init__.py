"""The trainer of value networks: TD(lambda) by self-play, with actions by looking one action ahead.

Start reading at `learner.py`: it plays and learns. `network.py` is the network in PyTorch, `rows.py` the compiled sums
of its first layer. Options, modes and the folder of a run are those of `selfplay`.
"""
