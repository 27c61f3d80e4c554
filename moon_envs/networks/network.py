"""A network that runs without a framework: from observation and mask to logits and the value of the position.

    rivals  = relu(player block of each opponent), pooled: mean and maximum   (not in the solo mode)
    first   = relu(table block, own block, mask, rivals)
    second  = relu(first)
    policy  = a logit for each action; value = the expected return of the player from here on
    pointer = a weight for each feature of actions; its columns, times the weight, are added to their logits

An `.npz` file stores the weights with a description of the game, in half precision where it suffices, else in single.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.base.checks import any_array, check_kind, shown
from moon_envs.base.errors import ConfigurationError, NetworkError, reason
from moon_envs.base.files.disk import as_path, write_file
from moon_envs.base.showing import Facts, Shown
from moon_envs.core.game import SEVERAL, SOLO, Game
from moon_envs.core.rewards import Rewards, check_reward, reward_fact
from moon_envs.engine.loading import network_engine
from moon_envs.networks.file import made_for_another_game, pack, unpack
from moon_envs.networks.inputs import EMBEDDED, THERMOMETER, Block, Inputs
from moon_envs.networks.weights import Sizes, check_parameters, check_places, parameter_shapes, stored

# More rows are evaluated in parts, because Python handles an interrupt only between two calls of compiled code.
MULTIPLICATIONS_AT_ONCE = 1 << 26

# Files and weights call the layer that sees each opponent `rival`, as they always have.
FORMAT = 2
FORMAT_WITHOUT_THERMOMETERS = 1
VALUE_FORMAT = 3  # of a `ValueNetwork`


class Network(Shown):
    """A network with its weights, for one game, solo or not.

    Args:
        inputs: its inputs.
        parameters: the weights by name, with the shapes of `parameter_shapes`.
        reward: the reward whose return the value predicts.
        trained: how it was trained, in words.

    Raises:
        ConfigurationError: the weights are not finite numbers of these shapes.

    Example:
        >>> import numpy as np
        >>> import moon_envs
        >>> from moon_envs.networks import Inputs, Network, parameter_shapes
        >>> inputs = Inputs(moon_envs.game("launch"), solo=True)
        >>> weights = {name: np.zeros(shape) for name, shape in parameter_shapes(inputs).items()}
        >>> network = Network(inputs, weights)
        >>> batch = moon_envs.Batch("launch", num_games=8, players=1, opponent=1)
        >>> logits, values = network.evaluate(batch.observation, batch.mask)
        >>> logits.shape, values.shape
        ((8, 138), (8,))
    """

    def __init__(
        self,
        inputs: Inputs,
        parameters: Mapping[str, np.ndarray],
        reward: str | Mapping[str, float] = "outcome",
        trained: str = "",
    ):
        self.inputs = check_kind("inputs", inputs, Inputs, "the Inputs of a game")
        self.rewards: Rewards = check_reward(reward)
        self.reward = reward
        self.trained = str(trained)
        self.hidden, self.opponent_width, self.parameters = check_parameters(inputs, parameters)
        self._sizes = Sizes(inputs.table.size, inputs.player.size, inputs.actions, inputs.most_players, inputs.solo)
        self._layers = self._arrays_of_layers()
        self._rows_at_once = max(1, MULTIPLICATIONS_AT_ONCE // sum(layer.size for layer in self._layers))

    def __reduce__(self) -> tuple:
        """Pickle the arguments, so that copies in other processes are checked like new networks."""
        return type(self), (self.inputs, dict(self.parameters), self.reward, self.trained)

    def __copy__(self) -> Network:
        """Return this network itself: it never changes, so agents and searches share it."""
        return self

    def __deepcopy__(self, memo: dict) -> Network:
        return self

    def _repr_facts_(self) -> Facts:
        weights = sum(value.size for value in self.parameters.values())
        facts = {"game": self.game.id, "solo": self.inputs.solo, "hidden": self.hidden, "weights": weights}
        return {**facts, "reward": reward_fact(self.rewards), "trained": self.trained}

    @property
    def game(self) -> Game:
        """The game that it plays."""
        return self.inputs.game

    @property
    def mode(self) -> str:
        """The mode that it plays, "solo" or "several"."""
        return SOLO if self.inputs.solo else SEVERAL

    def evaluate(self, observation: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Evaluate positions. A row has the same result to the last bit, whatever the other rows are.

        Args:
            observation: (k, columns) float32, compact, for any number of players that the network can play with.
            mask: (k, actions), 1 for legal actions.

        Returns:
            Logits (k, actions), very low for illegal actions, and values (k,), both float32.

        Raises:
            ConfigurationError: the shapes do not fit the network.
        """
        given, legal = _numbers("observations", observation, np.float32), _numbers("masks", mask, np.int8)
        self._check_shapes(given, legal)
        logits, values = np.empty(legal.shape, np.float32), np.empty(len(legal), np.float32)
        evaluate_rows = network_engine().evaluate_rows
        for first in range(0, len(legal), self._rows_at_once):
            rows = slice(first, first + self._rows_at_once)
            evaluate_rows(given[rows], legal[rows], *self._layers, logits[rows], values[rows])
        return logits, values

    def _check_shapes(self, observation: np.ndarray, mask: np.ndarray) -> None:
        table, player, actions, most_players, solo = self._sizes
        columns = observation.shape[1] if observation.ndim == 2 else 0
        players = range(1, 2) if solo else range(2, most_players + 1)
        is_fitting = columns in [table + count * player for count in players]
        if not is_fitting or mask.shape != (len(observation), actions):
            raise ConfigurationError(
                f"Observations {observation.shape} and masks {mask.shape} are not those of {self.game.id} "
                f"{'alone' if solo else 'with several players'}; the network takes compact ones, "
                f"(k, {table} + {player} for each player) and (k, {actions})."
            )

    def _arrays_of_layers(self) -> tuple[np.ndarray, ...]:
        """Return the arrays that the compiled loop takes, in its order; weights are (inputs, outputs)."""
        parameters, numbers = dict(self.parameters), [np.zeros(0, np.float32)]
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
        table, player = blocks
        stored = np.concatenate(numbers)
        check_places(self._sizes, table, player, stored, layers[0], layers[2], described)
        return (table, player, stored, *layers, described)

    def save(self, path: str | Path) -> None:
        """Write the network to a file atomically; the new file is read back before it replaces an old one.

        Raises:
            NetworkError: the file could not be read back; the old file is still there.
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
            "rival_width": self.opponent_width,
            "reward": self.reward if isinstance(self.reward, str) else dict(self.reward),
            "trained": self.trained,
        }
        path = as_path(path, NetworkError)
        try:
            data = pack(about, {name: stored(value) for name, value in self.parameters.items()})
        except ValueError as error:
            raise NetworkError(f"{path}: not written: the description of the network: {reason(error)}.") from error
        write_file(path, data, lambda written: _read(written, self.game))

    @classmethod
    def load(cls, path: str | Path) -> Network:
        """Read a network from a file.

        Raises:
            NetworkError: it cannot be read, is damaged, or is for another version of its game.
        """
        return _read(as_path(path, NetworkError))


def _read(path: Path, game: Game | None = None) -> Network:
    """Read the network in a file. The game need not be registered if it is given."""
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
    except ConfigurationError as error:
        raise NetworkError(f"{path}: {error}") from error


def _numbers(what: str, given: Any, kind: type[np.generic]) -> np.ndarray:
    """Return numbers as an array for compiled code. A `range` is refused, because it may not fit into memory."""
    is_array = isinstance(given, (list, tuple)) or hasattr(type(given), "__array__")
    array = any_array(given if is_array else None)
    if array.dtype.kind not in "biuf":
        raise ConfigurationError(f"{what} are numbers, not {shown(given)}.")
    return np.ascontiguousarray(array, dtype=kind)


def _describe(where: str, block: Block, parameters: Mapping[str, np.ndarray], numbers: list[np.ndarray]) -> np.ndarray:
    """Return the description of every column for the compiled layers; append embeddings to `numbers`."""
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


def _check_format(path: Path, given: int) -> None:
    if given == VALUE_FORMAT:
        raise NetworkError(f"{path}: format {given} is that of a value network, which ValueNetwork.load reads.")
    if given not in (FORMAT, FORMAT_WITHOUT_THERMOMETERS):
        known = f"{FORMAT_WITHOUT_THERMOMETERS}, {FORMAT} and {VALUE_FORMAT}"
        raise NetworkError(f"{path}: format {given} is not known; this version reads {known}.")


def _check_about(path: Path, about: dict[str, Any], game: Game | None) -> Inputs:
    from moon_envs.core.registry import game as find_game

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
        if name == "format":  # first of all: other formats describe other things
            _check_format(path, about[name])
    try:
        check_reward(about["reward"])
        inputs = Inputs(find_game(about["game"]) if game is None else game, about["solo"], about["thermometers"])
    except ValueError as error:
        raise NetworkError(f"{path}: {error}") from error
    if about["fingerprint"] != inputs.fingerprint():
        raise made_for_another_game(path, about, inputs.game.version, "other features or actions")
    return inputs
