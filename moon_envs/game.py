"""What one game is: its record, tables, words and compiled kernels, behind one object."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.compiling import compiled_module, is_compiled
from moon_envs.errors import ConfigurationError
from moon_envs.tables import ActionTable, FeatureTable, Option


@dataclass(frozen=True)
class Configuration:
    """A valid way to play a game: the number of players and the value of every option."""

    players: int
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def is_solo(self) -> bool:
        """Whether one player plays alone, against the game's own rival."""
        return self.players == 1

    @property
    def sides(self) -> int:
        """How many sides have points: the players and, in solo mode, the rival."""
        return 2 if self.is_solo else self.players

    def describe(self) -> str:
        """The configuration in one short line."""
        settings = "".join(f", {name}={value}" for name, value in self.options.items() if value is not None)
        return ("solo" if self.is_solo else f"{self.players} players") + settings


@dataclass(frozen=True, eq=False)
class Game:
    """One game of the collection. Get it with `moon_envs.game("launch")`.

    Attributes:
        id: the name used everywhere, like "launch".
        title: the full title.
        version: goes up when rules, actions or features change; saves of other versions are refused.
        summary: one sentence.
        source: the rulebook and where the printed facts come from.
        reconstructed: which tables are reconstructed, empty if none.
        tables_code: changes with the tables of a game whose tables can be replaced; saves of other tables are refused.
        player_counts: the allowed numbers of players; 1 is the solo mode.
        default_players: used by `Batch` and PettingZoo.
        options: the settings beyond the number of players.
        rival: the name of the solo mode's opponent.
        state_dtype: the numpy record of a state; it has the fields of `STATE_HEADER` and `player_count`.
        actions: the action table.
        features: the feature table.
        categories: the scoring categories; the total is their sum.
        points_scale: what the rewards `points` and `points_delta` are divided by.
        lowest_points: the fewest points a player can have.
        entry_module: the module of the compiled entry points, imported (and compiled) on first use.
        check_options: validates and completes the options: (players, options) -> options.
        configure: writes a configuration into records: (records, configuration).
        describe_action: an action in words for a state: (record, action) -> str.
        render: a state as text: (record, seat) -> str.
        modes: the configurations that tests and benchmarks go through, as keyword arguments.
        documentation: the page about the game (RULES.md), a path.
    """

    id: str
    title: str
    version: int
    summary: str
    source: str
    player_counts: tuple[int, ...]
    options: tuple[Option, ...]
    state_dtype: np.dtype
    actions: ActionTable
    features: FeatureTable
    categories: tuple[str, ...]
    points_scale: float
    lowest_points: int
    entry_module: str
    check_options: Callable[[int, dict[str, Any]], dict[str, Any]]
    configure: Callable[[np.ndarray, Configuration], None]
    describe_action: Callable[[np.void, int], str]
    render: Callable[[np.void, int], str]
    modes: tuple[dict[str, Any], ...]
    documentation: Path
    default_players: int = 2
    rival: str = ""
    reconstructed: str = ""
    tables_code: int = 0

    @property
    def has_solo_mode(self) -> bool:
        """Whether one player can play alone."""
        return 1 in self.player_counts

    @property
    def class_name(self) -> str:
        """The name of the registered environments: `luna_capital` becomes `LunaCapital`."""
        return "".join(word.capitalize() for word in self.id.split("_"))

    def configuration(self, players: int | None = None, **options: Any) -> Configuration:
        """Check a configuration and fill in the defaults.

        Args:
            players: the number of players, 1 for the solo mode.
            **options: the game's own options, see `Game.options`.

        Raises:
            ConfigurationError: says what is wrong and what is allowed.

        Example:
            >>> import moon_envs
            >>> moon_envs.game("launch").configuration(players=1, opponent=3).describe()
            'solo, opponent=3'
        """
        if players is None:
            players = self.default_players
        if isinstance(players, bool) or not isinstance(players, (int, np.integer)) or players not in self.player_counts:
            allowed = ", ".join(map(str, self.player_counts))
            raise ConfigurationError(f"{self.id}: players={players!r} is not allowed; allowed: {allowed}.")
        known = [option.name for option in self.options]
        for name in options:
            if name not in known:
                allowed = ", ".join(["players", *known])
                raise ConfigurationError(f"{self.id}: unknown option {name!r}; allowed: {allowed}.")
        return Configuration(int(players), self.check_options(int(players), options))

    def new_states(self, configuration: Configuration, rows: int = 1) -> np.ndarray:
        """Records with a configuration and no game dealt yet."""
        states = np.zeros(rows, dtype=self.state_dtype)
        self.configure(states, configuration)
        return states

    @functools.cached_property
    def entry(self) -> np.ndarray:
        """The machine addresses of the compiled entry points; compiles the game on first use."""
        from moon_envs.engine.compile import entry_address

        module = compiled_module(self.entry_module, self.id)
        return np.array([entry_address(entry) for entry in module.ENTRY], dtype=np.int64)

    @property
    def is_compiled(self) -> bool:
        """Whether the compiled code of this game is in the cache."""
        return is_compiled(self.entry_module)

    def describe(self, action: int, state: np.void | None = None) -> str:
        """An action in words; with a state the words name what it does there ("write 7 on floor 3, space 2")."""
        action = int(action)
        if state is None or not 0 <= action < len(self.actions):
            return self.actions.describe(action)
        return self.describe_action(state, action)
