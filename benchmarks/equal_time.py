"""Searching agents at equal time: scores on the ladder when every decision takes so many milliseconds on one core.

    python -m benchmarks.equal_time launch mlem --milliseconds 50 --games 6
    python -m benchmarks.equal_time --agents rollouts:16 mcts --games 6 --json equal_time.json

Agents: `mcts`, `flat`, `redraws` (looks one action ahead on more redraws) and `rollouts:D` (rollouts of D decisions on
common futures). For each game and mode the program first measures what a simulation, redraw or rollout takes, in
positions from the middle of random games, and gives the agent as many as fit into the time. Two processes share the
rungs on a machine with two cores, each with one thread. With few games the scores are rough; they have their intervals.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import multiprocessing
import sys
import time
from collections.abc import Callable
from typing import Any

from benchmarks.json_file import parse_with_json_file, write_json_file
from benchmarks.reference_scores import machine_in_words
from benchmarks.search import positions
from moon_envs import LookAhead, Rollouts, Search, agents, game
from moon_envs.arena.ladder import Climb
from moon_envs.arena.ladder_protocol import GAME_VERSIONS, Rung, chosen_rungs
from moon_envs.arena.ladder_results import LadderResult, RungResult
from moon_envs.base.text_tables import text_table
from moon_envs.engine.threads import available_cores
from moon_envs.networks.finding import BASELINE
from moon_envs.testing.speed import machine_report

AGENTS = ("mcts", "redraws", "rollouts:8", "rollouts:16", "rollouts:64")
ROWS, TRIED, LEAST, MOST = 8, 32, 4, 1 << 12


def search_of(agent: str, rung: Rung, budget: int) -> Any:
    """The search of an agent with a budget, on one thread."""
    name, _, depth = agent.partition(":")
    mode = {"threads": 1, "players": rung.players, **rung.options}
    if name == "rollouts":
        return Rollouts(rung.game, rollouts=budget, network=BASELINE, depth=int(depth), **mode)
    if name == "redraws":
        return LookAhead(rung.game, network=BASELINE, redraws=budget, **mode)
    return Search(rung.game, simulations=budget, **({"depth": 1} if name == "flat" else {}), **mode)


def agent_of(agent: str, budget: int) -> agents.Agent:
    """The agent with a budget, on one thread."""
    name, _, depth = agent.partition(":")
    kinds: dict[str, Callable[[], agents.Agent]] = {
        "rollouts": lambda: agents.RolloutAgent(budget, depth=int(depth), threads=1),
        "redraws": lambda: agents.NetworkAgent(BASELINE, redraws=budget),
        "flat": lambda: agents.FlatMonteCarlo(budget, threads=1),
        "mcts": lambda: agents.TreeSearch(budget, threads=1),
    }
    return kinds[name]()


def budget_for(agent: str, rung: Rung, milliseconds: float) -> int:
    """How many simulations, redraws or rollouts of an agent fit into the time of a decision."""
    states = positions(game(rung.game), {"players": rung.players, **rung.options})[:ROWS]
    budget = TRIED
    for _ in range(2):
        search = search_of(agent, rung, budget)
        search.search(states[:1])
        begin = time.process_time()
        search.search(states)
        taken = (time.process_time() - begin) * 1000 / len(states)
        budget = min(MOST, max(LEAST, int(budget * milliseconds / taken)))
    return budget


def climb(agent: str, rung: Rung, milliseconds: float, games: int) -> dict[str, Any]:
    """Play one rung; returns its result, the budget and the time of a decision."""
    budget, decisions = budget_for(agent, rung, milliseconds), 0

    def count(ended: int, made: int) -> None:
        nonlocal decisions
        decisions += made

    begin = time.process_time()
    (result,) = Climb(agent_of(agent, budget), [rung], games, threads=1).climb(on_step=count)
    taken = (time.process_time() - begin) * 1000 / decisions
    return {"agent": agent, "budget": budget, "milliseconds_of_a_step": taken, **result.as_json()}


def main() -> None:
    """Play the rungs and print the scores."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("game_ids", nargs="*", metavar="GAME", help="game ids (default: all)")
    parser.add_argument("--agents", nargs="+", default=AGENTS, help=f"who plays (default: {' '.join(AGENTS)})")
    parser.add_argument("--milliseconds", type=float, default=50.0, help="of a decision (default: %(default)s)")
    parser.add_argument("--games", type=int, default=6, help="games on each rung (default: %(default)s)")
    parser.add_argument("--mode", choices=("solo", "several"), help="only the rungs of this mode")
    arguments = parse_with_json_file(parser)
    rungs = chosen_rungs(arguments.game_ids or None, arguments.mode)
    found: list[dict[str, Any]] = []
    # Processes start anew: a fork may copy locks that another thread holds.
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(available_cores(), context) as pool:
        tasks = [
            pool.submit(climb, agent, rung, arguments.milliseconds, arguments.games)
            for rung in rungs
            for agent in arguments.agents
        ]
        for task in concurrent.futures.as_completed(tasks):
            found.append(task.result())
            print(json.dumps(found[-1]), file=sys.stderr, flush=True)
    print_scores(found, arguments)
    write_json_file(arguments, {"machine": machine_report(), "results": found})


def print_scores(found: list[dict[str, Any]], arguments: argparse.Namespace) -> None:
    """Print the score of every agent in every game."""
    results = {}
    for agent in arguments.agents:
        rungs = tuple(RungResult.from_json(line) for line in found if line["agent"] == agent)
        results[agent] = LadderResult(agent, arguments.games, rungs).environment_scores(arguments.mode)
    games = [id_ for id_ in GAME_VERSIONS if id_ in next(iter(results.values()))]
    rows = [(id_, *(f"{score[id_].mean:.1f}" for score in results.values())) for id_ in games]
    means = [sum(score[id_].mean for id_ in games) / len(games) for score in results.values()]
    rows.append(("mean", *(f"{mean:.1f}" for mean in means)))
    print(f"{arguments.milliseconds:g} ms a decision, {arguments.games} games on each rung; {machine_in_words()}")
    print(text_table(("game", *(f">{agent}" for agent in results)), rows))


if __name__ == "__main__":
    main()
