"""How well a network plays in the modes it was trained for."""

from __future__ import annotations

from collections.abc import Iterator

import moon_envs
from moon_envs.agents import NetworkAgent, play_games
from moon_envs.arena import run_arena
from moon_envs.networks import AnyNetwork

FIRST_SEED = 2 * 10**9  # games that no training has seen


def play_every_mode(network: AnyNetwork, modes: list[dict], games: int) -> Iterator[tuple[str, float, float]]:
    """For each mode its description, the win share and the mean points of the network; it plays its best action.

    A solo mode is played alone. With several players the network meets `greedy` in the arena, and the share is that of
    one seat: five equal players have 20 % each.
    """
    agent = NetworkAgent(network)
    for mode in modes:
        words = network.game.configuration(**mode).describe()
        if network.inputs.solo:
            batch = moon_envs.Batch(network.game, games, seed=FIRST_SEED, autoreset="disabled", **mode)
            play_games(batch, [agent])
            shares = (batch.final_outcome[:, 0] + 1) / 2
            yield words, float(shares.mean()), float(batch.final_points[:, 0].sum(axis=1).mean())
        else:
            result = run_arena(network.game.id, [agent, "greedy"], games=games, seed=FIRST_SEED, **mode)
            own = next(standing for standing in result.standings if standing.agent == agent.name)
            yield words, own.win_share.mean, own.points.mean
