"""The PPO of `selfplay` on many machines: actors play on a `Batch` each, one learner learns, Ray connects them.

    pip install ".[rllib]"
    python -m training_examples.ray_selfplay launch --actors 2 --minutes 10      # this machine
    python -m training_examples.ray_selfplay launch --actors 64 --address auto   # a running cluster

Every actor sends its rollouts with their advantages to the learner. Then it plays on with the newest weights while the
learner is busy, so rollouts are one update old. Ray restarts actors that die, with new games. `--resume` continues from
the learner's checkpoint, also with new games.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

import moon_envs
from training_examples.selfplay.arguments import RayArguments, check_numbers, needs, read_arguments
from training_examples.selfplay.curriculum import chosen_modes

with needs("rllib"):
    import ray
    import torch

    from training_examples.selfplay.learner import Learner
    from training_examples.selfplay.runs import Run

ROOT = Path(__file__).parents[1]


@ray.remote(num_cpus=1, max_restarts=-1)
class Actor:
    """Plays games with the newest weights."""

    def __init__(self, arguments: RayArguments, modes, number: int):
        arguments.threads = 1
        arguments.seed += 1 + number  # every actor plays different games
        self.learner = Learner(arguments, moon_envs.game(arguments.game), modes)

    def play(self, weights):
        """Play a rollout; returns its usable decisions as arrays, and the results of the games that ended."""
        self.learner.network.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
        results = self.learner.collect()
        self.learner.count_update()  # every actor has its own league
        return {name: value.numpy() for name, value in self.learner.experience().items()}, results


class Actors:
    """All actors; rollouts are served in the order in which they are ready."""

    def __init__(self, arguments: RayArguments, modes):
        self.lost = 0
        self.actors = [Actor.remote(arguments, modes, number) for number in range(arguments.actors)]
        self.playing = {}

    def start(self, weights) -> None:
        """Start all idle actors with these weights."""
        for actor in self.actors:
            if actor not in self.playing.values():
                self.playing[actor.play.remote(weights)] = actor

    def next(self):
        """The rollout of the next actor that is ready; None if the actor died."""
        ready = ray.wait(list(self.playing), num_returns=1)[0][0]
        del self.playing[ready]
        try:
            return ray.get(ready)
        except ray.exceptions.RayActorError:
            self.lost += 1
            print(f"An actor was lost, {self.lost} so far; Ray restarts it.", file=sys.stderr, flush=True)
            return None


def weights_of(learner: Learner):
    """Put the weights into Ray's object store; all actors of a machine read the same copy."""
    return ray.put({name: value.numpy() for name, value in learner.network.state_dict().items()})


def learn_until_the_end(learner: Learner, run: Run, actors: Actors) -> None:
    """Learn from one rollout after the other until the time is used up."""
    arguments, results, begin = learner.arguments, [], time.monotonic() - run.seconds
    actors.start(weights_of(learner))
    while not run.is_stopped:
        used = run.seconds / 60 / arguments.minutes
        if arguments.decisions:
            used = learner.decisions / arguments.decisions
        if used >= 1:
            return
        brought = actors.next()
        actors.start(weights_of(learner))
        if brought is None:
            continue
        learner.decisions += arguments.games * arguments.steps
        results = [*results, *brought[1]][-4 * arguments.games :]
        losses = np.zeros(3)
        if arguments.learn == "yes":
            # Copies, because arrays from the store are read-only.
            losses = learner.learn({name: torch.tensor(array) for name, array in brought[0].items()}, 1 - used)
        step = time.monotonic() - begin - run.seconds
        run.seconds += step
        outcomes, points, _ = np.array(results or [(np.nan,) * 3]).T
        row = {"minutes": run.seconds / 60, "decisions": learner.decisions, "updates": learner.updates}
        row |= {"decisions_per_second": learner.decisions / max(run.seconds, 1e-9), "won": np.mean(outcomes > 0)}
        row |= {"points": np.mean(points), "lost_actors": actors.lost}
        run.log(row | dict(zip(("policy_loss", "value_loss", "entropy"), losses, strict=True)))
        if run.is_time_to_save:
            run.save(learner.learned())


def train(arguments: RayArguments) -> None:
    """Train a network with actors, and save it in the folder of the run."""
    check_numbers(arguments)
    if arguments.actors < 1 or arguments.learn not in ("yes", "no") or arguments.processes > 1:
        raise moon_envs.ConfigurationError("--actors must be at least 1, --learn yes or no, --processes 1.")
    if arguments.curriculum:
        raise moon_envs.ConfigurationError("ray_selfplay.py has no --curriculum; selfplay has.")
    game = moon_envs.game(arguments.game)
    modes = chosen_modes(game, arguments.players, arguments.option)
    learner = Learner(arguments, game, modes)  # compiles the game before the actors need it
    folder = Path(arguments.folder or f"runs/ray-{game.id}-{'solo' if learner.inputs.solo else 'several'}")
    run = Run(folder, {"program": "ray_selfplay.py"} | learner.network.about, arguments.resume)
    if arguments.resume:
        learner.load_learned(run.load())
    settings = {"env_vars": {"PYTHONPATH": f"{ROOT}:{Path(moon_envs.__file__).parents[1]}", "OMP_NUM_THREADS": "1"}}
    ray.init(address=arguments.address or None, runtime_env=settings, include_dashboard=False, log_to_driver=False)
    try:
        learn_until_the_end(learner, run, Actors(arguments, modes))
    finally:
        ray.shutdown()
    run.save(learner.learned())
    trained = f"ray_selfplay.py, {learner.decisions} decisions, {arguments.actors} actors"
    path = run.save_network(learner.network.export(learner.reward, trained))
    rate = learner.decisions / max(run.seconds, 1e-9)
    print(f"{path}: {learner.decisions:,} decisions, {rate:,.0f}/s with {arguments.actors} actors")
    run.end()


if __name__ == "__main__":
    try:
        train(read_arguments(RayArguments, __doc__))
    except (moon_envs.MoonEnvsError, OSError) as error:
        sys.exit(f"ray_selfplay.py: {error}")
