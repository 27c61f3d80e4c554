"""Checks of what programs pass, while they are traced: states, keys, whole numbers."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from moon_envs.base.checks import shown
from moon_envs.base.errors import ConfigurationError

MOST_INT32 = 2**31 - 1


def check_state(environment: Any, state: Any) -> None:
    """Refuse what is no state of an environment."""
    owner = getattr(state, "_env", None)
    if not hasattr(state, "_game") or owner is None:
        raise ConfigurationError(f"state: a State of this environment is needed, not {type(state).__name__}.")
    if owner != environment:
        raise ConfigurationError(
            f"state: it belongs to another environment, {owner!r}; this is {environment!r}. Use each state with the "
            "environment that made it."
        )


def check_shapes(axes: tuple[int, ...], game_size: int, actions: int, state: Any) -> None:
    """Refuse a state whose arrays have other shapes or types than compiled code reads.

    Args:
        axes: the axes of games in front of every array.
        game_size: the bytes of a game.
        actions: the number of actions.
        state: of the right environment.
    """
    needed = {
        "_game": ((*axes, game_size), jnp.uint8),
        "current_player": (axes, jnp.int32),
        "terminated": (axes, jnp.bool_),
        "truncated": (axes, jnp.bool_),
        "legal_action_mask": ((*axes, actions), jnp.bool_),
    }
    for name, (shape, dtype) in needed.items():
        array = getattr(state, name)
        has = np.shape(array), str(getattr(array, "dtype", type(array).__name__))  # wrappers may set True or False
        if has != (shape, jnp.dtype(dtype).name):
            raise ConfigurationError(
                f"state: {name} has the shape {has[0]} and the type {has[1]}; allowed: {shape} and "
                f"{jnp.dtype(dtype).name}. For many games use jax.vmap, or make_vec."
            )


def words_of(what: str, key: Any) -> jax.Array:
    """The two or four words of a key, of the new or the old kind."""
    if not hasattr(key, "dtype"):
        raise ConfigurationError(f"{what}: key={key!r} is not allowed; allowed: a key of jax.random.")
    words = jax.random.key_data(key) if jnp.issubdtype(key.dtype, jax.dtypes.prng_key) else key
    if words.dtype != jnp.uint32 or words.ndim != 1 or words.shape[0] not in (2, 4):
        raise ConfigurationError(
            f"{what}: key has shape {words.shape} and type {words.dtype}; allowed: one key of jax.random. For many "
            f"games use jax.vmap(env.{what})."
        )
    return words


def whole_number(name: str, given: Any, like: Any) -> jax.Array:
    """A whole number as int32; numbers outside of int32 stay outside of what is legal."""
    if type(given) is int:
        number: Any = np.int64(min(max(given, -1), MOST_INT32))
    elif isinstance(given, (np.ndarray, np.generic)):
        number = given  # JAX would cut off the upper half of 64 bits
    else:
        try:
            if given is None:  # old versions of JAX take it for a number
                raise TypeError
            number = jnp.asarray(given)
        except (TypeError, ValueError) as error:
            raise ConfigurationError(f"{name}={shown(given)} is not allowed; allowed: whole numbers.") from error
    if not jnp.issubdtype(number.dtype, jnp.integer):
        raise ConfigurationError(f"{name} has the type {number.dtype}; allowed: whole numbers.")
    if number.shape != like.shape:
        raise ConfigurationError(
            f"{name} has the shape {number.shape}; allowed: {like.shape}. For many games use jax.vmap, or make_vec."
        )
    library: Any = jnp if isinstance(number, jax.Array) else np
    bounds = np.iinfo(number.dtype)
    if bounds.max > MOST_INT32:
        number = library.minimum(number, number.dtype.type(MOST_INT32))
    if bounds.min < -MOST_INT32 - 1:
        number = library.maximum(number, number.dtype.type(-1))
    return jnp.asarray(number.astype(np.int32))
