"""What a player of connect four observes: two planes of cells, the own stones and the opponent's."""

from __future__ import annotations

import numpy as np

from benchmarks.connect_four.game.state import CELLS
from moon_envs.engine.compile import kernel
from moon_envs.tables import Feature, FeatureTable

FEATURES = FeatureTable(
    table=(),
    player=(Feature("stones", CELLS, 0, 1, "1: a stone of this player is in the cell; rows from the bottom up"),),
)


@kernel
def observe(state, player, features):
    """Write the planes from the player's seat."""
    own, other = state.stones[player], state.stones[1 - player]
    for cell in range(CELLS):
        features[cell] = (own >> np.uint64(cell)) & np.uint64(1)
        features[CELLS + cell] = (other >> np.uint64(cell)) & np.uint64(1)
