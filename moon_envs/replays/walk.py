"""A recorded game, played once: every position, every decision, and where turns begin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from moon_envs.core.game import Configuration, Game
from moon_envs.events import People
from moon_envs.render import LastDecision, Picture
from moon_envs.render.drawing import draw_sound
from moon_envs.render.layout import LANDSCAPE
from moon_envs.render.naming import reword

# Fields that count turns: with one player they are the only sign of a new turn.
COUNTERS = ("phase", "round", "turn")


@dataclass(frozen=True, eq=False)
class Walk:
    """All positions of a recorded game. Position 0 is the start, position i follows decision i.

    Attributes:
        game: the game.
        configuration: players and options.
        agents: the agents of the seats, empty if unknown.
        states: the records.
        actors: the deciding player of each position, -1 when the game is over.
        actions: the decisions; the first is taken in position 0.
        people: the names of the players; None for their numbers.
    """

    game: Game
    configuration: Configuration
    agents: list[str]
    states: list[np.void]
    actors: list[int]
    actions: list[int]
    people: People | None = None

    def __len__(self) -> int:
        return len(self.states)

    @property
    def is_over(self) -> bool:
        """Whether the recording goes to the end of the game."""
        return self.actors[-1] < 0

    def is_turn(self, position: int) -> bool:
        """Whether a turn begins in a position: a phase of simultaneous decisions, or another player's turn."""
        if position == 0:
            return True
        return self.actors[position] >= 0 and self._turn(position) != self._turn(position - 1)

    def turns_among(self, positions: Sequence[int]) -> list[int]:
        """The places in a list of positions where turns begin, for a reader who sees only these positions."""
        turns = [self._turn(position) for position in positions]
        return [
            place
            for place, position in enumerate(positions)
            if place == 0 or (self.actors[position] >= 0 and turns[place] != turns[place - 1])
        ]

    def side_name(self, side: int) -> str:
        """The name of a player, or of the opponent in the solo mode."""
        if side >= self.configuration.players:
            return self.game.rival or "opponent"
        return f"player {side}" if self.people is None else self.people.name(side)

    def long_name(self, side: int) -> str:
        """The name of a side, with the agent that played it."""
        if self.people is not None and side < self.configuration.players:
            return self.people.long_name(side)
        agent = self.agents[side] if side < len(self.agents) else ""
        return self.side_name(side) + (f" ({agent})" if agent else "")

    @property
    def players(self) -> str:
        """The names of all players, with their agents; empty if there are only seat numbers to tell."""
        is_known = self.agents or self.people is not None
        return ", ".join(map(self.long_name, range(self.configuration.players))) if is_known else ""

    def told(self, words: str, seat: int | None) -> str:
        """Words of the game as a seat reads them, None for the open table."""
        return words if self.people is None else self.people.told(words, seat)

    def picture(
        self, position: int, seat: int | None, last: LastDecision | None = None, layout: str = LANDSCAPE
    ) -> Picture:
        """The picture of a position as a seat sees it, None for the open table; `last` is the marked decision."""
        picture = draw_sound(self.game, self.states[position], seat, last=last, layout=layout)
        people = self.people
        return picture if people is None else reword(picture, lambda words: people.told(words, seat))

    def _turn(self, position: int) -> tuple[int, ...]:
        names, state = self.game.simultaneous, self.states[position]
        if not names:
            names = (
                tuple(name for name in COUNTERS if name in (state.dtype.names or ()))
                if self.configuration.is_solo
                else ()
            )
            return (self.actors[position], *(int(state[name]) for name in names))
        return tuple(int(state[name]) for name in names)
