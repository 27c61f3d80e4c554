"""What playing to win brings: the same networks in the box play for points alone, for a lead, and to win.

    python -m benchmarks.goals journey mine virus --option opponent=6

A value network has three heads: own points, the best opponent's points, and the chance to win. Its `Goal` says how much
each counts. All goals play the same games; intervals of 95 % are those of a share of independent games.
"""

from __future__ import annotations

import argparse

from benchmarks.reference_scores import machine_in_words
from moon_envs import Batch, game
from moon_envs.agents import NetworkAgent
from moon_envs.agents.playing import play_games
from moon_envs.base.text_tables import text_table
from moon_envs.cli.arguments import option
from moon_envs.networks import Goal, ValueNetwork
from moon_envs.networks.finding import BASELINE, find_value_network

FIRST_SEED = 10_000_000
GOALS = {
    "own points": Goal(),
    "a lead in points": Goal(opponent=1.0),
    "a lead and to win": Goal(opponent=1.0, chance=1.0),
}


def played(id_: str, options: dict, goal: Goal, games: int) -> tuple[float, float]:
    """Share of the games that the network wins alone when it plays for a goal, and its mean points."""
    configuration = game(id_).configuration(1, **options)
    network = find_value_network(BASELINE, game(id_), configuration)
    agent = NetworkAgent(ValueNetwork(network.inputs, network.parameters, goal))
    batch = Batch(id_, games, 1, seed=FIRST_SEED, autoreset="disabled", **options)
    play_games(batch, [agent])
    return float((batch.final_outcome[:, 0] > 0).mean()), float(batch.final_points[:, 0].sum(axis=-1).mean())


def main() -> None:
    """Play, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("game", nargs="+", help="ids of games with a solo mode")
    parser.add_argument(
        "--option", nargs="+", type=option, default=[], metavar="NAME=VALUE", help="options of all games"
    )
    parser.add_argument("--games", type=int, default=400, help="games for each goal (default: %(default)s)")
    arguments = parser.parse_args()
    options, rows = dict(arguments.option), []
    for id_ in arguments.game:
        for name, goal in GOALS.items():
            won, points = played(id_, options, goal, arguments.games)
            spread = 1.96 * (won * (1 - won) / arguments.games) ** 0.5
            rows.append((id_, name, f"{won:.1%}", f"{spread:.1%}", f"{points:.1f}"))
    print(f"{arguments.games} games each, {options}; {machine_in_words()}")
    print(text_table(("game", "plays for", ">won", ">+/-", ">points"), rows))


if __name__ == "__main__":
    main()
