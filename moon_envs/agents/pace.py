"""How many games are played at once: few enough that some end soon, and enough for large calls of agents."""

from __future__ import annotations

from collections.abc import Iterable

from moon_envs.agents.contract import Agent
from moon_envs.base.showing import Facts, Shown

GAMES_AT_FIRST = 32


class Pace(Shown):
    """Limits how many games are in progress at once. When a game ends, another begins.

    The limit is the smallest `games_at_once` of the agents. If one of them does not say how many suit it, like a
    function of your own, 32 games begin together, and from then on as many are in progress as have ended, up to the
    limit. So some games are over soon however slow the agents are, an interrupt loses little, and fast agents are asked
    about many games in one call. Nothing depends on the clock: an agent is asked about the same games in every run.

    Args:
        agents: who plays.
        most: the limit.

    Example:
        >>> from moon_envs.agents import Pace, find_agent
        >>> Pace([find_agent("baseline"), find_agent("random")], most=512).games_at_once
        512
        >>> pace = Pace([find_agent(lambda observations, masks: masks.argmax(axis=1))], most=512)
        >>> pace.games_at_once
        32
        >>> pace.count(100)
        >>> pace.games_at_once
        100
    """

    def __init__(self, agents: Iterable[Agent], most: int):
        wanted = [agent.games_at_once for agent in agents]
        self._most = min([most, *(games for games in wanted if games is not None)])
        self._begun_with = GAMES_AT_FIRST if None in wanted else most
        self._ended = 0

    def _repr_facts_(self) -> Facts:
        return {"games_at_once": self.games_at_once, "ended": self._ended}

    @property
    def games_at_once(self) -> int:
        """How many games may be in progress now."""
        return min(self._most, max(self._begun_with, self._ended))

    def count(self, ended: int) -> None:
        """Note that this many games have ended."""
        self._ended += ended
