"""A training run from its options to the saved network."""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np

import moon_envs
from training_examples.selfplay.arguments import Arguments, check_numbers
from training_examples.selfplay.curriculum import chosen_modes
from training_examples.selfplay.evaluation import play_every_mode
from training_examples.selfplay.learner import Learner
from training_examples.selfplay.processes import Team, lead, processes_of_this_machine
from training_examples.selfplay.runs import Run


def train(arguments: Arguments, kind: type[Learner]) -> Path:
    """Train a network with this kind of learner, and save it; returns the folder of the run."""
    check_numbers(arguments)
    game = moon_envs.game(arguments.game)
    modes = chosen_modes(game, arguments.players, arguments.option)
    arguments = replace(arguments, processes=arguments.processes or processes_of_this_machine())
    arguments.processes = min(arguments.processes, arguments.games)
    with lead(arguments.processes, follow, arguments, kind) as team:
        learner = kind(arguments, game, modes, team)
        run = run_of(learner, modes)
        if arguments.resume:
            team.call(learner, "load_state", run.load())
        with run.progress(arguments.minutes) as show:
            learn_until_the_end(learner, run, show)
        run.save(learner.state())
    trained = f"{kind.program}, {learner.decisions} decisions, {run.seconds / 60:.1f} minutes, seed {arguments.seed}"
    network = learner.network.export(learner.reward, trained)
    path = run.save_network(network)
    run.draw_curves(["won", "points", "entropy", "value_loss"])
    print(f"{path}: {learner.decisions:,} decisions in {run.seconds / 60:.1f} minutes")
    whole = sum(learner.seconds.values()) or 1.0
    print("time:", ", ".join(f"{name} {seconds / whole:.1%}" for name, seconds in learner.seconds.items()))
    if arguments.evaluate and not run.is_stopped:
        for mode, share, points in play_every_mode(network, modes, arguments.evaluate):
            won = "won" if learner.inputs.solo else "against greedy, each seat's share of the victory"
            print(f"{mode}: {won} {share:.1%}, {points:.1f} points; {arguments.evaluate} games")
    run.end()
    return run.folder


def follow(team: Team, arguments: Arguments, kind: type[Learner]) -> None:
    """The work of every process but the first."""
    game = moon_envs.game(arguments.game)
    modes = chosen_modes(game, arguments.players, arguments.option)
    team.follow(kind(arguments, game, modes, team))


def run_of(learner: Learner, modes: list[dict]) -> Run:
    """The folder of a training; it can only be resumed with the same options."""
    arguments, game, inputs = learner.arguments, learner.game, learner.inputs
    folder = Path(arguments.folder or f"runs/{game.id}-{'solo' if inputs.solo else 'several'}-{arguments.seed}")
    fixed = ("games", "steps", "seed", "league", "bots", "processes", "curriculum")
    about = {name: value for name, value in asdict(arguments).items() if name in fixed}
    about |= {"program": learner.program, "modes": str(modes)} | learner.network.about
    return Run(folder, about, arguments.resume)


def learn_until_the_end(learner: Learner, run: Run, show) -> None:
    """Play and learn until the time or the decisions are used up, or the user interrupts."""
    arguments, results, begin = learner.arguments, [], time.monotonic() - run.seconds
    while not run.is_stopped:
        used = run.seconds / 60 / arguments.minutes
        if arguments.decisions:
            used = learner.decisions / arguments.decisions
        if used >= 1:
            return
        found = learner.team.call(learner, "update", 1 - used)
        results = [*results, *(result for own, _ in found for result in own)][-4 * arguments.games :]
        step = time.monotonic() - begin - run.seconds
        run.seconds += step
        row = {"minutes": run.seconds / 60, "decisions": learner.decisions, "updates": learner.updates}
        row["decisions_per_second"] = arguments.steps * arguments.games / step
        outcomes, points, in_league = np.array(results or [(np.nan,) * 3]).T
        row |= {"won": np.mean(outcomes > 0), "points": np.mean(points)}
        row["won_in_league"] = np.mean(outcomes[in_league == 1] > 0) if (in_league == 1).any() else np.nan
        losses = np.mean([losses for _, losses in found], axis=0)
        row |= dict(zip(("policy_loss", "value_loss", "entropy"), losses, strict=True))
        run.log(row)
        show(row)
        if run.is_time_to_save:
            run.save(learner.state())


def train_or_exit(arguments: Arguments, kind: type[Learner]) -> None:
    """Train; errors of the user end the program with one line."""
    try:
        train(arguments, kind)
    except (moon_envs.MoonEnvsError, argparse.ArgumentTypeError, OSError) as error:
        sys.exit(f"{kind.program}: {error}")
