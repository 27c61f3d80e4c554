"""The layers of a network for one row.

A row is added up in a fixed order, without a library's matrix product. So the result for a position depends neither on
the rows around it nor on the machine. Most inputs are zeros, which are skipped.
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel

# A description has four numbers for each column of a block: its first input, its count of values (0: a plain number),
# where the numbers of its values begin, and how many inputs it has. Instead of numbers a value can have an input of its
# own (ONE_INPUT_FOR_EACH) or be the number of inputs that are 1 (CLIMBED).
FIRST_INPUT, VALUES, NUMBERS, WIDTH = range(4)
ONE_INPUT_FOR_EACH, CLIMBED = -1, -2

TOGETHER = 4


@kernel
def put_block(columns, description, numbers, inputs):
    """Write the inputs of one block of an observation."""
    inputs[:] = 0
    for column in range(description.shape[0]):
        first, values = description[column, FIRST_INPUT], description[column, VALUES]
        if values == 0:
            inputs[first] = columns[column]
            continue
        # No observation can cause an index outside of an array.
        value = min(max(np.int64(np.rint(columns[column] * np.float32(values - 1))), 0), values - 1)
        width = description[column, WIDTH]
        if description[column, NUMBERS] == ONE_INPUT_FOR_EACH:
            inputs[first + value] = 1
        elif description[column, NUMBERS] == CLIMBED:
            inputs[first : first + value] = 1
        else:
            start = description[column, NUMBERS] + value * width
            for place in range(width):
                inputs[first + place] = numbers[start + place]


@kernel
def block_width(description):
    """How many inputs a block has."""
    width = 0
    for column in range(description.shape[0]):
        width += description[column, WIDTH]
    return width


@kernel
def add_layer(inputs, weights, bias, places, outputs):
    """Write the bias plus the sum of inputs times weights; `places` is working space.

    Four inputs that are not zero are added in one pass over the outputs, in the same order as one by one.
    """
    count = 0
    for index in range(inputs.shape[0]):
        if inputs[index] != 0:
            places[count] = index
            count += 1
    for output in range(outputs.shape[0]):
        outputs[output] = bias[output]
    whole = count - count % TOGETHER
    for start in range(0, whole, TOGETHER):
        one, two, three, four = places[start], places[start + 1], places[start + 2], places[start + 3]
        first, second, third, fourth = inputs[one], inputs[two], inputs[three], inputs[four]
        for output in range(outputs.shape[0]):
            total = outputs[output] + first * weights[one, output]
            total += second * weights[two, output]
            total += third * weights[three, output]
            outputs[output] = total + fourth * weights[four, output]
    for start in range(whole, count):
        number, row = inputs[places[start]], weights[places[start]]
        for output in range(outputs.shape[0]):
            outputs[output] += number * row[output]


@kernel
def cut_below_zero(outputs):
    """Relu."""
    for output in range(outputs.shape[0]):
        outputs[output] = max(outputs[output], np.float32(0))


@kernel
def pool_rivals(columns, description, numbers, weights, bias, places, block, seen, pooled):
    """Write mean and maximum over the opponents of the layer of their blocks; `block` and `seen` are working space."""
    width, size = bias.shape[0], description.shape[0]
    rivals = columns.shape[0] // size
    pooled[:] = 0
    for rival in range(rivals):
        put_block(columns[rival * size : (rival + 1) * size], description, numbers, block)
        add_layer(block, weights, bias, places, seen)
        cut_below_zero(seen)
        for place in range(width):
            pooled[place] += seen[place]
            pooled[width + place] = max(pooled[width + place], seen[place])
    for place in range(width):
        pooled[place] /= np.float32(rivals)


@kernel
def add_pointers(columns, pointers, weights, scores):
    """Add the columns of every feature of actions, times its weight, to the logits of these actions."""
    for pointer in range(pointers.shape[0]):
        column, action = pointers[pointer, 0], pointers[pointer, 1]
        for place in range(pointers[pointer, 2]):
            scores[action + place] += weights[pointer] * columns[column + place]
