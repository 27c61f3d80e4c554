"""The network of `moon_envs.networks` in PyTorch: what is trained here is run by numpy there."""

from __future__ import annotations

import itertools
import math

import torch
from torch.nn import functional

from moon_envs.networks import Inputs, Network, parameter_shapes
from moon_envs.networks.inputs import EMBEDDED, ONE_HOT, Block, Spread

LOWEST_SCORE = -1e9  # of what is not legal


class Embedding(torch.autograd.Function):
    """The rows of a small table for many values.

    PyTorch's own way back adds up row by row, and was half of all learning in Luna Capital; counting is ten times as
    fast where rows have few numbers.
    """

    @staticmethod
    def forward(context, values, table):
        """The rows for these values."""
        context.save_for_backward(values)
        context.rows = len(table)
        return functional.embedding(values, table)

    @staticmethod
    def backward(context, gradient):
        """What reaches each row of the table."""
        (values,) = context.saved_tensors
        values, gradient = values.flatten(), gradient.flatten(0, -2)
        sums = [torch.bincount(values, column.contiguous(), minlength=context.rows) for column in gradient.unbind(1)]
        return None, torch.stack(sums, 1)


class Steps:
    """Features that are spread without being embedded, all at once: four times as fast as one by one.

    Attributes:
        columns: of each input.
        above, below: between which values of its column an input is 1; a category's at one value, a thermometer's from
            its step on.
    """

    def __init__(self, features):
        inputs = [(f, column, step) for f in features for column in f.columns for step in range(f.width)]
        self.columns = torch.tensor([int(column) for _, column, _ in inputs])
        above = [step - 0.5 if f.coding == ONE_HOT else step + 0.5 for f, _, step in inputs]
        below = [step + 0.5 if f.coding == ONE_HOT else math.inf for f, _, step in inputs]
        most = torch.tensor([f.values - 1 for f, _, _ in inputs])
        self.above, self.below = torch.tensor(above) / most, torch.tensor(below) / most


def groups_of(block: Block) -> list[Spread | Steps]:
    """The spread features of a block in their order: embedded ones each for itself, the others together."""
    found: list[Spread | Steps] = []
    for is_embedded, group in itertools.groupby(block.spread, lambda feature: feature.coding == EMBEDDED):
        features = list(group)
        found += features if is_embedded else [Steps(features)]
    return found


class TorchNetwork(torch.nn.Module):
    """The network of `moon_envs.networks`, to be trained; `export` gives the one that numpy runs.

    The weights of the layers that see observations are kept in another order here: first those of the inputs that an
    observation fixes, then those of what is learned before them (embeddings, rivals). Gradients need to reach the
    latter only.

    Attributes:
        orders: where the inputs of these layers, in the order of here, are in that of the file.
        fixed: how many of them an observation fixes.
        usual: what the inputs usually are, which the first layer subtracts from them. What is always the same, like
            ASTRA's level in a lesson, is 0 then and teaches nothing; otherwise each such input would take over a share
            of what the bias has to learn, and the network would fall apart when another level comes.
        was_constant: which inputs have been the same all through every lesson.
    """

    def __init__(self, inputs: Inputs, hidden: int, rival_width: int):
        super().__init__()
        self.inputs = inputs
        self.groups = {"table": groups_of(inputs.table), "player": groups_of(inputs.player)}
        self.weights = torch.nn.ParameterDict()
        gains = {"policy": 0.01, "value": 1.0, "pointer": 0.0}
        for name, shape in parameter_shapes(inputs, hidden, rival_width).items():
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
        self.register_buffer("usual", torch.zeros(width))
        self.register_buffer("was_constant", torch.ones(width, dtype=torch.bool))

    def _is_learned(self, width: int) -> torch.Tensor:
        """Which inputs of the first layer are learned before it, in the order of the file."""
        found = []
        for where, block in (("table", self.inputs.table), ("player", self.inputs.player)):
            found += [False] * len(block.plain)
            for group in self.groups[where]:
                is_embedded = isinstance(group, Spread)
                found += [is_embedded] * (len(group.columns) * (group.width if is_embedded else 1))
        found += [False] * self.inputs.actions
        return torch.tensor([*found, *[True] * (width - len(found))])  # what is left are the rivals

    def forward(self, observation, mask, rivals):
        """Scores of the actions and values, for observations with the columns of the most players."""
        weight, bias = self.weights["first/weight"], self.weights["first/bias"]
        first = torch.relu(self.mixed_layer("first", bias - weight @ self.usual, *self.see(observation, mask, rivals)))
        second = torch.relu(self.layer("second", first))
        scores = self.layer("policy", second).add(1 - mask, alpha=LOWEST_SCORE)
        if self.inputs.pointers:
            scores = scores + self.point(observation, self.layer("pointer", second))
        return scores, self.layer("value", second)[:, 0]

    def point(self, observation, weights):
        """What features of actions add to the scores of their actions."""
        added = torch.zeros(len(observation), self.inputs.actions)
        for pointer, weight in zip(self.inputs.pointers, weights.unbind(1), strict=True):
            columns = observation[:, pointer.column : pointer.column + pointer.size]
            added[:, pointer.action : pointer.action + pointer.size] += columns * (pointer.scale * weight)[:, None]
        return added

    def see(self, observation, mask, rivals):
        """The inputs of the first layer: those that the observation fixes, and parts that are learned."""
        table, player = self.inputs.table, self.inputs.player
        own_end = table.size + player.size
        fixed, learned = self.encode("table", table, observation[:, : table.size])
        own_fixed, own_learned = self.encode("player", player, observation[:, table.size : own_end])
        learned += own_learned
        if not self.inputs.solo:
            learned += self.see_rivals(observation[:, own_end:], rivals)
        return torch.cat([*fixed, *own_fixed, mask], 1), learned

    @torch.no_grad()
    def get_used_to(self, observation, mask, rivals, is_first_lesson: bool) -> None:
        """Find out what is usual; after the first lesson only the new values of what never changes in any lesson."""
        fixed, learned = self.see(observation, mask, rivals)
        seen = torch.cat([fixed, *learned], 1)
        if is_first_lesson:
            self.usual.copy_(seen.mean(0))
        self.was_constant &= (seen == seen[0]).all(0)
        self.usual[self.was_constant] = seen[0, self.was_constant]

    def layer(self, name, inputs):
        """One linear layer."""
        return functional.linear(inputs, self.weights[f"{name}/weight"], self.weights[f"{name}/bias"])

    def mixed_layer(self, name, bias, fixed, learned):
        """A linear layer of inputs that are fixed and of inputs that are learned."""
        weight, count = self.weights[f"{name}/weight"], self.fixed[name]
        found = functional.linear(fixed, weight[:, :count], bias)
        return torch.addmm(found, torch.cat(learned, 1), weight[:, count:].T) if learned else found

    def encode(self, where, block, columns):
        """The inputs that a block becomes: those that are fixed, small numbers spread out, and embeddings."""
        fixed = [columns[:, first:last] for first, last in block.plain_spans]
        learned = []
        for group in self.groups[where]:
            if isinstance(group, Spread):
                learned.append(self.embed(where, group, columns))
            else:
                values = columns.index_select(1, group.columns)
                # Numbers, not flags: PyTorch makes flags, and numbers of flags, ten times as slowly.
                is_above, is_below = (torch.empty_like(values) for _ in range(2))
                torch.gt(values, group.above, out=is_above)
                fixed.append(is_above.mul_(torch.lt(values, group.below, out=is_below)))
        return fixed, learned

    def embed(self, where, feature, columns):
        """The learned numbers for the values of one feature."""
        first, last = int(feature.columns[0]), int(feature.columns[-1])
        values = (columns[:, first : last + 1] * (feature.values - 1)).round().long()
        return Embedding.apply(values, self.weights[f"embedding/{where}/{feature.name}"]).flatten(1)

    def see_rivals(self, columns, rivals):
        """Mean and largest of what is seen of each rival; those who are not there count for nothing."""
        size = self.inputs.player.size
        most = columns.shape[1] // size
        fixed, learned = self.encode("player", self.inputs.player, columns.reshape(-1, size))
        each = self.mixed_layer("rival", self.weights["rival/bias"], torch.cat(fixed, 1), learned)
        seen = torch.relu(each).reshape(len(columns), most, -1)
        seen = seen * (torch.arange(most) < rivals.unsqueeze(1)).unsqueeze(2)
        return [seen.sum(1) / rivals.unsqueeze(1), seen.amax(1)]

    @property
    def about(self) -> dict:
        """What must be the same for weights to mean the same; a checkpoint says it."""
        weight, inputs = self.weights["second/weight"], self.inputs
        rivals = {} if inputs.solo else {"rival_width": len(self.weights["rival/bias"])}
        about = {"game": inputs.game.id, "inputs": inputs.fingerprint(), "thermometers": inputs.thermometers}
        return about | {"hidden": len(weight), "fixed_inputs_first": True} | rivals

    def load_parameters(self, parameters) -> None:
        """Take over the weights of a network for numpy."""
        with torch.no_grad():
            for name, value in parameters.items():
                self.weights[name.replace(".", "/")].copy_(torch.from_numpy(value))
            for name, weight in self._weights_in_another_order():
                weight.copy_(weight[:, self.orders[name]])
            self.weights["first/bias"] += self.weights["first/weight"] @ self.usual

    def _weights_in_another_order(self):
        for name in self.orders:
            if f"{name}/weight" in self.weights:
                yield name, self.weights[f"{name}/weight"]

    def export(self, reward, trained: str) -> Network:
        """The network for numpy."""
        weights = {name.replace("/", "."): value.detach().numpy().copy() for name, value in self.weights.items()}
        weights["first.bias"] -= weights["first.weight"] @ self.usual.numpy()
        for name, weight in self._weights_in_another_order():
            weights[f"{name}.weight"][:, self.orders[name].numpy()] = weight.detach().numpy()
        return Network(self.inputs, weights, reward, trained)
