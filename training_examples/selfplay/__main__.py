"""Masked PPO for every game and mode: solo, or self-play with a league of past policies and bots.

    pip install ".[train]"
    python -m training_examples.selfplay launch --minutes 10                      # solo against ASTRA, all eight levels
    python -m training_examples.selfplay launch --option opponent=1 --minutes 10  # one level
    python -m training_examples.selfplay launch --curriculum opponent=1           # all levels, the easiest one first
    python -m training_examples.selfplay mlem --players 2 3 4 5 --minutes 10      # self-play, all variants
    python -m training_examples.selfplay launch --minutes 20 --resume             # continue an interrupted run

The folder of the run (runs/GAME-MODE-OPTIONS-SEED) gets network.npz, which plays without PyTorch:

    moon-envs ladder runs/launch-solo-0/network.npz --game launch
    moon-envs arena launch runs/launch-several-0/network.npz greedy mcts:100
"""

from __future__ import annotations

from training_examples.selfplay.arguments import Arguments, needs, read_arguments


def main() -> None:
    """Train as the command line says. `--help` works without PyTorch."""
    arguments = read_arguments(Arguments, __doc__, "selfplay")
    with needs("train"):
        from training_examples.selfplay.learner import Learner
        from training_examples.selfplay.training import train, train_or_exit
    train_or_exit(Learner.program, train, arguments, Learner)


if __name__ == "__main__":
    main()
