"""A value network for every game and mode by TD(lambda), with actions by looking one action ahead.

    pip install ".[train]"
    python -m training_examples.td launch --minutes 10                      # solo against ASTRA, all eight levels
    python -m training_examples.td launch --option opponent=8 --minutes 10  # one level
    python -m training_examples.td mlem --players 2 3 4 5 --minutes 10      # self-play, all variants
    python -m training_examples.td launch --minutes 20 --resume             # continue an interrupted run

The folder of the run (runs/td-GAME-MODE-OPTIONS-SEED) gets network.npz, which plays without PyTorch:

    moon-envs ladder runs/td-launch-solo-0/network.npz --game launch --mode solo
"""

from __future__ import annotations

from pathlib import Path

from training_examples.selfplay.arguments import ValueArguments, needs, read_arguments


def main() -> None:
    """Train as the command line says. `--help` works without PyTorch."""
    arguments = read_arguments(ValueArguments, __doc__, "td")
    with needs("train"):
        from training_examples.selfplay.training import train_or_exit
        from training_examples.td.learner import ValueLearner
    train_or_exit(ValueLearner.program, train, arguments)


def train(arguments: ValueArguments) -> Path:
    """Train a value network, and save it; returns the folder of the run."""
    import moon_envs
    from training_examples.selfplay.arguments import check_numbers
    from training_examples.selfplay.curriculum import chosen_modes
    from training_examples.selfplay.training import finish, learn, run_of
    from training_examples.td.learner import ValueLearner

    check_numbers(arguments)
    game = moon_envs.game(arguments.game)
    modes = chosen_modes(game, arguments.players, arguments.option)
    learner = ValueLearner(arguments, game, modes)
    run = run_of(learner, modes, "td-")
    learn(learner, run)
    finish(learner, run, modes)
    return run.folder


if __name__ == "__main__":
    main()
