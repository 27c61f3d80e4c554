"""How observations and masks are handed out: the words and types that different trainers look for."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from moon_envs.base.checks import check_choice, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.batch import Batch

OBSERVATION_FORMATS = ("box", "dict")
MASK_TYPES = {"int8": np.int8, "bool": np.bool_, "float32": np.float32}


class Format:
    """What an observation and a mask look like.

    Args:
        obs_format: "box", the features alone, or "dict", with the mask.
        observation_key: what the features are called in the dict.
        mask_key: what the mask is called, in the dict and in the infos.
        mask_dtype: "int8" as Gymnasium and PettingZoo want it, "bool" or "float32".

    Attributes:
        is_dict: whether observations are dicts.
        is_native: whether masks are handed out as batches hold them.
    """

    def __init__(self, obs_format: str, observation_key: str, mask_key: str, mask_dtype: str):
        self.is_dict = check_choice("obs_format", obs_format, OBSERVATION_FORMATS) == "dict"
        self.observation_key = _check_key("observation_key", observation_key)
        self.mask_key = _check_key("mask_key", mask_key)
        if self.observation_key == self.mask_key:
            raise ConfigurationError(f"observation_key and mask_key are both {mask_key!r}; they must differ.")
        self._dtype = MASK_TYPES[check_choice("mask_dtype", mask_dtype, MASK_TYPES)]
        self.is_native = self._dtype is np.int8

    def space(self, batch: Batch, actions: int) -> spaces.Space:
        """The space of one player's observations."""
        features = spaces.Box(0.0, 1.0, batch.observation.shape[1:], np.float32)
        if not self.is_dict:
            return features
        return spaces.Dict({self.observation_key: features, self.mask_key: spaces.Box(0, 1, (actions,), self._dtype)})

    def mask(self, mask: np.ndarray) -> np.ndarray:
        """A copy of a mask, in the wanted type."""
        return mask.copy() if self.is_native else mask.astype(self._dtype)

    def observation(self, observation: np.ndarray, mask: np.ndarray) -> Any:
        """An observation, with a copy of its mask where that belongs to it."""
        if self.is_dict:
            return {self.observation_key: observation, self.mask_key: self.mask(mask)}
        return observation


def _check_key(name: str, key: Any) -> str:
    if not isinstance(key, str) or not key:
        raise ConfigurationError(f"{name}={shown(key)} is not allowed; allowed: a name.")
    return key
