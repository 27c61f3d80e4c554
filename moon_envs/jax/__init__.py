"""Games inside `jax.jit`, with the interface of Pgx. It needs the extra `jax` (`pip install "moon_envs[jax]"`).

`make` gives an environment whose functions take one game, for `jax.vmap`; `make_vec` one that takes a whole batch in
one call. XLA calls the compiled games directly (`engine/xla`). It imports `batch` and everything below it, and nothing
else of the package imports it. Start with `environment.py`, then `calls.py`.
"""

from moon_envs.base.errors import MissingExtraError

try:
    import jax.ffi  # noqa: F401
except ImportError as error:
    raise MissingExtraError(f'moon_envs.jax needs JAX ({error}): pip install "moon_envs[jax]"') from error

from moon_envs.jax.environment import Env, State, auto_reset
from moon_envs.jax.vector import VecEnv

make, make_vec = Env, VecEnv

__all__ = ["Env", "State", "VecEnv", "auto_reset", "make", "make_vec"]
