"""PPO with many machines: actors play with a `Batch` each, one learner learns. Weights go by Ray's object store.

    pip install ".[rllib]"
    python training_examples/ray_selfplay.py launch --actors 2 --minutes 10              # this machine
    python training_examples/ray_selfplay.py launch --actors 64 --address auto           # a cluster that runs already

The actors are learners of ppo.py that only play: each sends its decisions with their advantages, and goes on with the
newest weights while the learner is busy, so what is learned from is one update old. An actor that dies is started
again by Ray, with new games; the checkpoint of the learner resumes as in ppo.py, with new games.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
import ppo
import torch
from learning.arguments import RayArguments, check_numbers, read_arguments
from learning.modes import chosen_modes
from learning.runs import Run

import moon_envs

try:
    import ray
except ModuleNotFoundError:
    sys.exit('ray_selfplay.py needs Ray: pip install ".[rllib]"')

HERE = str(Path(__file__).parent)


@ray.remote(num_cpus=1, max_restarts=-1)
class Actor:
    """Games that are played by the newest weights."""

    def __init__(self, arguments: RayArguments, modes, number: int):
        arguments.threads = 1
        arguments.seed += 1 + number  # other games than the others have
        self.learner = ppo.Learner(arguments, moon_envs.game(arguments.game), modes)

    def play(self, weights):
        """Some decisions in every game: experience as arrays, and the results of the games that ended."""
        self.learner.network.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
        results = self.learner.collect()
        self.learner.count_update()  # its past selves are its own
        return {name: value.numpy() for name, value in self.learner.experience().items()}, results


class Actors:
    """All actors; whoever is ready first is served first."""

    def __init__(self, arguments: RayArguments, modes):
        self.lost = 0
        self.actors = [Actor.remote(arguments, modes, number) for number in range(arguments.actors)]
        self.playing = {}

    def start(self, weights) -> None:
        """Let every actor play that does not."""
        for actor in self.actors:
            if actor not in self.playing.values():
                self.playing[actor.play.remote(weights)] = actor

    def next(self):
        """What the next actor brings; None if it died, and Ray starts it again."""
        ready = ray.wait(list(self.playing), num_returns=1)[0][0]
        del self.playing[ready]
        try:
            return ray.get(ready)
        except ray.exceptions.RayActorError:
            self.lost += 1
            print(f"An actor was lost, {self.lost} so far; Ray starts it again.", file=sys.stderr, flush=True)
            return None


def weights_of(learner: ppo.Learner):
    """The weights in Ray's object store, where every actor on a machine reads the same copy."""
    return ray.put({name: value.numpy() for name, value in learner.network.state_dict().items()})


def learn_until_the_end(learner: ppo.Learner, run: Run, actors: Actors) -> None:
    """Learn from whichever actor is ready until the time is used up."""
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
            # What comes out of the store cannot be written to.
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
    """Learn for some minutes, and leave a network in the folder of the run."""
    check_numbers(arguments)
    if arguments.actors < 1 or arguments.learn not in ("yes", "no") or arguments.processes > 1:
        raise moon_envs.ConfigurationError("--actors must be at least 1, --learn yes or no, --processes 1.")
    if arguments.lessons:
        raise moon_envs.ConfigurationError("ray_selfplay.py has no --lessons; ppo.py has.")
    game = moon_envs.game(arguments.game)
    modes = chosen_modes(game, arguments.players, arguments.option)
    learner = ppo.Learner(arguments, game, modes)  # compiles the game once, before every actor would
    folder = Path(arguments.folder or f"runs/ray-{game.id}-{'solo' if learner.inputs.solo else 'several'}")
    run = Run(folder, {"program": "ray_selfplay.py"} | learner.network.about, arguments.resume)
    if arguments.resume:
        learner.load_learned(run.load())
    settings = {"env_vars": {"PYTHONPATH": f"{HERE}:{Path(moon_envs.__file__).parents[1]}", "OMP_NUM_THREADS": "1"}}
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
