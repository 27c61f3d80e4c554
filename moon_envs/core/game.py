"""What one game is: its record, tables, words and compiled kernels, behind one object."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from moon_envs.base.checks import allowed_names, check_whole_number, is_whole_number, shown
from moon_envs.base.errors import ArgumentError, CompilationError, ConfigurationError
from moon_envs.base.showing import Facts, Shown, Table
from moon_envs.core.names import check_id, class_name
from moon_envs.core.tables import ActionTable, FeatureTable, Option
from moon_envs.engine.loading import engine, game_entry, is_game_compiled

if TYPE_CHECKING:
    from moon_envs.engine.records import StateRecord

SOLO, SEVERAL = MODES = ("solo", "several")

# Python handles an interrupt between two calls of compiled code.
RECORDS_CHECKED_AT_ONCE = 1 << 16


@dataclass(frozen=True, repr=False)
class Configuration(Shown):
    """A valid way to play a game: the number of players and the value of every option."""

    players: int
    options: dict[str, Any] = field(default_factory=dict)

    def _repr_facts_(self) -> Facts:
        return {"players": self.players, **self.options}

    @property
    def is_solo(self) -> bool:
        """Whether one player plays alone, against the opponent of the solo mode."""
        return self.players == 1

    @property
    def given_options(self) -> dict[str, Any]:
        """The options whose value is not None, as keyword arguments for any function that takes `**options`."""
        return {name: value for name, value in self.options.items() if value is not None}

    @property
    def mode(self) -> str:
        """The mode: "solo", or "several" for several players."""
        return SOLO if self.is_solo else SEVERAL

    @property
    def sides(self) -> int:
        """How many sides have points: the players and, in solo mode, the opponent."""
        return 2 if self.is_solo else self.players

    def describe(self) -> str:
        """The configuration in one short line."""
        settings = "".join(f", {name}={value}" for name, value in self.given_options.items())
        return ("solo" if self.is_solo else f"{self.players} players") + settings


@dataclass(frozen=True)
class UnknownOrder:
    """Places of a field whose contents a seat knows, but not their order, as in a face-down pile."""

    field: str
    places: np.ndarray


@dataclass(frozen=True, eq=False, repr=False)
class Game(Shown):
    """One game of the collection. Get it with `moon_envs.game("launch")`.

    Attributes:
        id: the name used everywhere, like "launch".
        title: the full title.
        version: goes up when rules, actions or features change; saves of other versions are refused.
        summary: one sentence.
        source: the rulebook and where the printed facts come from.
        reconstructed: which tables are reconstructed, empty if none.
        tables_code: a checksum of tables that an owner can replace; saves of other tables are refused.
        player_counts: the allowed numbers of players; 1 is the solo mode.
        default_players: used by `Batch` and PettingZoo.
        options: the settings beyond the number of players.
        rival: the name of the opponent in the solo mode.
        state: the record of a state, each field with the values it may hold and who knows it.
        faults: the faults that the kernel `find_fault` finds in a record, in words, in the order of its numbers.
        unknown_orders: the places whose order a seat cannot know: (record, seat) -> orders.
        actions: the action table.
        features: the feature table.
        categories: the scoring categories; the total is their sum.
        category_conditions: for a category that only some configurations have, whether a record has it:
            (record) -> bool. In the other configurations it scores no points, and no table lists it.
        points_scale: the divisor of the rewards `points` and `points_delta`.
        lowest_points: the fewest points a player can have.
        entry_module: the module of the compiled entry points, imported (and compiled) on first use by
            `engine/loading.py`.
        check_options: validates and completes the options: (players, options) -> options.
        configure: writes a configuration into records: (records, configuration) -> None.
        describe_action: an action in words for a state: (record, action) -> str.
        render: a state as text: (record, seat) -> str.
        simultaneous: fields of the record that change from one phase of simultaneous decisions to the next; in such a
            phase no player's choices depend on the others'. Empty in a game of turns.
        secret_actions: names of the action ranges whose choice is not announced: the other players see only its
            effects. In a game of simultaneous decisions no choice is announced.
        modes: the configurations that tests and benchmarks run, as keyword arguments.
        documentation: the page about the game (RULES.md), a path.
        history: the changes of each version, from version 0 on, in words; the pages of the environments show them.
        drawing_module: the module whose `DRAWING` draws the game; `render/drawing.py` imports it for the first
            picture. Empty for a game that is drawn as text.
        events_module: the module whose `EVENTS` says in words what happens; `events/telling.py` imports it for the
            first event. Empty for a game whose decisions say enough.
    """

    id: str
    title: str
    version: int
    summary: str
    source: str
    player_counts: tuple[int, ...]
    options: tuple[Option, ...]
    state: StateRecord
    faults: tuple[str, ...]
    unknown_orders: Callable[[np.void, int], list[UnknownOrder]]
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
    category_conditions: Mapping[str, Callable[[np.void], bool]] = field(default_factory=dict)
    simultaneous: tuple[str, ...] = ()
    secret_actions: tuple[str, ...] = ()
    history: tuple[str, ...] = ()
    drawing_module: str = ""
    events_module: str = ""

    def __post_init__(self) -> None:
        check_id(self.id)
        if not self.points_scale > 0:
            raise ConfigurationError(
                f"{self.id}: points_scale={shown(self.points_scale)} is not allowed; it is above 0."
            )
        for name in self.secret_actions:
            if name not in {action_range.name for action_range in self.actions.ranges}:
                raise ConfigurationError(f"{self.id}: secret_actions names {name!r}, which is no range of its actions.")
        unknown = sorted(set(self.category_conditions) - set(self.categories))
        if unknown:
            raise ConfigurationError(f"{self.id}: category_conditions names {unknown[0]!r}, which is no category.")
        for feature in self.features.table:
            if feature.of_actions and feature.size != self.actions.count(feature.of_actions):
                raise ConfigurationError(
                    f"{self.id}: the feature {feature.name} has {feature.size} numbers, not one for each of the "
                    f"{self.actions.count(feature.of_actions)} actions of {feature.of_actions}."
                )

    def _repr_facts_(self) -> Facts:
        facts = {"id": self.id, "title": self.title, "version": self.version, "players": self.player_counts}
        options = [option.name for option in self.options]
        return {**facts, "options": options, "actions": len(self.actions), "features": len(self.features)}

    def _repr_table_(self) -> Table:
        options = [(option.name, option.default, option.allowed, option.meaning) for option in self.options]
        return ("option", "default", "allowed", "meaning"), options

    # `registry.py` pickles a game by its id.

    def __copy__(self) -> Game:
        """Return this game itself: games never change."""
        return self

    def __deepcopy__(self, memo: dict) -> Game:
        """Return this game itself: games never change."""
        return self

    @property
    def state_dtype(self) -> np.dtype:
        """The numpy type of the record that holds a state."""
        return self.state.dtype

    @property
    def has_solo_mode(self) -> bool:
        """Whether one player can play alone."""
        return 1 in self.player_counts

    @property
    def class_name(self) -> str:
        """The id as the registered environments write it: `luna_capital` becomes `LunaCapital`."""
        return class_name(self.id)

    def configuration(self, /, players: int | None = None, **options: Any) -> Configuration:
        """Check a configuration and fill in the defaults.

        Args:
            players: the number of players, 1 for the solo mode; None for `Game.default_players`.
            **options: the game's own options, see `Game.options`.

        Raises:
            ConfigurationError: a value is not allowed; the message says what is.
            ArgumentError: the game has no such option.

        Example:
            >>> import moon_envs
            >>> moon_envs.game("launch").configuration(players=1, opponent=3).describe()
            'solo, opponent=3'
        """
        if players is None:
            players = self.default_players
        if not is_whole_number(players) or players not in self.player_counts:
            allowed = ", ".join(map(str, self.player_counts))
            raise ConfigurationError(f"{self.id}: players={shown(players)} is not allowed; allowed: {allowed}.")
        self.check_arguments(options, self.configuration)
        return Configuration(int(players), self.check_options(int(players), options))

    def check_arguments(self, given: Iterable[str], function: Callable[..., Any]) -> None:
        """Refuse keyword arguments that are neither arguments of a function nor options of this game.

        Args:
            given: the names in the `**options` of the function.
            function: the function or class that the user called.

        Raises:
            ArgumentError: an argument is unknown; the message lists those of the function and of the game.

        Example:
            >>> import moon_envs
            >>> moon_envs.game("launch").check_arguments(["opponent"], moon_envs.Batch)
        """
        options = [option.name for option in self.options]
        for name in given:
            if name not in options:
                parameters = inspect.signature(function).parameters.values()
                named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
                own = [one.name for one in parameters if one.kind in named and one.name != "game"]
                allowed = allowed_names(name, dict.fromkeys([*own, *options]))
                raise ArgumentError(f"{self.id}: unexpected keyword argument {shown(name)}; {allowed}")

    def used_categories(self, mode: Configuration | np.void) -> dict[str, int]:
        """Return the scoring categories of a configuration, each with its index in `Game.categories`.

        Args:
            mode: a configuration, or a record of one of its games.

        Example:
            >>> import moon_envs
            >>> mlem = moon_envs.game("mlem")
            >>> mlem.used_categories(mlem.configuration(players=2, explorations=True))
            {'moons': 0, 'deep_space': 1, 'planets': 2, 'goals': 3, 'explorations': 5}
        """
        record = self.new_states(mode)[0] if isinstance(mode, Configuration) else mode
        conditions = self.category_conditions
        return {
            name: place
            for place, name in enumerate(self.categories)
            if name not in conditions or conditions[name](record)
        }

    @property
    def rules_pages(self) -> list[Path]:
        """The pages with the rules: the game's own, then the shared one of its family if there is one."""
        own = self.documentation
        shared = own.parent.parent / own.name
        is_family = (shared.parent / "__init__.py").exists()
        return [page for page in (own, shared) if page.exists() and (page == own or is_family)]

    def new_states(self, configuration: Configuration, rows: int = 1) -> np.ndarray:
        """Return new records with this configuration; no game has begun in them yet."""
        self._check_own(configuration)
        rows = check_whole_number("rows", rows, 0)
        try:
            states = np.zeros(rows, dtype=self.state_dtype)
        except (MemoryError, ValueError) as error:
            raise ConfigurationError(f"{self.id}: there is not enough memory for {shown(rows)} records.") from error
        self.configure(states, configuration)
        return states

    def _check_own(self, configuration: Any) -> None:
        """Refuse a configuration of another game."""
        names = {option.name for option in self.options}
        is_one = isinstance(configuration, Configuration) and configuration.players in self.player_counts
        if not is_one or not isinstance(configuration.options, dict) or {*configuration.options} != names:
            raise ConfigurationError(f"{self.id}: {shown(configuration)} is not a Configuration of this game.")

    @functools.cached_property
    def entry(self) -> np.ndarray:
        """The machine addresses of the compiled entry points. The first use compiles the game."""
        entry = game_entry(self.entry_module, self.id)
        from moon_envs.engine.entry_points import sizes_of

        if entry.sizes != sizes_of(self):
            raise CompilationError(
                f"{self.id}: {self.entry_module} was compiled for other tables than those of this game."
            )
        return entry.addresses()

    @property
    def is_compiled(self) -> bool:
        """Whether the cache holds the compiled code of this game."""
        return is_game_compiled(self.entry_module, self.id)

    def describe(self, action: int, state: np.void | None = None) -> str:
        """Return an action in words; with a state, what it does there ("write 7 on floor 3, space 2")."""
        action = check_whole_number("action", action, -(2**63), 2**63 - 1)
        if state is not None and getattr(state, "dtype", None) != self.state_dtype:
            raise ConfigurationError(f"{self.id}: {shown(state)} is not a record of this game.")
        if state is None or not 0 <= action < len(self.actions):
            return self.actions.describe(action)
        return self.describe_action(state, action)

    def is_announced(self, action: int) -> bool:
        """Whether the other players learn that this action was chosen; if not, they see only its effects."""
        return not self.simultaneous and self.actions.locate(action)[0] not in self.secret_actions

    def check_states(self, states: np.ndarray, players: int, error: type[Exception] = ConfigurationError) -> None:
        """Check records from outside before they are used: no game can continue from a faulty one.

        Args:
            states: records of the game's `state_dtype`.
            players: the number of players that they must have.
            error: the class of the error.

        Raises:
            ConfigurationError: or `error`; names the first faulty row, its field and what is allowed.
        """
        self._check_records(states, error)
        if not is_whole_number(players):
            raise error(f"{self.id}: players={shown(players)} is not allowed; allowed: a whole number.")
        found = self.state.first_fault(states)
        if found is not None:
            raise error(f"{self.id}, row {found[0]}: {found[1]}.")
        other = np.flatnonzero(states["player_count"] != players)
        if len(other):
            count = states["player_count"][other[0]]
            raise error(f"{self.id}, row {other[0]}: this game has {count} players, not {players}.")
        found = self.first_misfit(states)
        if found is not None:
            raise error(f"{self.id}, row {found[0]}: no game can go on from this record: {found[1]}.")

    def _check_records(self, states: Any, error: type[Exception]) -> None:
        if not isinstance(states, np.ndarray) or states.dtype != self.state_dtype or states.ndim != 1:
            raise error(f"{self.id}: {shown(states)} is not an array of records of this game.")

    def first_misfit(self, states: np.ndarray) -> tuple[int, str] | None:
        """Find the first record whose values contradict each other, and return its row and the reason.

        All values must be within their bounds: `check_states` checks the bounds first. Returns None without a fault.
        """
        records, fault = np.ascontiguousarray(states), np.zeros(1, dtype=np.int64)
        mask = np.zeros(len(self.actions), dtype=np.int8)
        for first in range(0, len(records), RECORDS_CHECKED_AT_ONCE):
            part = records[first : first + RECORDS_CHECKED_AT_ONCE]
            row = engine().first_fault(self.entry, part.ctypes.data, part.itemsize, len(part), mask, fault)
            if row >= 0:
                return first + row, self.faults[fault[0] - 1] if fault[0] > 0 else "no action is legal"
        return None

    def check_configuration(
        self, states: np.ndarray, configuration: Configuration, error: type[Exception] = ConfigurationError
    ) -> None:
        """Refuse records with other options than a configuration: later games in their rows would keep them.

        Raises:
            MoonEnvsError: a record differs; the message names the option.
        """
        self._check_records(states, error)
        own = self.new_states(configuration)
        for name in self.state.configuration_names:
            other = np.flatnonzero((states[name] != own[name]).reshape(len(states), max(own[name].size, 1)).any(axis=1))
            if len(other):
                has, needed = states[name][other[0]], own[name][0]
                raise error(f"{self.id}: a game with {name}={has} does not fit; allowed here: {name}={needed}.")


def mode_facts(game: Game, configuration: Configuration) -> dict[str, Any]:
    """Return game id, players and options under the names that every interface takes."""
    return {"game": game.id, "players": configuration.players, **configuration.given_options}
