"""The network of `moon_envs.networks` in PyTorch: trained here, it plays there without PyTorch."""

from __future__ import annotations

import itertools
import math

import torch
from torch.nn import functional

from moon_envs.networks import Inputs, Network, parameter_shapes
from moon_envs.networks.inputs import EMBEDDED, ONE_HOT, Block, Spread

ILLEGAL_LOGIT = -1e9


class Embedding(torch.autograd.Function):
    """Embeddings from a small table.

    PyTorch's own backward pass adds gradients row by row and took half of all learning in Luna Capital. `bincount` is
    ten times as fast for narrow tables.
    """

    @staticmethod
    def forward(context, values, table):
        """The rows of the table for these values."""
        context.save_for_backward(values)
        context.rows = len(table)
        return functional.embedding(values, table)

    @staticmethod
    def backward(context, gradient):
        """The gradient of each row of the table."""
        (values,) = context.saved_tensors
        values, gradient = values.flatten(), gradient.flatten(0, -2)
        sums = [torch.bincount(values, column.contiguous(), minlength=context.rows) for column in gradient.unbind(1)]
        return None, torch.stack(sums, 1)


class Steps:
    """Categories and thermometers, encoded all at once: four times as fast as one feature after the other.

    Attributes:
        columns: the column that each input is made from.
        above, below: an input is 1 while its column is between them: at one value of a category, or from one step of
            a thermometer on.
    """

    def __init__(self, features):
        inputs = [(f, column, step) for f in features for column in f.columns for step in range(f.width)]
        self.columns = torch.tensor([int(column) for _, column, _ in inputs])
        above = [step - 0.5 if f.coding == ONE_HOT else step + 0.5 for f, _, step in inputs]
        below = [step + 0.5 if f.coding == ONE_HOT else math.inf for f, _, step in inputs]
        most = torch.tensor([f.values - 1 for f, _, _ in inputs])
        self.above, self.below = torch.tensor(above) / most, torch.tensor(below) / most


def groups_of(block: Block) -> list[Spread | Steps]:
    """The spread features of a block in their order: each embedded one alone, the others in groups."""
    found: list[Spread | Steps] = []
    for is_embedded, group in itertools.groupby(block.spread, lambda feature: feature.coding == EMBEDDED):
        features = list(group)
        found += features if is_embedded else [Steps(features)]
    return found


class TorchNetwork(torch.nn.Module):
    """A trainable network; `export` returns the `Network` that plays without PyTorch.

    Layers that read observations hold their inputs in another order than the file: first the fixed inputs, which come
    straight from an observation, then the learned ones (embeddings, opponents). Only the learned ones need gradients.

    Attributes:
        orders: for each of these layers, the place in the file of each input.
        fixed: for each of these layers, the number of fixed inputs.
        offset: the first layer subtracts it from its inputs, so that they are 0 on average. An input that is constant
            in a stage of the curriculum, like ASTRA's level, becomes 0 and learns nothing. Otherwise it would learn a
            part of the bias, and the network would break when the next stage changes the level.
        was_constant: which inputs have been constant in every stage so far.
    """

    def __init__(self, inputs: Inputs, hidden: int, opponent_width: int):
        super().__init__()
        self.inputs = inputs
        self.groups = {"table": groups_of(inputs.table), "player": groups_of(inputs.player)}
        self.weights = torch.nn.ParameterDict()
        gains = {"policy": 0.01, "value": 1.0, "pointer": 0.0}
        for name, shape in parameter_shapes(inputs, hidden, opponent_width).items():
            value = torch.zeros(shape)
            if name.endswith(".weight"):
                torch.nn.init.orthogonal_(value, gains.get(name.split(".")[0], 2**0.5))
            elif name.startswith("embedding."):
                torch.nn.init.normal_(value, std=0.5)
            self.weights[name.replace(".", "/")] = torch.nn.Parameter(value)
        width = self.weights["first/weight"].shape[1]
        is_learned = self._is_learned(width)
        player = is_learned[inputs.table.width : inputs.table.width + inputs.player.width]
        self.orders = {"first": torch.argsort(is_learned, stable=True), "rival": torch.argsort(player, stable=True)}
        self.fixed = {"first": int((~is_learned).sum()), "rival": int((~player).sum())}
        self.register_buffer("offset", torch.zeros(width))
        self.register_buffer("was_constant", torch.ones(width, dtype=torch.bool))

    def _is_learned(self, width: int) -> torch.Tensor:
        """Which inputs of the first layer are learned, in the order of the file."""
        found = []
        for where, block in (("table", self.inputs.table), ("player", self.inputs.player)):
            found += [False] * len(block.plain)
            for group in self.groups[where]:
                is_embedded = isinstance(group, Spread)
                found += [is_embedded] * (len(group.columns) * (group.width if is_embedded else 1))
        found += [False] * self.inputs.actions
        return torch.tensor([*found, *[True] * (width - len(found))])  # the rest are the opponents

    def forward(self, observation, mask, opponents):
        """Masked logits and values; observations have the columns of the most players."""
        weight, bias = self.weights["first/weight"], self.weights["first/bias"]
        inputs = self.encode(observation, mask, opponents)
        first = torch.relu(self.mixed_layer("first", bias - weight @ self.offset, *inputs))
        second = torch.relu(self.layer("second", first))
        logits = self.layer("policy", second).add(1 - mask, alpha=ILLEGAL_LOGIT)
        if self.inputs.pointers:
            logits = logits + self.point(observation, self.layer("pointer", second))
        return logits, self.layer("value", second)[:, 0]

    def point(self, observation, weights):
        """What features of actions add to the logits of their actions."""
        added = torch.zeros(len(observation), self.inputs.actions)
        for pointer, weight in zip(self.inputs.pointers, weights.unbind(1), strict=True):
            columns = observation[:, pointer.column : pointer.column + pointer.size]
            added[:, pointer.action : pointer.action + pointer.size] += columns * (pointer.scale * weight)[:, None]
        return added

    def encode(self, observation, mask, opponents):
        """The inputs of the first layer: the fixed ones, and a list of learned parts."""
        table, player = self.inputs.table, self.inputs.player
        own_end = table.size + player.size
        fixed, learned = self.encode_block("table", table, observation[:, : table.size])
        own_fixed, own_learned = self.encode_block("player", player, observation[:, table.size : own_end])
        learned += own_learned
        if not self.inputs.solo:
            learned += self.encode_opponents(observation[:, own_end:], opponents)
        return torch.cat([*fixed, *own_fixed, mask], 1), learned

    @torch.no_grad()
    def normalise_inputs(self, observation, mask, opponents, is_first_stage: bool) -> None:
        """Set the offset of the inputs; after the first stage only that of inputs that were constant so far."""
        fixed, learned = self.encode(observation, mask, opponents)
        inputs = torch.cat([fixed, *learned], 1)
        if is_first_stage:
            self.offset.copy_(inputs.mean(0))
        self.was_constant &= (inputs == inputs[0]).all(0)
        self.offset[self.was_constant] = inputs[0, self.was_constant]

    def layer(self, name, inputs):
        """One linear layer."""
        return functional.linear(inputs, self.weights[f"{name}/weight"], self.weights[f"{name}/bias"])

    def mixed_layer(self, name, bias, fixed, learned):
        """One linear layer with fixed and learned inputs."""
        weight, count = self.weights[f"{name}/weight"], self.fixed[name]
        found = functional.linear(fixed, weight[:, :count], bias)
        return torch.addmm(found, torch.cat(learned, 1), weight[:, count:].T) if learned else found

    def encode_block(self, where, block, columns):
        """The inputs made from the columns of a block: a list of fixed parts, and a list of learned parts."""
        fixed = [columns[:, first:last] for first, last in block.plain_spans]
        learned = []
        for group in self.groups[where]:
            if isinstance(group, Spread):
                learned.append(self.embed(where, group, columns))
            else:
                values = columns.index_select(1, group.columns)
                # Floats, not bools: PyTorch compares into bools, and converts them, ten times as slowly.
                is_above, is_below = (torch.empty_like(values) for _ in range(2))
                torch.gt(values, group.above, out=is_above)
                fixed.append(is_above.mul_(torch.lt(values, group.below, out=is_below)))
        return fixed, learned

    def embed(self, where, feature, columns):
        """The embeddings of one feature."""
        first, last = int(feature.columns[0]), int(feature.columns[-1])
        values = (columns[:, first : last + 1] * (feature.values - 1)).round().long()
        return Embedding.apply(values, self.weights[f"embedding/{where}/{feature.name}"]).flatten(1)

    def encode_opponents(self, columns, opponents):
        """Mean and maximum over the opponents of what the network makes of each; absent players are left out."""
        size = self.inputs.player.size
        most = columns.shape[1] // size
        fixed, learned = self.encode_block("player", self.inputs.player, columns.reshape(-1, size))
        each = self.mixed_layer("rival", self.weights["rival/bias"], torch.cat(fixed, 1), learned)
        each = torch.relu(each).reshape(len(columns), most, -1)
        each = each * (torch.arange(most) < opponents.unsqueeze(1)).unsqueeze(2)
        return [each.sum(1) / opponents.unsqueeze(1), each.amax(1)]

    @property
    def about(self) -> dict:
        """What a checkpoint must agree on for its weights to fit."""
        weight, inputs = self.weights["second/weight"], self.inputs
        opponents = {} if inputs.solo else {"opponent_width": len(self.weights["rival/bias"])}
        about = {"game": inputs.game.id, "inputs": inputs.fingerprint(), "thermometers": inputs.thermometers}
        return about | {"hidden": len(weight), "fixed_inputs_first": True} | opponents

    def load_parameters(self, parameters) -> None:
        """Take over the weights of a `Network`."""
        with torch.no_grad():
            for name, value in parameters.items():
                self.weights[name.replace(".", "/")].copy_(torch.tensor(value))
            for name, weight in self._weights_in_another_order():
                weight.copy_(weight[:, self.orders[name]])
            self.weights["first/bias"] += self.weights["first/weight"] @ self.offset

    def _weights_in_another_order(self):
        for name in self.orders:
            if f"{name}/weight" in self.weights:
                yield name, self.weights[f"{name}/weight"]

    def export(self, reward, trained: str) -> Network:
        """The `Network` that plays without PyTorch."""
        weights = {name.replace("/", "."): value.detach().numpy().copy() for name, value in self.weights.items()}
        weights["first.bias"] -= weights["first.weight"] @ self.offset.numpy()
        for name, weight in self._weights_in_another_order():
            weights[f"{name}.weight"][:, self.orders[name].numpy()] = weight.detach().numpy()
        return Network(self.inputs, weights, reward, trained)
