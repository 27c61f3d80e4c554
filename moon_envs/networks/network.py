"""A network run without a framework: observation and mask to a score for each action and the value of the position.

    rivals  = relu(player block of each rival), pooled: the mean and the largest   (not in the solo mode)
    first   = relu(table block, own block, mask, rivals)
    second  = relu(first)
    policy  = one score for each action; value = what the player may still expect of the reward
    pointer = one weight for each feature of actions: its columns, times the weight, are added to their actions' scores

Weights are stored in an `.npz` file with a description of what they are for: in half precision, or in single precision
where half cannot hold them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.checks import any_array, check_whole_number, shown
from moon_envs.errors import ConfigurationError, NetworkError, reason
from moon_envs.files import write_file
from moon_envs.game import Game
from moon_envs.loading import network_engine
from moon_envs.networks.file import MOST_BYTES, MOST_BYTES_OF_ABOUT, pack, unpack
from moon_envs.networks.inputs import EMBEDDED, THERMOMETER, Block, Inputs
from moon_envs.rewards import Rewards, check_reward
from moon_envs.showing import Facts, Shown, reward_fact

FORMAT = 2
FORMAT_WITHOUT_THERMOMETERS = 1
HIDDEN, RIVAL_WIDTH = 192, 64
MOST_WIDTH = 4096


def parameter_shapes(
    inputs: Inputs, hidden: int = HIDDEN, rival_width: int = RIVAL_WIDTH
) -> dict[str, tuple[int, ...]]:
    """Name and shape of every parameter, weights as (outputs, inputs).

    Raises:
        ConfigurationError: layers of these widths are not allowed, or no file could hold them.
    """
    if not isinstance(inputs, Inputs):
        raise ConfigurationError(f"inputs={shown(inputs)} is not allowed; allowed: Inputs of a game.")
    hidden = check_whole_number("hidden", hidden, 1, MOST_WIDTH)
    rival_width = check_whole_number("rival_width", rival_width, 0 if inputs.solo else 1, MOST_WIDTH)
    shapes: dict[str, tuple[int, ...]] = {}
    for where, block in (("table", inputs.table), ("player", inputs.player)):
        for feature in block.spread:
            if feature.coding == EMBEDDED:
                shapes[f"embedding.{where}.{feature.name}"] = (feature.values, feature.width)
    seen = inputs.table.width + inputs.player.width + inputs.actions
    if not inputs.solo:
        shapes |= {"rival.weight": (rival_width, inputs.player.width), "rival.bias": (rival_width,)}
        seen += 2 * rival_width
    shapes |= {"first.weight": (hidden, seen), "first.bias": (hidden,)}
    shapes |= {"second.weight": (hidden, hidden), "second.bias": (hidden,)}
    shapes |= {"policy.weight": (inputs.actions, hidden), "policy.bias": (inputs.actions,)}
    shapes |= {"value.weight": (1, hidden), "value.bias": (1,)}
    if inputs.pointers:
        shapes |= {"pointer.weight": (len(inputs.pointers), hidden), "pointer.bias": (len(inputs.pointers),)}
    numbers = sum(map(math.prod, shapes.values()))
    if numbers * np.dtype(np.float32).itemsize > MOST_BYTES - MOST_BYTES_OF_ABOUT:
        raise ConfigurationError(
            f"hidden={hidden} and rival_width={rival_width} make {numbers} weights for {inputs.game.id}, more than the "
            "file of a network can hold; take narrower layers."
        )
    return shapes


class Network(Shown):
    """A network with its weights, for one game, solo or not.

    Args:
        inputs: what it sees.
        parameters: the weights, as in `parameter_shapes`.
        reward: the mixture that the value predicts.
        trained: in words how it was trained.

    Raises:
        NetworkError: the weights do not have these names and shapes, or are not finite numbers.
        ConfigurationError: something else is not allowed.

    Example:
        >>> import numpy as np
        >>> import moon_envs
        >>> from moon_envs.networks import Inputs, Network, parameter_shapes
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
        if not isinstance(inputs, Inputs):
            raise ConfigurationError(f"inputs={shown(inputs)} is not allowed; allowed: Inputs of a game.")
        self.inputs = inputs
        self.rewards: Rewards = check_reward(reward)
        self.reward = reward
        self.trained = str(trained)
        self.parameters = _checked_parameters(inputs, parameters)
        self.hidden = len(self.parameters["first.bias"])
        self.rival_width = 0 if inputs.solo else len(self.parameters["rival.bias"])
        self._layers = self._arrays_of_layers()

    def __copy__(self) -> Network:
        """Nothing in it changes: agents and searches of a process share it."""
        return self

    def __deepcopy__(self, memo: dict) -> Network:
        return self

    def _repr_facts_(self) -> Facts:
        weights = sum(value.size for value in self.parameters.values())
        facts = {"game": self.game.id, "solo": self.inputs.solo, "hidden": self.hidden, "weights": weights}
        return {**facts, "reward": reward_fact(self.rewards), "trained": self.trained}

    @property
    def game(self) -> Game:
        """The game it plays."""
        return self.inputs.game

    def evaluate(self, observation: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Scores of the actions, very low where they are not legal, and values of the positions.

        Each row by itself, in a fixed order of additions: to the last bit the same alone and among others.

        Args:
            observation: (k, columns) float32, compact, with any number of players that the network is for.
            mask: (k, actions), 1 for legal actions.

        Raises:
            ConfigurationError: they do not have the shapes that the network is for.
        """
        try:
            observation = np.ascontiguousarray(observation, dtype=np.float32)
            legal = np.ascontiguousarray(mask, dtype=np.int8)
        except (TypeError, ValueError, OverflowError) as error:
            raise ConfigurationError(f"Observations and masks must be arrays of numbers: {reason(error)}.") from error
        self._check_shapes(observation, legal)
        scores, values = np.empty(legal.shape, np.float32), np.empty(len(legal), np.float32)
        network_engine().evaluate_rows(observation, legal, *self._layers, scores, values)
        return scores, values

    def _check_shapes(self, observation: np.ndarray, mask: np.ndarray) -> None:
        inputs = self.inputs
        table, player = inputs.table.size, inputs.player.size
        columns = observation.shape[1] if observation.ndim == 2 else 0
        players = range(1, 2) if inputs.solo else range(2, inputs.most_players + 1)
        if columns not in [table + count * player for count in players] or mask.shape != (
            len(observation),
            inputs.actions,
        ):
            raise ConfigurationError(
                f"Observations {observation.shape} and masks {mask.shape} are not those of {inputs.game.id} "
                f"{'alone' if inputs.solo else 'with several players'}; the network takes compact ones, "
                f"(k, {table} + {player} for each player) and (k, {inputs.actions})."
            )

    def _arrays_of_layers(self) -> tuple[np.ndarray, ...]:
        """What the compiled loop takes between observation and scores; weights as (inputs, outputs)."""
        parameters, numbers = self.parameters, [np.zeros(0, np.float32)]
        blocks = []
        for where, block in (("table", self.inputs.table), ("player", self.inputs.player)):
            blocks.append(_describe(where, block, parameters, numbers))
        pointers = self.inputs.pointers
        scales = np.array([pointer.scale for pointer in pointers], np.float32)  # columns are from 0 to 1
        missing = {"rival.weight": np.zeros((0, 0), np.float32), "rival.bias": np.zeros(0, np.float32)}
        missing |= {"pointer.weight": np.zeros((0, self.hidden), np.float32), "pointer.bias": np.zeros(0, np.float32)}
        parameters = missing | parameters
        parameters["pointer.weight"] = parameters["pointer.weight"] * scales[:, np.newaxis]
        parameters["pointer.bias"] = parameters["pointer.bias"] * scales
        layers = []
        for names in (("rival",), ("first",), ("second",), ("policy", "value", "pointer")):
            layers.append(np.ascontiguousarray(np.concatenate([parameters[f"{name}.weight"] for name in names]).T))
            layers.append(np.concatenate([parameters[f"{name}.bias"] for name in names]))
        described = np.array([(one.column, one.action, one.size) for one in pointers], np.int64).reshape(-1, 3)
        return (*blocks, np.concatenate(numbers), *layers, described)

    def save(self, path: str | Path) -> None:
        """Write the network to a file, all of it or nothing: it is read again before it replaces a former one.

        Raises:
            NetworkError: it cannot be stored so that it can be read again; what was there before is still there.
            OSError: the file cannot be written.
        """
        about = {
            "format": FORMAT,
            "game": self.game.id,
            "version": self.game.version,
            "solo": self.inputs.solo,
            "thermometers": self.inputs.thermometers,
            "fingerprint": self.inputs.fingerprint(),
            "hidden": self.hidden,
            "rival_width": self.rival_width,
            "reward": self.reward if isinstance(self.reward, str) else dict(self.reward),
            "trained": self.trained,
        }
        path = Path(path)
        # Arrays can be written to, also those of a network.
        parameters = _checked_parameters(self.inputs, self.parameters)
        try:
            data = pack(about, {name: _stored(value) for name, value in parameters.items()})
        except ValueError as error:
            raise NetworkError(f"{path}: not written: the description of the network: {reason(error)}.") from error
        write_file(path, data, lambda written: _read(written, self.game))

    @classmethod
    def load(cls, path: str | Path) -> Network:
        """Read a network from a file.

        Raises:
            NetworkError: it cannot be read, is damaged, or is for another version of its game.
        """
        return _read(Path(path))


def _read(path: Path, game: Game | None = None) -> Network:
    """The network in a file, for a game that need not be registered if it is given."""
    about, parameters = unpack(path)
    inputs = _check_about(path, about, game)
    try:
        shapes = parameter_shapes(inputs, about["hidden"], about["rival_width"])
    except ConfigurationError as error:
        raise NetworkError(f"{path}: {error}") from error
    if {name: value.shape for name, value in parameters.items()} != shapes:
        raise NetworkError(f"{path}: the weights do not have the shapes that its description says.")
    try:
        return Network(inputs, parameters, about["reward"], about["trained"])
    except NetworkError as error:
        raise NetworkError(f"{path}: {error}") from error


def _checked_parameters(inputs: Inputs, parameters: Any) -> dict[str, np.ndarray]:
    """The weights in single precision, if they are those of a network and finite.

    Raises:
        NetworkError: says which are not.
    """
    given: dict[str, np.ndarray] = {}
    for name, value in parameters.items() if isinstance(parameters, Mapping) else ():
        array = any_array(value)
        if array.dtype.kind not in "fiu":
            raise NetworkError(f"{shown(name)}, {array.dtype}: a weight is not a finite number.")
        with np.errstate(over="ignore"):
            given[name] = array.astype(np.float32)
    widths = [given[name].size for name in ("first.bias", "rival.bias") if name in given]
    shapes = parameter_shapes(inputs, *widths) if "first.bias" in given else parameter_shapes(inputs)
    for name in sorted({*shapes, *map(str, given)}):
        found, needed = getattr(given.get(name), "shape", "missing"), shapes.get(name, "not one of its weights")
        if found != needed:
            raise NetworkError(f"{name}: {found}; a network with these inputs and layers has {needed}.")
        if not np.isfinite(given[name]).all():
            where = tuple(map(int, np.argwhere(~np.isfinite(given[name]))[0]))
            value = given[name][where]
            raise NetworkError(f"{name}, {value} at {where}: a weight is not a finite number of single precision.")
    return given


def _stored(value: np.ndarray) -> np.ndarray:
    """Weights as a file holds them: halves, unless one of them is too large for it."""
    with np.errstate(over="ignore"):
        halves = value.astype(np.float16)
    return halves if np.isfinite(halves).all() else value


def _describe(where: str, block: Block, parameters: Mapping[str, np.ndarray], numbers: list[np.ndarray]) -> np.ndarray:
    """What the compiled layers must know of every column; embeddings are added to `numbers`."""
    from moon_envs.engine.network.layers import CLIMBED, ONE_INPUT_FOR_EACH

    described = np.zeros((block.size, 4), dtype=np.int64)
    for place, column in enumerate(block.plain):
        described[column] = place, 0, 0, 1
    first = len(block.plain)
    for feature in block.spread:
        start = CLIMBED if feature.coding == THERMOMETER else ONE_INPUT_FOR_EACH
        if feature.coding == EMBEDDED:
            start = sum(len(one) for one in numbers)
            numbers.append(parameters[f"embedding.{where}.{feature.name}"].reshape(-1))
        for column in feature.columns:
            described[column] = first, feature.values, start, feature.width
            first += feature.width
    return described


def _check_about(path: Path, about: dict[str, Any], game: Game | None) -> Inputs:
    from moon_envs.registry import game as find_game

    kinds: dict[str, type | tuple[type, ...]] = {
        "format": int,
        "game": str,
        "version": int,
        "solo": bool,
        "thermometers": bool,
        "fingerprint": str,
    }
    kinds |= {"hidden": int, "rival_width": int, "reward": (str, dict), "trained": str}
    if about.get("format") == FORMAT_WITHOUT_THERMOMETERS:
        about = {**about, "thermometers": False}
    for name, kind in kinds.items():
        if not isinstance(about.get(name), kind) or (kind is int and isinstance(about[name], bool)):
            raise NetworkError(f"{path}: the description of the network has no valid {name!r}.")
    if about["format"] not in (FORMAT, FORMAT_WITHOUT_THERMOMETERS):
        known = f"{FORMAT_WITHOUT_THERMOMETERS} and {FORMAT}"
        raise NetworkError(f"{path}: format {about['format']} is not known; this version reads {known}.")
    try:
        check_reward(about["reward"])
        inputs = Inputs(find_game(about["game"]) if game is None else game, about["solo"], about["thermometers"])
    except ValueError as error:
        raise NetworkError(f"{path}: {error}") from error
    if about["fingerprint"] != inputs.fingerprint():
        raise NetworkError(
            f"{path}: made for version {about['version']} of {about['game']} with other features or actions; "
            f"this is version {inputs.game.version}. Train it anew."
        )
    return inputs
