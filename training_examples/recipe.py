"""Shared by the recipes: arguments, errors in one line, and the evaluation of a policy."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, NoReturn

import numpy as np

import moon_envs
from moon_envs.agents import Policy
from moon_envs.base.errors import MoonEnvsError
from moon_envs.cli.arguments import OneLineParser, add_configuration_arguments, chosen_options, whole_number
from moon_envs.core.names import gymnasium_id
from moon_envs.envs.arguments import default_players

EXIT_WRONG_INPUT = 2
EXIT_INTERRUPTED = 130
FIRST_SEED_OF_EVALUATION = 1_000_000
REWARD = {"points_delta": 1.0, "outcome": 0.5}  # beginners hardly ever win, so they learn from points


class Result(NamedTuple):
    """How well a policy played; all policies play the same games."""

    win_rate: float
    points: float
    opponent_points: float

    def __str__(self) -> str:
        return f"win rate {self.win_rate:.1%}, points {self.points:.1f}, of the opponents {self.opponent_points:.1f}"


HELP = {
    "steps": "number of decisions to train for",
    "num_games": "games played in parallel",
    "workers": "processes that play, beside the learner; 0 for none",
    "self_play": "learn all seats with one policy, instead of one seat against --opponents",
    "steps_between_lines": "decisions between two lines of progress",
    "evaluation_games": "games to evaluate the policy on at the end",
    "seed": "seed of the games and the weights",
}


class Recipe:
    """The options of the command line: a game, its mode, and numbers.

    Attributes:
        game: the `Game`.
        id: its id for `gymnasium.make`; the prefix makes worker processes import moon_envs.
        mode: players and options of the game.
        settings: the mode with opponents and reward; illegal actions raise errors.
        numbers: the other options, by name.
    """

    def __init__(self, description: str, **defaults: int | bool):
        parser = OneLineParser(description=description)
        parser.add_argument("game", nargs="?", default="launch", help="game id, see `moon-envs list` (default: launch)")
        add_configuration_arguments(parser)
        parser.add_argument(
            "--opponents", default="random", metavar="AGENT", help="who plays the other seats (default: random)"
        )
        for name, default in {**defaults, "evaluation_games": 1000, "seed": 0}.items():
            flag = f"--{name.replace('_', '-')}"
            if default is False:
                parser.add_argument(flag, action="store_true", help=HELP[name])
            else:
                words = f"{HELP[name]} (default: {default})"
                parser.add_argument(flag, type=whole_number(min(default, 1)), default=default, metavar="N", help=words)
        self.numbers = parser.parse_args()
        self.game = moon_envs.game(self.numbers.game)
        self.id = "moon_envs:" + gymnasium_id(self.game.id, self.game.version)
        players = default_players(self.game, self.numbers.players)
        configuration = self.game.configuration(players, **chosen_options(self.numbers))
        self.mode: dict[str, Any] = {"players": configuration.players, **configuration.given_options}
        self.settings = {"opponents": self.numbers.opponents, "reward": REWARD, "on_illegal": "raise", **self.mode}

    def play(self, policy: Policy | None = None) -> Result:
        """Play the evaluation on seat 0 with `policy(observations, masks) -> actions`, or at random without one."""
        rules = {"seat": 0, "opponents": self.numbers.opponents, "autoreset": "disabled", **self.mode}
        batch = moon_envs.SeatBatch(self.game, self.numbers.evaluation_games, seed=FIRST_SEED_OF_EVALUATION, **rules)
        if policy is None:
            batch.play_out()
        while (batch.actor >= 0).any():
            rows = np.flatnonzero(batch.actor >= 0)
            batch.step(np.asarray(policy(batch.observation[rows], batch.mask[rows])), rows)
        points = batch.final_points.sum(axis=2)
        return Result(float((batch.final_outcome[:, 0] > 0).mean()), points[:, 0].mean(), points[:, 1:].mean())

    def tell(self, decisions: int, outcomes: Sequence[float]) -> None:
        """Print the win rate of the games that ended lately, from their `info["outcome"]`."""
        if len(outcomes):
            rate = sum(float(outcome) > 0 for outcome in outcomes) / len(outcomes)
            print(f"{decisions:,} decisions: won {rate:.1%} of the last {len(outcomes)} games", flush=True)


@contextmanager
def needed(extra: str) -> Iterator[None]:
    """Import the libraries of an extra inside; if one is missing, the recipe exits and names the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        _stop(f'{error}; this recipe needs: pip install ".[{extra}]"')


def run(main: Callable[[], None]) -> None:
    """Run a recipe; errors of moon_envs end it with one line."""
    try:
        main()
    except MoonEnvsError as error:
        _stop(str(error))
    except KeyboardInterrupt:
        sys.exit(EXIT_INTERRUPTED)


def _stop(message: str) -> NoReturn:
    print(f"{sys.argv[0]}: {' '.join(message.split())}", file=sys.stderr, flush=True)
    sys.exit(EXIT_WRONG_INPUT)
