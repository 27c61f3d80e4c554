"""The format of observations and masks: trainers expect different keys and types."""

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
    """Converts observations and masks of a batch to the format that a trainer expects.

    Args:
        obs_format: "box", the features alone, or "dict", with the mask.
        observation_key: the key of the features in the dict.
        mask_key: the key of the mask, in the dict and in the infos.
        mask_dtype: "int8", which Gymnasium and PettingZoo expect, "bool" or "float32".

    Attributes:
        is_dict: whether observations are dicts.
        is_native: whether masks have the type that batches use.
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
        """Return the space of one player's observations."""
        features = spaces.Box(0.0, 1.0, batch.observation.shape[1:], np.float32)
        if not self.is_dict:
            return features
        return spaces.Dict({self.observation_key: features, self.mask_key: spaces.Box(0, 1, (actions,), self._dtype)})

    def mask(self, mask: np.ndarray) -> np.ndarray:
        """Return a copy of a mask, in the chosen type."""
        return mask.copy() if self.is_native else mask.astype(self._dtype)

    def observation(self, observation: np.ndarray, mask: np.ndarray) -> Any:
        """Return an observation in the chosen format; a dict gets a copy of the mask."""
        if self.is_dict:
            return {self.observation_key: observation, self.mask_key: self.mask(mask)}
        return observation


def _check_key(name: str, key: Any) -> str:
    if not isinstance(key, str) or not key:
        raise ConfigurationError(f"{name}={shown(key)} is not allowed; allowed: a name.")
    return key
