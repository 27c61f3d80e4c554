"""How strong the built-in agents are: by default greedy against random and mcts:1000 against greedy, in every game.

    python -m benchmarks.strength launch mlem --games 400

Two players; each seed is played in both seatings. Neighbours in the list of agents meet. The table shows the stronger
agent's share of the victories with its bootstrap interval over seeds.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

from rich.console import Console
from rich.table import Table

import moon_envs
from benchmarks.json_file import parse_with_json_file, write_json_file
from moon_envs.arena import run_arena
from moon_envs.testing.speed import machine_report

AGENTS = ("random", "greedy", "mcts:1000")
PLAYERS = 2
SEED = 2_000_000


def measure(game: str, weaker: str, stronger: str, games: int) -> dict[str, Any]:
    """Play a match of two agents; returns a row of the table."""
    started = time.perf_counter()
    result = run_arena(game, [stronger, weaker], games=games, players=PLAYERS, seed=SEED)
    standing = {one.agent: one for one in result.standings}
    share = standing[stronger].win_share
    return {
        "game": game,
        "stronger": stronger,
        "weaker": weaker,
        "games": result.games,
        "win_share": share.as_json(),
        "points": {agent: one.points.mean for agent, one in standing.items()},
        "is_significant": share.low > 0.5,
        "seconds": time.perf_counter() - started,
    }


def main() -> None:
    """Play the matches and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game_ids", nargs="*", metavar="GAME", help="game ids, all games if none is given")
    parser.add_argument("--games", type=int, default=200, help="games of a match (default: 200)")
    parser.add_argument(
        "--agents", nargs="+", default=AGENTS, help=f"who plays, weakest first (default: {' '.join(AGENTS)})"
    )
    arguments = parse_with_json_file(parser)
    results = []
    for game in arguments.game_ids or moon_envs.game_ids():
        for weaker, stronger in zip(arguments.agents, arguments.agents[1:], strict=False):
            results.append(measure(game, weaker, stronger, arguments.games))
            print(json.dumps(results[-1]), file=sys.stderr, flush=True)
    table = Table(title=f"Two players, {arguments.games} games of a match, 95 % intervals")
    for column in ("game", "match", "share of the victories", "points", "significant"):
        table.add_column(column)
    for one in results:
        share = one["win_share"]
        table.add_row(
            one["game"],
            f"{one['stronger']} : {one['weaker']}",
            f"{share['mean']:.1%} [{share['low']:.1%}, {share['high']:.1%}]",
            f"{one['points'][one['stronger']]:.1f} : {one['points'][one['weaker']]:.1f}",
            "yes" if one["is_significant"] else "no",
        )
    Console().print(table)
    print(json.dumps(machine_report()))
    write_json_file(arguments, {"machine": machine_report(), "results": results})


if __name__ == "__main__":
    main()
