"""A value network in plain Python: in floating point, from the words of `value_network.py` and `value_inputs.py`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from moon_envs.core.tables import CATEGORY, Feature
from moon_envs.networks import ValueNetwork

MOST_STEPS, MOST_STEPS_OF_A_FEATURE, CODE_WIDTH = 24, 700, 8
# Inputs of the second layer are multiples of a 256th, rounded down, and below 16.
UNIT, MOST_INPUT = 1 / 256, 4095 / 256


def first_layer(network: ValueNetwork, where: str, features: Sequence[Feature], columns: np.ndarray) -> np.ndarray:
    """Sum the bias and what the value of each column adds."""
    steps = network.parameters[f"{where}.steps"].astype(np.float64)
    total, first = network.parameters[f"{where}.bias"].astype(np.float64), 0
    values = iter(columns.tolist())
    for feature in features:
        span = feature.high - feature.low
        for _ in range(feature.size):
            above = next(values) - feature.low
            if feature.kind == CATEGORY and span * feature.size > MOST_STEPS_OF_A_FEATURE:
                codes = network.parameters[f"{where}.codes.{feature.name}"].astype(np.float64)
                if above:
                    total = total + codes[above - 1] @ steps[first : first + CODE_WIDTH]
                first += CODE_WIDTH
            elif feature.kind == CATEGORY:
                if above:
                    total = total + steps[first + above - 1]
                first += span
            else:
                count = max(1, min(span, MOST_STEPS, MOST_STEPS_OF_A_FEATURE // feature.size))
                count = 1 if feature.of_actions else count
                step_of = [climb * count // span for climb in range(span)]
                for climb in range(above):
                    total = total + steps[first + step_of[climb]] / step_of.count(step_of[climb])
                first += count
    assert first == len(steps) and next(values, None) is None
    return total


def plain_evaluation(network: ValueNetwork, row: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the heads (the logit of the chance) of one row of raw features, and how far rounding may move each."""
    solo, player = network.inputs.solo, network.game.features.player
    table = network.game.features.table_of(1 if solo else 2)
    size, width = sum(one.size for one in table), sum(one.size for one in player)
    rest = range(size + width, len(row), width)
    seen = [first_layer(network, "own", [*table, *player], row[: size + width])]
    opponents = [first_layer(network, "opponent", player, row[first : first + width]) for first in rest]
    cut = [np.clip(sums, 0, MOST_INPUT) for sums in (*seen, *opponents)]
    inputs = cut[0] if solo else np.concatenate([cut[0], np.mean(cut[1:], axis=0), np.max(cut[1:], axis=0)])
    weight, heads = (network.parameters[f"{name}.weight"].astype(np.float64) for name in ("second", "heads"))
    second = np.maximum(inputs @ weight + network.parameters["second.bias"], 0)
    # The mean is rounded down twice; the weights themselves have at least eight more bits.
    of_input = np.full(len(inputs), 1.1 * UNIT)
    if not solo:
        of_input[len(cut[0]) : len(cut[0]) + len(cut[1])] *= 2
    most = (of_input @ np.abs(weight) + UNIT) @ np.abs(heads)
    return second @ heads + network.parameters["heads.bias"], most
