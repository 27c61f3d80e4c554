"""A whole batch of games in one call: the fastest way to play inside `jax.jit`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jax
import jax.numpy as jnp

from moon_envs.base.checks import check_flag, check_whole_number
from moon_envs.batch import Batch
from moon_envs.batch.batch import MOST_GAMES
from moon_envs.core.game import Game
from moon_envs.core.tables import COMPACT
from moon_envs.engine.threads import thread_count
from moon_envs.jax.environment import Env, State


class VecEnv(Env):
    """Many games in every state: all arrays have a first axis of `num_envs`, and one key serves all games.

    The games are those of `Batch` with the same seed: `init(jax.random.key(seed))` deals game i from seed + i, and with
    `autoreset` a game that ends is followed by the next one in the same step, as `Batch` does it. Then `terminated` and
    `rewards` tell of the game that ended, everything else of the new one.

    Give the state to `jax.jit` with `donate_argnums`, or carry it through `jax.lax.scan`: then games are changed in
    place, and not copied.

    Args:
        game: a game id or a `Game`.
        num_envs: the number of games.
        players: the number of players; 1 is the solo mode, None the usual number.
        reward: as `Batch`.
        encoding: "compact" or "one_hot".
        autoreset: whether games that end are followed by new ones.
        threads: a number, or None for all cores when the batch is large; XLA's own threads do the work. Results do not
            depend on it.
        directly: whether XLA calls the compiled game itself; None wherever this version of JAX is known.
        **options: the options of the game.

    Example:
        >>> import jax
        >>> import moon_envs.jax
        >>> env = moon_envs.jax.make_vec("launch", 64, players=2)
        >>> def play(state, key):
        ...     state = env.step(state, env.sample(state, key))
        ...     return state, state.terminated.sum()
        >>> @jax.jit
        ... def games_that_ended(key):
        ...     _, ended = jax.lax.scan(play, env.init(key), jax.random.split(key, 200))
        ...     return ended.sum()
        >>> int(games_that_ended(jax.random.key(0))) >= 64
        True
    """

    def __init__(
        self,
        /,
        game: str | Game,
        num_envs: int,
        players: int | None = None,
        *,
        reward: str | Mapping[str, float] = "outcome",
        encoding: str = COMPACT,
        autoreset: bool = True,
        threads: int | None = None,
        directly: bool | None = None,
        **options: Any,
    ):
        self.num_envs = check_whole_number("num_envs", num_envs, 1, MOST_GAMES)
        self.autoreset = check_flag("autoreset", autoreset)
        self._axes = (self.num_envs,)
        reset = "same_step" if self.autoreset else "disabled"
        batch = Batch(game, 1, players, reward=reward, encoding=encoding, autoreset=reset, threads=1, **options)
        self.threads = thread_count(threads, self.num_envs)
        self._settle(batch, directly, self.threads)

    def step(self, state: State, action: Any, key: Any = None) -> State:
        """Carry out one decision in every game.

        Args:
            state: of this environment.
            action: whole numbers, one for each game.
            key: accepted because Pgx has it. Games carry their own random numbers.
        """
        moved = super().step(state, action, key)
        if not self.autoreset:
            return moved
        return moved.replace(_step_count=jnp.where(moved.terminated, 0, moved._step_count))

    def _finished(self, state: State) -> jax.Array:
        """With autoreset a new game has followed the one that ended."""
        return jnp.zeros_like(state.terminated) if self.autoreset else state.terminated

    def _own_settings(self) -> dict[str, Any]:
        return {"autoreset": self.autoreset, "threads": self.threads}

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and isinstance(other, VecEnv) and other.num_envs == self.num_envs

    def __hash__(self) -> int:
        return hash((super().__hash__(), self.num_envs))
