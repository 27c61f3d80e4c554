"""A network run by numpy: an observation and a mask to a score for each action and the value of the position.

    rivals  = relu(player block of each rival), pooled: the mean and the largest   (not in the solo mode)
    first   = relu(table block, own block, mask, rivals)
    second  = relu(first)
    policy  = one score for each action; value = what the player may still expect of the reward

Weights are stored as half precision in an `.npz` file with a description of what they are for.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.errors import NetworkError
from moon_envs.files import write_file
from moon_envs.game import Game
from moon_envs.networks.file import pack, unpack
from moon_envs.networks.inputs import Block, Inputs
from moon_envs.rewards import Rewards, check_reward

FORMAT = 1
HIDDEN, RIVAL_WIDTH = 192, 64
MOST_WIDTH = 4096
LOWEST_SCORE = np.float32(-1e9)  # of what is not legal


def parameter_shapes(
    inputs: Inputs, hidden: int = HIDDEN, rival_width: int = RIVAL_WIDTH
) -> dict[str, tuple[int, ...]]:
    """Name and shape of every parameter, weights as (outputs, inputs)."""
    shapes: dict[str, tuple[int, ...]] = {}
    for where, block in (("table", inputs.table), ("player", inputs.player)):
        for category in block.categories:
            if not category.is_one_hot:
                shapes[f"embedding.{where}.{category.name}"] = (category.values, category.width)
    seen = inputs.table.width + inputs.player.width + inputs.actions
    if not inputs.solo:
        shapes |= {"rival.weight": (rival_width, inputs.player.width), "rival.bias": (rival_width,)}
        seen += 2 * rival_width
    shapes |= {"first.weight": (hidden, seen), "first.bias": (hidden,)}
    shapes |= {"second.weight": (hidden, hidden), "second.bias": (hidden,)}
    shapes |= {"policy.weight": (inputs.actions, hidden), "policy.bias": (inputs.actions,)}
    return shapes | {"value.weight": (1, hidden), "value.bias": (1,)}


class Network:
    """A network with its weights, for one game, solo or not.

    Args:
        inputs: what it sees.
        parameters: the weights, as in `parameter_shapes`.
        reward: the mixture that the value predicts.
        trained: in words how it was trained.

    Example:
        >>> import numpy as np
        >>> import moon_envs
        >>> from moon_envs.networks import Inputs, Network
        >>> from moon_envs.networks.network import parameter_shapes
        >>> inputs = Inputs(moon_envs.game("launch"), solo=True)
        >>> weights = {name: np.zeros(shape) for name, shape in parameter_shapes(inputs).items()}
        >>> network = Network(inputs, weights)
        >>> batch = moon_envs.Batch("launch", num_games=8, players=1, opponent=1)
        >>> scores, values = network.evaluate(batch.observation, batch.mask)
        >>> scores.shape, values.shape
        ((8, 138), (8,))
    """

    def __init__(
        self,
        inputs: Inputs,
        parameters: Mapping[str, np.ndarray],
        reward: str | Mapping[str, float] = "outcome",
        trained: str = "",
    ):
        self.inputs = inputs
        self.rewards: Rewards = check_reward(reward)
        self.reward = reward
        self.trained = trained
        self.hidden = len(parameters["first.bias"])
        self.rival_width = 0 if inputs.solo else len(parameters["rival.bias"])
        self.parameters = {name: np.asarray(value, dtype=np.float32) for name, value in parameters.items()}
        # (inputs, outputs), which multiplies faster than the transposed view.
        self._weights = {
            name.partition(".")[0]: np.ascontiguousarray(value.T)
            for name, value in self.parameters.items()
            if name.endswith(".weight")
        }

    @property
    def game(self) -> Game:
        """The game it plays."""
        return self.inputs.game

    def evaluate(self, observation: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Scores of the actions, very low where they are not legal, and values of the positions.

        Args:
            observation: (k, columns) float32, compact, with any number of players that the network is for.
            mask: (k, actions), 1 for legal actions.
        """
        table, player = self.inputs.table, self.inputs.player
        own = observation[:, table.size : table.size + player.size]
        seen = [
            self._encode("table", table, observation[:, : table.size]),
            self._encode("player", player, own),
            mask.astype(np.float32),
        ]
        if not self.inputs.solo:
            seen += self._rivals(observation[:, table.size + player.size :])
        first = self._relu(np.concatenate(seen, axis=1), "first")
        second = self._relu(first, "second")
        scores = second @ self._weights["policy"] + self.parameters["policy.bias"]
        scores[mask == 0] = LOWEST_SCORE
        values = second @ self._weights["value"] + self.parameters["value.bias"]
        return scores, values[:, 0]

    def _encode(self, where: str, block: Block, columns: np.ndarray) -> np.ndarray:
        parts = [columns[:, block.plain]]
        for category in block.categories:
            values = np.rint(columns[:, category.columns] * (category.values - 1)).astype(np.int64)
            if category.is_one_hot:
                stands = np.eye(category.values, dtype=np.float32)
            else:
                stands = self.parameters[f"embedding.{where}.{category.name}"]
            parts.append(stands[values].reshape(len(columns), -1))
        return np.concatenate(parts, axis=1)

    def _rivals(self, columns: np.ndarray) -> list[np.ndarray]:
        player = self.inputs.player
        rivals = columns.shape[1] // player.size
        each = self._encode("player", player, columns.reshape(len(columns) * rivals, player.size))
        seen = self._relu(each, "rival").reshape(len(columns), rivals, -1)
        return [seen.mean(axis=1), seen.max(axis=1)]

    def _relu(self, inputs: np.ndarray, name: str) -> np.ndarray:
        outputs = inputs @ self._weights[name]
        outputs += self.parameters[f"{name}.bias"]
        return np.maximum(outputs, 0, out=outputs)

    def save(self, path: str | Path) -> None:
        """Write the network to a file."""
        about = {
            "format": FORMAT,
            "game": self.game.id,
            "version": self.game.version,
            "solo": self.inputs.solo,
            "fingerprint": self.inputs.fingerprint(),
            "hidden": self.hidden,
            "rival_width": self.rival_width,
            "reward": self.reward if isinstance(self.reward, str) else dict(self.reward),
            "trained": self.trained,
        }
        halves = {name: value.astype(np.float16) for name, value in self.parameters.items()}
        write_file(Path(path), pack(about, halves))

    @classmethod
    def load(cls, path: str | Path) -> Network:
        """Read a network from a file.

        Raises:
            NetworkError: it cannot be read, is damaged, or is for another version of its game.
        """
        about, parameters = unpack(Path(path))
        inputs = _check_about(path, about)
        hidden, rival_width = about["hidden"], about["rival_width"]
        shapes = parameter_shapes(inputs, hidden, rival_width)
        if {name: value.shape for name, value in parameters.items()} != shapes:
            raise NetworkError(f"{path}: the weights do not have the shapes that its description says.")
        if not all(np.isfinite(value).all() for value in parameters.values()):
            raise NetworkError(f"{path}: a weight is not a finite number.")
        return cls(inputs, parameters, about["reward"], about["trained"])


def _check_about(path: str | Path, about: dict[str, Any]) -> Inputs:
    from moon_envs.registry import game as find_game

    kinds: dict[str, type | tuple[type, ...]] = {
        "format": int,
        "game": str,
        "version": int,
        "solo": bool,
        "fingerprint": str,
    }
    kinds |= {"hidden": int, "rival_width": int, "reward": (str, dict), "trained": str}
    for name, kind in kinds.items():
        if not isinstance(about.get(name), kind) or (kind is int and isinstance(about[name], bool)):
            raise NetworkError(f"{path}: the description of the network has no valid {name!r}.")
    if about["format"] != FORMAT:
        raise NetworkError(f"{path}: format {about['format']} is not known; this version reads {FORMAT}.")
    if not (0 < about["hidden"] <= MOST_WIDTH and 0 <= about["rival_width"] <= MOST_WIDTH):
        raise NetworkError(f"{path}: layers of {about['hidden']} and {about['rival_width']} are not allowed.")
    try:
        check_reward(about["reward"])
        inputs = Inputs(find_game(about["game"]), about["solo"])
    except ValueError as error:
        raise NetworkError(f"{path}: {error}") from error
    if about["fingerprint"] != inputs.fingerprint():
        raise NetworkError(
            f"{path}: made for version {about['version']} of {about['game']} with other features or actions; "
            f"this is version {inputs.game.version}. Train it anew."
        )
    return inputs
