"""The weights of a network: their names and shapes, and the checks before compiled code uses them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from moon_envs.base.checks import any_array, check_kind, check_whole_number, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.networks.file import MOST_BYTES, MOST_BYTES_OF_ABOUT
from moon_envs.networks.inputs import EMBEDDED, Inputs

HIDDEN, OPPONENT_WIDTH = 192, 64
MOST_WIDTH = 4096
MOST_FAULTS_TOLD = 3


def parameter_shapes(
    inputs: Inputs, hidden: int = HIDDEN, opponent_width: int = OPPONENT_WIDTH
) -> dict[str, tuple[int, ...]]:
    """Return name and shape of every parameter; weights are (outputs, inputs).

    Args:
        inputs: the inputs of the network.
        hidden: the width of the two hidden layers.
        opponent_width: the width of the layer that sees each opponent.

    Raises:
        ConfigurationError: these widths are not allowed, or a file could not hold the weights.
    """
    check_kind("inputs", inputs, Inputs, "the Inputs of a game")
    hidden = check_whole_number("hidden", hidden, 1, MOST_WIDTH)
    opponent_width = check_whole_number("opponent_width", opponent_width, 0 if inputs.solo else 1, MOST_WIDTH)
    shapes: dict[str, tuple[int, ...]] = {}
    for where, block in (("table", inputs.table), ("player", inputs.player)):
        for feature in block.spread:
            if feature.coding == EMBEDDED:
                shapes[f"embedding.{where}.{feature.name}"] = (feature.values, feature.width)
    seen = inputs.table.width + inputs.player.width + inputs.actions
    if not inputs.solo:
        shapes |= {"rival.weight": (opponent_width, inputs.player.width), "rival.bias": (opponent_width,)}
        seen += 2 * opponent_width
    shapes |= {"first.weight": (hidden, seen), "first.bias": (hidden,)}
    shapes |= {"second.weight": (hidden, hidden), "second.bias": (hidden,)}
    shapes |= {"policy.weight": (inputs.actions, hidden), "policy.bias": (inputs.actions,)}
    shapes |= {"value.weight": (1, hidden), "value.bias": (1,)}
    if inputs.pointers:
        shapes |= {"pointer.weight": (len(inputs.pointers), hidden), "pointer.bias": (len(inputs.pointers),)}
    numbers = sum(map(math.prod, shapes.values()))
    if numbers * np.dtype(np.float32).itemsize > MOST_BYTES - MOST_BYTES_OF_ABOUT:
        raise ConfigurationError(
            f"hidden={hidden} and opponent_width={opponent_width} make {numbers} weights for {inputs.game.id}, more "
            "than the file of a network can hold; take narrower layers."
        )
    return shapes


class Sizes(NamedTuple):
    """The sizes that the arrays of a network were made for; a user may change its `Inputs` later."""

    table: int
    player: int
    actions: int
    most_players: int
    solo: bool


def check_parameters(inputs: Inputs, given: Any) -> tuple[int, int, Mapping[str, np.ndarray]]:
    """Check weights, and return hidden width, opponent width and read-only copies of the weights.

    Raises:
        ConfigurationError: names the weights that are missing, unknown, of another shape or not finite.
    """
    if not isinstance(given, Mapping):
        raise ConfigurationError(f"parameters={shown(given)} is not allowed; allowed: arrays by name.")
    arrays = {name: any_array(value) for name, value in given.items()}
    widths = [arrays[name].size if name in arrays else 0 for name in ("first.bias", "rival.bias")]
    hidden, opponent_width = widths[0], 0 if inputs.solo else widths[1]
    fewest_for_opponents = 0 if inputs.solo else 1
    if not (0 < hidden <= MOST_WIDTH and fewest_for_opponents <= opponent_width <= MOST_WIDTH):
        raise ConfigurationError(
            f"Layers of {hidden} and {opponent_width} are not allowed (the sizes of first.bias and rival.bias); "
            f"allowed: 1 to {MOST_WIDTH} and {fewest_for_opponents} to {MOST_WIDTH}."
        )
    shapes = parameter_shapes(inputs, hidden, opponent_width)
    wrong = [f"{name} is missing" for name in shapes if name not in arrays]
    wrong += [f"{name} is unknown" for name in arrays if name not in shapes]
    for name, shape in shapes.items():
        if name in arrays and arrays[name].shape != shape:
            wrong.append(f"{name} has the shape {arrays[name].shape}, not {shape}")
    if wrong:
        more = f"; and {len(wrong) - MOST_FAULTS_TOLD} more" if len(wrong) > MOST_FAULTS_TOLD else ""
        raise ConfigurationError(
            f"These are not the weights of a network for {inputs.game.id}, as `parameter_shapes` says: "
            f"{'; '.join(wrong[:MOST_FAULTS_TOLD])}{more}."
        )
    checked = {}
    for name, value in arrays.items():
        with np.errstate(over="ignore"):
            numbers = value.astype(np.float32) if value.dtype.kind in "biuf" else np.full(value.shape, np.nan)
        if not np.isfinite(numbers).all():
            raise ConfigurationError(f"{name}: a weight is not a finite number.")
        numbers.flags.writeable = False
        checked[name] = numbers
    return hidden, opponent_width, MappingProxyType(checked)


def check_places(
    sizes: Sizes,
    table: np.ndarray,
    player: np.ndarray,
    numbers: np.ndarray,
    rival_weight: np.ndarray,
    first_weight: np.ndarray,
    pointers: np.ndarray,
) -> None:
    """Check that the compiled layers read only inside their arrays: a user may have changed the inputs.

    Raises:
        ConfigurationError: they would read outside.
    """
    from moon_envs.engine.network.layers import CLIMBED, ONE_INPUT_FOR_EACH

    widths = []
    for block in (table, player):
        first, values, start, width = block.T
        widths.append(int(width.sum()))
        is_stored = (values > 0) & (start != ONE_INPUT_FOR_EACH) & (start != CLIMBED)
        is_wrong = (first < 0) | (width < 1) | (first + width > widths[-1]) | (values < 0)
        is_wrong |= (start == ONE_INPUT_FOR_EACH) & (values > width) | (start == CLIMBED) & (values - 1 > width)
        is_wrong |= is_stored & ((start < 0) | (start + values * width > len(numbers)))
        if is_wrong.any():
            raise ConfigurationError("These inputs were changed: their blocks do not fit the game any more.")
    rivals = 2 * rival_weight.shape[1]
    seen = widths[0] + widths[1] + sizes.actions + rivals
    column, action, count = pointers.T
    columns = sizes.table + sizes.player * (1 if sizes.solo else 2)
    is_outside = (column < 0) | (action < 0) | (count < 0) | (column + count > columns)
    is_outside |= action + count > sizes.actions
    sizes_fit = (len(table), len(player), first_weight.shape[0]) == (sizes.table, sizes.player, seen)
    if not sizes_fit or is_outside.any() or (rivals and rival_weight.shape[0] != widths[1]):
        raise ConfigurationError("These inputs were changed: their sizes do not fit the game any more.")


def stored(value: np.ndarray) -> np.ndarray:
    """Return weights as a file stores them: in half precision, unless one is too large for it."""
    with np.errstate(over="ignore"):
        halves = value.astype(np.float16)
    return halves if np.isfinite(halves).all() else value
