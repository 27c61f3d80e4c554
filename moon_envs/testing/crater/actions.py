"""The actions of Crater: a bid."""

from __future__ import annotations

from moon_envs.core.tables import ActionRange, ActionTable
from moon_envs.testing.crater.components import MOST_BID

ACTIONS = ActionTable((ActionRange("bid", tuple(f"bid {fuel} fuel" for fuel in range(MOST_BID + 1))),))
