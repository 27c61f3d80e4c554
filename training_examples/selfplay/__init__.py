"""The self-play trainer: masked PPO on `Batch`, for every game and mode, on every core.

Start reading at `learner.py`: it plays and learns. `training.py` is the run around it, `arguments.py` its options,
`games.py` the games and who sits where, `curriculum.py` the modes to learn in, `network.py` the network in PyTorch,
`processes.py` several processes as one learner, `runs.py` the folder of a run, `evaluation.py` the final games.
"""
