"""A value network: from what a seat sees to points and the chance to win.

    opponents = relu(sum of rows of each opponent's columns), pooled: mean and maximum   (not in the solo mode)
    own       = relu(sum of rows of the columns of the table and the own block)
    second    = relu(own, opponents)
    heads     = points to come, the best opponent's points to come, chance to win

It looks at the position after an action, so it needs neither actions nor masks. The first layer is a table with a row
for every value of every column (`value_inputs.py`), in whole numbers: a sum can be updated by the columns that differ
between two positions, and stays exact.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from moon_envs.base.checks import any_array, check_kind, check_whole_number, shown
from moon_envs.base.errors import ConfigurationError, NetworkError, reason
from moon_envs.base.files.disk import as_path, write_file
from moon_envs.base.showing import Facts, Shown
from moon_envs.core.game import SEVERAL, SOLO, Game
from moon_envs.engine.loading import look_ahead_engine
from moon_envs.networks.file import made_for_another_game, pack, unpack
from moon_envs.networks.goal import Goal
from moon_envs.networks.network import VALUE_FORMAT
from moon_envs.networks.value_inputs import CODE_WIDTH, ValueBlock, ValueInputs, own_inputs
from moon_envs.networks.weights import MOST_WIDTH, stored

HIDDEN, OPPONENT_WIDTH, SECOND_WIDTH = 128, 32, 32
HEADS = ("points", "opponent", "chance")

# Compiled layers use whole numbers. Weights have as many bits after the point as their largest sum leaves room for.
MOST_BITS, MOST_SUM, MOST_WEIGHT = 16, 2**31 - 1, 2**15 - 1
WIDTHS_ARE_MULTIPLES_OF = 8
ROWS_AT_ONCE = 1 << 14


def value_parameter_shapes(
    inputs: ValueInputs, hidden: int = HIDDEN, opponent_width: int = OPPONENT_WIDTH, second: int = SECOND_WIDTH
) -> dict[str, tuple[int, ...]]:
    """Return name and shape of every parameter; weights of layers are (inputs, outputs).

    Args:
        inputs: the inputs of the network.
        hidden: the width of the first layer.
        opponent_width: the width of the layer that sees each opponent; ignored in the solo mode.
        second: the width of the second layer.
    """
    check_kind("inputs", inputs, ValueInputs, "the ValueInputs of a game")
    for name, width in (("hidden", hidden), ("opponent_width", opponent_width), ("second", second)):
        check_whole_number(name, width, 1, MOST_WIDTH)
    shapes: dict[str, tuple[int, ...]] = {}
    blocks = {"own": (inputs.own, hidden)} | ({} if inputs.solo else {"opponent": (inputs.opponent, opponent_width)})
    for where, (block, width) in blocks.items():
        shapes |= {f"{where}.steps": (block.steps, width), f"{where}.bias": (width,)}
        shapes |= {f"{where}.codes.{coded.name}": (coded.values, CODE_WIDTH) for coded in block.coded}
    seen = hidden if inputs.solo else hidden + 2 * opponent_width
    shapes |= {"second.weight": (seen, second), "second.bias": (second,)}
    return shapes | {"heads.weight": (second, len(HEADS)), "heads.bias": (len(HEADS),)}


def whole_numbers(values: np.ndarray, bits: int, dtype: type[np.signedinteger]) -> np.ndarray:
    """Return numbers with `bits` bits after the point, as whole numbers; those beyond the type are cut off."""
    most = np.iinfo(dtype).max
    return np.clip(np.rint(values.astype(np.float64) * 2.0**bits), -most, most).astype(dtype)


def table_of(block: ValueBlock, steps: np.ndarray, codes: Mapping[str, np.ndarray]) -> np.ndarray:
    """Return the table of a block, (rows, width), from its learned steps and codes."""
    table = np.zeros((block.rows, steps.shape[1]), dtype=np.float64)
    added = steps.astype(np.float64)[block.step] * block.part[:, np.newaxis]
    for row in range(1, block.rows):
        table[row] = table[row - 1] * block.carried[row] + added[row]
    for coded in block.coded:
        last = coded.first_step + coded.columns * CODE_WIDTH
        learned = steps[coded.first_step : last].reshape(coded.columns, CODE_WIDTH, -1).astype(np.float64)
        found = np.einsum("vd,cdh->cvh", codes[coded.name].astype(np.float64), learned)
        size = coded.values + 1
        rows = table[coded.first_row : coded.first_row + coded.columns * size].reshape(coded.columns, size, -1)
        rows[:, 1:] = found
    return table


class Expected(NamedTuple):
    """What a seat can expect in k positions: arrays (k,) of float32.

    Attributes:
        points: the points that it will still get.
        opponent: in the solo mode the points that the opponent will still get, with several players the final points of
            the best opponent.
        chance: the chance to win.
    """

    points: np.ndarray
    opponent: np.ndarray
    chance: np.ndarray


class ValueNetwork(Shown):
    """A value network with its weights, for one game, solo or not.

    Args:
        inputs: its inputs.
        parameters: the weights by name, with the shapes of `value_parameter_shapes`.
        goal: what it plays for.
        trained: how it was trained, in words.

    Raises:
        ConfigurationError: the weights are not finite numbers of these shapes.

    Example:
        >>> import numpy as np
        >>> import moon_envs
        >>> from moon_envs.networks import ValueInputs, ValueNetwork, value_parameter_shapes
        >>> inputs = ValueInputs(moon_envs.game("launch"), solo=True)
        >>> weights = {name: np.zeros(shape) for name, shape in value_parameter_shapes(inputs).items()}
        >>> network = ValueNetwork(inputs, weights)
        >>> batch = moon_envs.Batch("launch", num_games=8, players=1, opponent=1)
        >>> expected = network.evaluate(batch.features)
        >>> expected.points.shape, float(expected.chance[0])
        ((8,), 0.5)
    """

    def __init__(
        self, inputs: ValueInputs, parameters: Mapping[str, np.ndarray], goal: Goal | None = None, trained: str = ""
    ):
        self.inputs = check_kind("inputs", inputs, ValueInputs, "the ValueInputs of a game")
        self.goal = Goal() if goal is None else check_kind("goal", goal, Goal, "a Goal")
        self.trained = str(trained)
        self._inputs = own_inputs(inputs)
        self.parameters = _checked(self._inputs, parameters)
        self.hidden, self.second = len(self.parameters["own.bias"]), len(self.parameters["second.bias"])
        self.opponent_width = 0 if self._inputs.solo else len(self.parameters["opponent.bias"])

    def __reduce__(self) -> tuple:
        """Pickle the arguments, so that copies in other processes are checked like new networks."""
        return type(self), (self.inputs, dict(self.parameters), self.goal, self.trained)

    def __copy__(self) -> ValueNetwork:
        """Return this network itself: it never changes, so agents and searches share it."""
        return self

    def __deepcopy__(self, memo: dict) -> ValueNetwork:
        return self

    def _repr_facts_(self) -> Facts:
        weights = sum(value.size for value in self.parameters.values())
        facts = {"game": self.game.id, "solo": self.inputs.solo, "hidden": self.hidden, "weights": weights}
        return {**facts, "trained": self.trained}

    @property
    def game(self) -> Game:
        """The game that it plays."""
        return self.inputs.game

    @property
    def mode(self) -> str:
        """The mode that it plays, "solo" or "several"."""
        return SOLO if self._inputs.solo else SEVERAL

    @property
    def widths(self) -> tuple[int, int, int]:
        """The widths of the first layer, of the layer that sees each opponent, and of the second layer."""
        return self.hidden, self.opponent_width, self.second

    @functools.cached_property
    def layers(self) -> dict[str, Any]:
        """The arrays and settings that compiled loops read, by the names of their fields in a looker."""
        from moon_envs.engine.look_ahead.looker import INPUT_BITS, MOST_INPUT

        parameters, inputs = self.parameters, self._inputs
        blocks = {"own": inputs.own} | ({} if inputs.solo else {"opponent": inputs.opponent})
        tables, reach = {}, 1.0
        for where, block in blocks.items():
            codes = {coded.name: parameters[f"{where}.codes.{coded.name}"] for coded in block.coded}
            tables[where] = table_of(block, parameters[f"{where}.steps"], codes)
            highest = np.maximum.reduceat(np.abs(tables[where]), block.first_row, axis=0).sum(axis=0)
            reach = max(reach, float((highest + np.abs(parameters[f"{where}.bias"])).max()))
        bits = MOST_BITS
        while bits > INPUT_BITS and reach * 2 ** (bits + 1) > MOST_SUM:
            bits -= 1
        found: dict[str, Any] = {"shift": bits - INPUT_BITS}
        for where, block in blocks.items():
            found[f"{where}_table"] = whole_numbers(tables[where], bits, np.int32)
            found[f"{where}_bias"] = whole_numbers(parameters[f"{where}.bias"], bits, np.int32)
            found |= {f"{where}_first_row": block.first_row, f"{where}_low": block.low, f"{where}_high": block.high}
        weight, bias = parameters["second.weight"].astype(np.float64), parameters["second.bias"].astype(np.float64)
        reach = float((np.abs(weight).sum(axis=0) * MOST_INPUT + np.abs(bias) * 2**INPUT_BITS).max())
        bits = MOST_BITS
        while bits > 0 and (reach * 2**bits > MOST_SUM or np.abs(weight).max() * 2**bits > MOST_WEIGHT):
            bits -= 1
        found["second_weight"] = np.ascontiguousarray(whole_numbers(weight, bits, np.int16).T)
        found["second_bias"] = whole_numbers(bias, bits + INPUT_BITS, np.int32)
        heads = parameters["heads.weight"].astype(np.float64) / 2 ** (bits + INPUT_BITS)
        return found | {"head_weight": heads, "head_bias": parameters["heads.bias"].astype(np.float64)}

    def evaluate(self, features: np.ndarray) -> Expected:
        """Evaluate positions by what a seat sees. A row has the same result to the last bit, whatever the others are.

        Args:
            features: (k, columns) int16 raw features, like `batch.features`, for any number of players that the network
                can play with.

        Returns:
            What the seat can expect, as an `Expected`.

        Raises:
            ConfigurationError: the shape does not fit the network.
        """
        given = any_array(features)
        players = range(1, 2) if self._inputs.solo else range(2, self._inputs.most_players + 1)
        sizes = {self._inputs.columns(count): count for count in players}
        if given.dtype != np.int16 or given.ndim != 2 or given.shape[1] not in sizes:
            raise ConfigurationError(
                f"features={shown(features)} is not allowed; allowed: raw features of {self.game.id}, (k, columns) of "
                f"int16, with {' or '.join(map(str, sizes))} columns."
            )
        from moon_envs.engine.look_ahead.memory import LookerMemory

        given = np.ascontiguousarray(given)
        memory = LookerMemory(1, 0, self.game, sizes[given.shape[1]], self.layers)
        found = [np.zeros(len(given), dtype=np.float32) for _ in HEADS]
        loop = look_ahead_engine().evaluate_features
        with memory.looker() as looker:
            for first in range(0, len(given), ROWS_AT_ONCE):
                part = slice(first, first + ROWS_AT_ONCE)
                loop(looker, given[part], *(array[part] for array in found))
        scale = np.float32(self.game.points_scale)
        with np.errstate(over="ignore"):  # weights may be as large as single precision allows
            return Expected(found[0] * scale, found[1] * scale, found[2])

    def save(self, path: str | Path) -> None:
        """Write the network to a file atomically; the new file is read back before it replaces an old one.

        Raises:
            NetworkError: the file could not be read back; the old file is still there.
            OSError: the file cannot be written.
        """
        about = {
            "format": VALUE_FORMAT,
            "game": self.game.id,
            "version": self.game.version,
            "solo": self.inputs.solo,
            "fingerprint": self.inputs.fingerprint(),
            "hidden": self.hidden,
            "opponent_width": self.opponent_width or OPPONENT_WIDTH,
            "second": self.second,
            "goal": asdict(self.goal),
            "trained": self.trained,
        }
        path = as_path(path, NetworkError)
        try:
            data = pack(about, {name: stored(value) for name, value in self.parameters.items()})
        except ValueError as error:
            raise NetworkError(f"{path}: not written: the description of the network: {reason(error)}.") from error
        write_file(path, data, lambda written: read_value_network(written, *unpack(written), self.game))

    @classmethod
    def load(cls, path: str | Path) -> ValueNetwork:
        """Read a value network from a file.

        Raises:
            NetworkError: it cannot be read, is damaged, or is for another version of its game.
        """
        path = as_path(path, NetworkError)
        return read_value_network(path, *unpack(path))


def _checked(inputs: ValueInputs, given: Any) -> Mapping[str, np.ndarray]:
    """Return read-only copies of the weights."""
    if not isinstance(given, Mapping):
        raise ConfigurationError(f"parameters={shown(given)} is not allowed; allowed: arrays by name.")
    arrays = {name: any_array(value) for name, value in given.items()}
    named = {"hidden": "own.bias", "opponent_width": "opponent.bias", "second": "second.bias"}
    widths = {width: arrays[name].size for width, name in named.items() if name in arrays}
    shapes = value_parameter_shapes(inputs, **widths)
    if {name: value.shape for name, value in arrays.items()} != shapes:
        wrong = sorted(
            str(name) for name in {*arrays, *shapes} if name not in arrays or arrays[name].shape != shapes.get(name)
        )
        raise ConfigurationError(
            f"These are not the weights of a value network for {inputs.game.id}, as `value_parameter_shapes` says: "
            f"{', '.join(wrong[:3])}."
        )
    checked = {}
    for name, value in arrays.items():
        with np.errstate(over="ignore"):
            numbers = value.astype(np.float32) if value.dtype.kind in "biuf" else np.full(value.shape, np.nan)
        if not np.isfinite(numbers).all():
            raise ConfigurationError(f"{name}: a weight is not a finite number.")
        numbers = np.ascontiguousarray(numbers)
        numbers.flags.writeable = False
        checked[name] = numbers
    return MappingProxyType(checked)


def read_value_network(
    path: Path, about: dict[str, Any], parameters: dict[str, np.ndarray], game: Game | None = None
) -> ValueNetwork:
    """Return the value network of an unpacked file. The game need not be registered if it is given.

    Raises:
        NetworkError: the description is damaged, or is for another version of its game.
    """
    from moon_envs.core.registry import game as find_game

    kinds: dict[str, type] = {"format": int, "game": str, "version": int, "solo": bool, "fingerprint": str}
    kinds |= {"hidden": int, "opponent_width": int, "second": int, "goal": dict, "trained": str}
    for name, kind in kinds.items():
        if not isinstance(about.get(name), kind) or (kind is int and isinstance(about[name], bool)):
            raise NetworkError(f"{path}: the description of the network has no valid {name!r}.")
        if name == "format" and about[name] != VALUE_FORMAT:  # first of all: other formats describe other things
            raise NetworkError(f"{path}: format {about[name]} is not that of a value network, {VALUE_FORMAT}.")
    try:
        inputs = ValueInputs(find_game(about["game"]) if game is None else game, about["solo"])
        if about["fingerprint"] != inputs.fingerprint():
            raise made_for_another_game(path, about, inputs.game.version, "other features")
        return ValueNetwork(inputs, parameters, Goal.of(about["goal"]), about["trained"])
    except ConfigurationError as error:
        raise NetworkError(f"{path}: {error}") from error
