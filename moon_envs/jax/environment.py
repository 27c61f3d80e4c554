"""Games as environments of JAX, with the interface of Pgx: everything can stand inside `jax.jit`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from moon_envs.base.errors import ConfigurationError
from moon_envs.base.showing import Facts, Shown
from moon_envs.batch import Batch
from moon_envs.core.game import Game
from moon_envs.core.tables import COMPACT
from moon_envs.jax.arguments import check_shapes, check_state, whole_number, words_of
from moon_envs.jax.calls import Calls, Shape
from moon_envs.jax.template import template_of


@dataclass(frozen=True)
class State:
    """A game, or many with leading axes, as a pytree of arrays. Environments return states; never make one by hand.

    Attributes:
        current_player: int32, the seat that decides; 0 in a finished game.
        observation: float32 (columns,), what this seat knows.
        rewards: float32 (players,), of the last step.
        terminated: bool, the game is over.
        truncated: bool, False; wrappers may set it, and then the game stays as it is.
        legal_action_mask: bool (actions,), the legal actions; all true in a finished game.
    """

    current_player: jax.Array
    observation: jax.Array
    rewards: jax.Array
    terminated: jax.Array
    truncated: jax.Array
    legal_action_mask: jax.Array
    _step_count: jax.Array
    _game: jax.Array
    _env: Any

    def replace(self, **changes: Any) -> State:
        """A copy with other values of some attributes."""
        return replace(self, **changes)

    @property
    def env_id(self) -> str:
        """The id of the game."""
        return str(self._env.id)

    def to_svg(self, *, color_theme: str | None = None, scale: float | None = None) -> str:
        """The picture of the game; of several games, a grid.

        Args:
            color_theme: "light" or "dark"; None for what the reader prefers.
            scale: accepted because Pgx has it; SVG has no fixed size.
        """
        return str(self._env.picture(self).svg(color_theme or "auto"))

    def save_svg(self, filename: Any, *, color_theme: str | None = None, scale: float | None = None) -> None:
        """Write the picture to a file whose name ends with .svg."""
        from moon_envs.base.files.disk import write_file

        if not str(filename).endswith(".svg"):
            raise ConfigurationError(f"filename={str(filename)!r} is not allowed; allowed: a name that ends with .svg.")
        write_file(Path(filename), self.to_svg(color_theme=color_theme, scale=scale).encode())

    def _repr_html_(self) -> str:
        return self.to_svg()


jax.tree_util.register_dataclass(
    State, [field.name for field in fields(State) if field.name != "_env"], meta_fields=["_env"]
)


class Env(Shown):
    """An environment of JAX: pure functions from states to states, each of one game; `jax.vmap` makes many of it.

    Args:
        game: a game id or a `Game`.
        players: the number of players; 1 is the solo mode, None the usual number.
        reward: as `Batch`: "outcome", "points", "points_delta", or a dict of weights.
        encoding: "compact" or "one_hot".
        directly: whether XLA calls the compiled game itself; None wherever this version of JAX is known.
        **options: the options of the game, for example `opponent=3`.

    Example:
        >>> import jax
        >>> import moon_envs.jax
        >>> env = moon_envs.jax.make("launch", players=2)
        >>> state = jax.jit(env.init)(jax.random.key(0))
        >>> state = jax.jit(env.step)(state, env.sample(state, jax.random.key(1)))
        >>> state.rewards.shape, state.legal_action_mask.shape == (env.num_actions,)
        ((2,), True)
    """

    _axes: tuple[int, ...] = ()
    """The axes of games in front of every array."""

    def __init__(
        self,
        /,
        game: str | Game,
        players: int | None = None,
        *,
        reward: str | Mapping[str, float] = "outcome",
        encoding: str = COMPACT,
        directly: bool | None = None,
        **options: Any,
    ):
        self._settle(
            Batch(game, 1, players, reward=reward, encoding=encoding, autoreset="disabled", threads=1, **options),
            directly,
        )

    def _settle(self, batch: Batch, directly: bool | None, threads: int = 1) -> None:
        self._batch = batch
        self._template = template_of(batch, threads)
        self._calls = Calls(self._template, directly)
        self.game, self.configuration = batch.game, batch.configuration

    # What Pgx tells of an environment

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.game.id

    @property
    def version(self) -> str:
        """The version of the game's rules."""
        return f"v{self.game.version}"

    @property
    def num_players(self) -> int:
        """The number of players, without the opponent of the solo mode."""
        return self.configuration.players

    @property
    def num_actions(self) -> int:
        """The number of actions."""
        return len(self.game.actions)

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of an observation."""
        return (int(self._batch.observation.shape[1]),)

    # Playing

    def init(self, key: Any) -> State:
        """Begin a game. `jax.random.key(seed)` deals the game that `Batch` deals with this seed.

        Args:
            key: of `jax.random`.
        """
        words = words_of("init", key)
        game, player, observation, mask = self._calls("init", self._shown(), words)
        return self._begun(game, player, observation, mask)

    def step(self, state: State, action: Any, key: Any = None) -> State:
        """Carry out one decision of `state.current_player`.

        An illegal action ends the game as in Pgx: the player gets the lowest reward, and each of the others its
        negative, times the number of the others. A state that is terminated or truncated stays as it is, with rewards
        of zero.

        Args:
            state: of this environment.
            action: a whole number.
            key: accepted because Pgx has it. Games carry their own random numbers.
        """
        self._check(state)
        action = whole_number("action", action, state.current_player)
        finished = self._finished(state)
        has_ended = jnp.logical_or(finished, state.truncated)
        shapes = [*self._shown(), self._shape((self.num_players,), jnp.float32), self._shape((), jnp.bool_)]
        found = self._calls("step", shapes, state._game, action, has_ended, in_place=True)
        game, player, observation, mask, rewards, is_over = found
        return state.replace(
            current_player=player,
            observation=observation,
            rewards=rewards,
            terminated=finished | is_over,
            legal_action_mask=mask,
            _step_count=state._step_count + jnp.where(has_ended, 0, 1),
            _game=game,
        )

    def observe(self, state: State, player: Any = None) -> jax.Array:
        """What a seat knows now.

        Args:
            state: of this environment.
            player: the seat; None for the one that decides.
        """
        self._check(state)
        seat = whole_number("player", state.current_player if player is None else player, state.current_player)
        return self._calls("observe", [self._shape(self.observation_shape, jnp.float32)], state._game, seat)[0]

    def sample(self, state: State, key: Any) -> jax.Array:
        """A uniformly random action of the mask, int32, drawn by compiled code: faster than a draw in JAX.

        Args:
            state: of this environment; wrappers may have narrowed its mask. A mask without actions gives -1.
            key: of `jax.random`.
        """
        self._check(state)
        mask, words = state.legal_action_mask, words_of("sample", key)
        return self._calls("sample", [self._shape((), jnp.int32)], mask, words)[0]

    def resample(self, state: State, player: Any, key: Any) -> State:
        """Redraw everything that a seat cannot know, and future chance: an honest root for search.

        Args:
            state: of this environment. Finished games stay as they are.
            player: the seat that keeps what it knows.
            key: of `jax.random`.
        """
        self._check(state)
        seat = whole_number("player", player, state.current_player)
        found = self._calls("resample", self._shown(), state._game, seat, words_of("resample", key), in_place=True)
        game, current, observation, mask = found
        return state.replace(current_player=current, observation=observation, legal_action_mask=mask, _game=game)

    def points(self, state: State) -> jax.Array:
        """The present points, int32 (sides, categories); everything, hidden points too. Sides are as in `Batch`."""
        return self._counted(state)[0]

    def outcome(self, state: State) -> jax.Array:
        """The result of a finished game, float32 (players,): 2 x share of the victory - 1.

        It is zero while the game runs, and in a game that an illegal action ended.
        """
        return self._counted(state)[1]

    # Looking from outside of jit

    def records(self, state: State) -> np.ndarray:
        """The records of one or many games, as `Batch.states` has them: (games,)."""
        games = self._bytes_of(state)[:, : self._template.record_size]
        return np.ascontiguousarray(games).view(self.game.state_dtype).reshape(-1)

    def check(self, state: State) -> None:
        """Check one or many games from outside of this program, for example from a file, before they are played on.

        Compiled code trusts the bytes of a game once they carry the signature of their environment: bytes that somebody
        has tampered with may lead out of its arrays. This looks at the games themselves; the arrays that show them,
        like masks and observations, are written again by the next step.

        Args:
            state: of this environment, outside of `jax.jit`.

        Raises:
            ConfigurationError: a game is of another environment, or no game can go on from it.

        Example:
            >>> import jax
            >>> import moon_envs.jax
            >>> env = moon_envs.jax.make("mlem", players=2)
            >>> env.check(env.init(jax.random.key(0)))
        """
        from moon_envs.jax.checking import check_games

        check_games(self._batch, self._template, self._bytes_of(state), self.records(state))

    def _bytes_of(self, state: State) -> np.ndarray:
        """The bytes of one or many games: (games, size)."""
        check_state(self, state)
        if np.shape(state._game)[-1:] != (self._template.game_size,) or isinstance(state._game, jax.core.Tracer):
            raise ConfigurationError("state: outside of jax.jit, states with the bytes of their games are needed.")
        return np.asarray(state._game).reshape(-1, self._template.game_size)

    def picture(self, state: State) -> Any:
        """The picture of a game with everything open; of several games, a grid."""
        from moon_envs.render import draw, draw_grid

        records = self.records(state)
        return draw(self.game, records[0]) if len(records) == 1 else draw_grid(self.game, list(records))

    def _repr_facts_(self) -> Facts:
        return {"game": self.game.id, "configuration": self.configuration.describe(), "reward": self._batch.rewards}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Env) and other._template.signature == self._template.signature

    def __hash__(self) -> int:
        return hash(self._template.signature)

    def __reduce__(self) -> Any:
        weights = {name: weight for name, weight in vars(self._batch.rewards).items() if weight}
        settings = {"reward": weights, "encoding": self._batch.encoding, **self.configuration.given_options}
        return _made, (
            type(self),
            (self.game, *self._axes, self.configuration.players),
            settings | self._own_settings(),
        )

    def _own_settings(self) -> dict[str, Any]:
        """Settings beyond those of every environment."""
        return {}

    # Shapes

    def _shown(self) -> list[Shape]:
        """Shapes and types of a game, who decides, observation and mask."""
        return [
            self._shape((self._template.game_size,), jnp.uint8),
            self._shape((), jnp.int32),
            self._shape(self.observation_shape, jnp.float32),
            self._shape((self.num_actions,), jnp.bool_),
        ]

    def _shape(self, shape: tuple[int, ...], dtype: Any) -> Shape:
        """The shape and type of something that each game has."""
        return Shape((*self._axes, *shape), dtype)

    def _begun(self, game: Any, player: Any, observation: Any, mask: Any) -> State:
        return State(
            current_player=player,
            observation=observation,
            rewards=jnp.zeros((*self._axes, self.num_players), jnp.float32),
            terminated=jnp.zeros(self._axes, jnp.bool_),
            truncated=jnp.zeros(self._axes, jnp.bool_),
            legal_action_mask=mask,
            _step_count=jnp.zeros(self._axes, jnp.int32),
            _game=game,
            _env=self,
        )

    def _finished(self, state: State) -> jax.Array:
        """Whether the game of a state is over, so that a step does nothing."""
        return state.terminated

    def _counted(self, state: State) -> Any:
        self._check(state)
        sides, categories = self._batch.final_points.shape[1:]
        shapes = [self._shape((sides, categories), jnp.int32), self._shape((self.num_players,), jnp.float32)]
        return self._calls("points", shapes, state._game)

    def _check(self, state: Any) -> None:
        """Refuse what is no state of this environment, while a program is traced."""
        check_state(self, state)
        check_shapes(self._axes, self._template.game_size, self.num_actions, state)


def _made(kind: type, arguments: tuple[Any, ...], settings: dict[str, Any]) -> Env:
    """An environment again, after pickle."""
    return kind(*arguments, **settings)


def auto_reset(step: Any, init: Any) -> Any:
    """Let finished games be followed by new ones, as Pgx's wrapper of this name does.

    `terminated` and `rewards` of a step tell of the game that ended, everything else of the new one. Under `jax.vmap`
    every step deals a new game in every row, whether it is needed or not; `make_vec` does not.

    Args:
        step: of an environment.
        init: of the same environment.

    Returns:
        A function (state, action, key) -> state.
    """

    def stepped(state: State, action: Any, key: Any) -> State:
        flags = jnp.zeros_like(state.terminated)
        state = step(state.replace(terminated=flags, truncated=flags), action)
        ended = state.terminated | state.truncated
        begun = init(key).replace(rewards=state.rewards, terminated=state.terminated, truncated=state.truncated)
        return jax.tree.map(lambda new, old: jnp.where(ended, new, old), begun, state)

    return stepped
