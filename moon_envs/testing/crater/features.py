"""The features of Crater: what a player observes."""

from __future__ import annotations

from moon_envs.core.tables import Feature, FeatureTable
from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.features import clear, put, put_all, put_one_hot
from moon_envs.testing.crater.components import FACES, FUEL, MAX_PLAYERS, ROUNDS
from moon_envs.testing.crater.state import NO_BID

FEATURES = FeatureTable(
    table=(
        Feature("round", 1, 0, ROUNDS, "the round, beginning with 1"),
        Feature("players", 1, 2, MAX_PLAYERS, "number of players"),
        Feature("die", FACES, 0, 1, "what the die shows, one-hot"),
        Feature("card", FACES, 0, 1, "the own card, one-hot"),
        Feature("has_bid", 1, 0, 1, "1: the own bid of this round is made"),
    ),
    player=(
        Feature("fuel", 1, 0, FUEL, "fuel left; bids of this round are not spent yet"),
        Feature("won", FACES, 0, ROUNDS, "craters won, by size"),
    ),
)


@kernel
def observe(state, player, features):
    """Write what the player knows: everything except the others' cards and present bids (crater 1.2, 2.2)."""
    clear(features)
    cursor = put(features, 0, state.round)
    cursor = put(features, cursor, state.player_count)
    cursor = put_one_hot(features, cursor, state.die - 1, FACES)
    cursor = put_one_hot(features, cursor, state.cards[player] - 1, FACES)
    cursor = put(features, cursor, state.bids[player] != NO_BID)
    for distance in range(state.player_count):
        other = (player + distance) % state.player_count
        cursor = put(features, cursor, state.fuel[other])
        cursor = put_all(features, cursor, state.won[other])
