"""A training run from its options to the saved network."""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np

import moon_envs
from moon_envs.networks import AnyNetwork
from training_examples.selfplay.arguments import Arguments, RunArguments, check_numbers
from training_examples.selfplay.curriculum import chosen_modes
from training_examples.selfplay.evaluation import play_every_mode
from training_examples.selfplay.learner import Learner
from training_examples.selfplay.processes import Team, lead, processes_of_this_machine
from training_examples.selfplay.runs import Run


class Trainee(Protocol):
    """What a run needs of a learner: of `selfplay` or of `td`.

    Attributes:
        program: the name of the program in messages and files.
        curves: the columns of the learning curves that are drawn.
        fixed: the options that a resumed run must have again.
        decisions: how many decisions were played.
        updates: how often the network was updated.
        seconds: what the time was spent on.
    """

    program: str
    curves: tuple[str, ...]
    fixed: tuple[str, ...]
    arguments: Any
    game: Any
    inputs: Any
    network: Any
    decisions: int
    updates: int
    seconds: dict[str, float]

    def advance(self, left: float) -> tuple[list[tuple[float, float]], dict[str, float]]:
        """Play and learn once; returns outcomes and points of games that ended, and more columns of the curves."""

    def state(self) -> dict:
        """A checkpoint."""

    def load_state(self, state: dict) -> None:
        """Continue from a checkpoint."""

    def export(self, trained: str) -> AnyNetwork:
        """The network that plays without PyTorch."""


def train(arguments: Arguments, kind: type[Learner]) -> Path:
    """Train a network with this kind of learner on several processes, and save it; returns the folder of the run."""
    check_numbers(arguments)
    game = moon_envs.game(arguments.game)
    modes = chosen_modes(game, arguments.players, arguments.option)
    arguments = replace(arguments, processes=arguments.processes or processes_of_this_machine())
    arguments.processes = min(arguments.processes, arguments.games)
    with lead(arguments.processes, follow, arguments, kind) as team:
        learner = kind(arguments, game, modes, team)
        run = run_of(learner, modes)
        learn(learner, run)
    finish(learner, run, modes)
    return run.folder


def follow(team: Team, arguments: Arguments, kind: type[Learner]) -> None:
    """The work of every process but the first."""
    game = moon_envs.game(arguments.game)
    modes = chosen_modes(game, arguments.players, arguments.option)
    team.follow(kind(arguments, game, modes, team))


def run_of(learner: Trainee, modes: list[dict], prefix: str = "") -> Run:
    """The folder of a training; it can only be resumed with the same options."""
    arguments, game, inputs = learner.arguments, learner.game, learner.inputs
    options = "".join(f"-{re.sub('[^A-Za-z0-9]+', '-', one)}" for one in arguments.option)
    name = f"runs/{prefix}{game.id}-{'solo' if inputs.solo else 'several'}{options}-{arguments.seed}"
    about = {name: value for name, value in asdict(arguments).items() if name in learner.fixed}
    about |= {"program": learner.program, "modes": str(modes)} | learner.network.about
    return Run(Path(arguments.folder or name), about, arguments.resume)


def learn(learner: Trainee, run: Run) -> None:
    """Learn until the end, from a checkpoint if that was asked for, and save the last checkpoint."""
    if learner.arguments.resume:
        learner.load_state(run.load())
    with run.progress(learner.arguments.minutes) as show:
        learn_until_the_end(learner, run, show)
    run.save(learner.state())


def finish(learner: Trainee, run: Run, modes: list[dict]) -> None:
    """Save the network, draw the curves, and say how well the network plays."""
    arguments = learner.arguments
    minutes = f"{run.seconds / 60:.1f} minutes"
    network = learner.export(f"{learner.program}, {learner.decisions} decisions, {minutes}, seed {arguments.seed}")
    path = run.save_network(network)
    run.draw_curves(learner.curves)
    print(f"{path}: {learner.decisions:,} decisions in {minutes}")
    whole = sum(learner.seconds.values()) or 1.0
    print("time:", ", ".join(f"{name} {seconds / whole:.1%}" for name, seconds in learner.seconds.items()))
    if arguments.evaluate and not run.is_stopped:
        for mode, share, points in play_every_mode(network, modes, arguments.evaluate):
            won = "won" if learner.inputs.solo else "against greedy, each seat's share of the victory"
            print(f"{mode}: {won} {share:.1%}, {points:.1f} points; {arguments.evaluate} games")
    run.end()


def learn_until_the_end(learner: Trainee, run: Run, show: Callable[[dict[str, float]], None]) -> None:
    """Play and learn until the time or the decisions are used up, or the user interrupts."""
    arguments, results, begin = learner.arguments, [], time.monotonic() - run.seconds
    while not run.is_stopped:
        used = run.seconds / 60 / arguments.minutes
        if arguments.decisions:
            used = learner.decisions / arguments.decisions
        if used >= 1:
            return
        before = learner.decisions
        ended, columns = learner.advance(1 - used)
        results = [*results, *ended][-4 * arguments.games :]
        step = time.monotonic() - begin - run.seconds
        run.seconds += step
        outcomes, points = np.array(results or [(np.nan, np.nan)]).T
        row = {"minutes": run.seconds / 60, "decisions": learner.decisions, "updates": learner.updates}
        row |= {"decisions_per_second": (learner.decisions - before) / step}
        row |= {"won": np.mean(outcomes > 0), "points": np.mean(points)} | columns
        run.log(row)
        show(row)
        if run.is_time_to_save:
            run.save(learner.state())


def train_or_exit(program: str, train: Callable[..., object], arguments: RunArguments, *others: Any) -> None:
    """Train; errors of the user end the program with one line."""
    try:
        train(arguments, *others)
    except (moon_envs.MoonEnvsError, argparse.ArgumentTypeError, OSError) as error:
        sys.exit(f"{program}: {error}")
