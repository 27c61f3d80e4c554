"""The network of `moon_envs.networks` in PyTorch: what is trained here is run by numpy there."""

from __future__ import annotations

import itertools
import math

import torch
from torch.nn import functional

from moon_envs.networks import Inputs, Network
from moon_envs.networks.inputs import EMBEDDED, ONE_HOT, Block, Spread
from moon_envs.networks.network import parameter_shapes

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

    Attributes:
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
        gains = {"policy": 0.01, "value": 1.0}
        for name, shape in parameter_shapes(inputs, hidden, rival_width).items():
            value = torch.zeros(shape)
            if name.endswith(".weight"):
                torch.nn.init.orthogonal_(value, gains.get(name.split(".")[0], 2**0.5))
            elif name.startswith("embedding."):
                torch.nn.init.normal_(value, std=0.5)
            self.weights[name.replace(".", "/")] = torch.nn.Parameter(value)
        width = self.weights["first/weight"].shape[1]
        self.register_buffer("usual", torch.zeros(width))
        self.register_buffer("was_constant", torch.ones(width, dtype=torch.bool))

    def forward(self, observation, mask, rivals):
        """Scores of the actions and values, for observations with the columns of the most players."""
        weight, bias = self.weights["first/weight"], self.weights["first/bias"]
        seen = self.see(observation, mask, rivals)
        first = torch.relu(functional.linear(seen, weight, bias - weight @ self.usual))
        second = torch.relu(self.layer("second", first))
        scores = self.layer("policy", second).add(1 - mask, alpha=LOWEST_SCORE)
        return scores, self.layer("value", second)[:, 0]

    def see(self, observation, mask, rivals):
        """The inputs of the first layer."""
        table, player = self.inputs.table, self.inputs.player
        own_end = table.size + player.size
        seen = self.encode("table", table, observation[:, : table.size])
        seen += self.encode("player", player, observation[:, table.size : own_end])
        seen.append(mask)
        if not self.inputs.solo:
            seen += self.see_rivals(observation[:, own_end:], rivals)
        return torch.cat(seen, 1)

    @torch.no_grad()
    def get_used_to(self, observation, mask, rivals, is_first_lesson: bool) -> None:
        """Find out what is usual; after the first lesson only the new values of what never changes in any lesson."""
        seen = self.see(observation, mask, rivals)
        if is_first_lesson:
            self.usual.copy_(seen.mean(0))
        self.was_constant &= (seen == seen[0]).all(0)
        self.usual[self.was_constant] = seen[0, self.was_constant]

    def layer(self, name, inputs):
        """One linear layer."""
        return functional.linear(inputs, self.weights[f"{name}/weight"], self.weights[f"{name}/bias"])

    def encode(self, where, block, columns):
        """The parts of a block, with its categories and small numbers spread over several inputs."""
        parts = [columns[:, first:last] for first, last in block.plain_spans]
        for group in self.groups[where]:
            if isinstance(group, Spread):
                parts.append(self.embed(where, group, columns))
            else:
                values = columns.index_select(1, group.columns)
                # Numbers, not flags: PyTorch makes flags, and numbers of flags, ten times as slowly.
                is_above, is_below = (torch.empty_like(values) for _ in range(2))
                torch.gt(values, group.above, out=is_above)
                parts.append(is_above.mul_(torch.lt(values, group.below, out=is_below)))
        return parts

    def embed(self, where, feature, columns):
        """The learned numbers for the values of one feature."""
        first, last = int(feature.columns[0]), int(feature.columns[-1])
        values = (columns[:, first : last + 1] * (feature.values - 1)).round().long()
        return Embedding.apply(values, self.weights[f"embedding/{where}/{feature.name}"]).flatten(1)

    def see_rivals(self, columns, rivals):
        """Mean and largest of what is seen of each rival; those who are not there count for nothing."""
        size = self.inputs.player.size
        most = columns.shape[1] // size
        each = torch.cat(self.encode("player", self.inputs.player, columns.reshape(-1, size)), 1)
        seen = torch.relu(self.layer("rival", each)).reshape(len(columns), most, -1)
        seen = seen * (torch.arange(most) < rivals.unsqueeze(1)).unsqueeze(2)
        return [seen.sum(1) / rivals.unsqueeze(1), seen.amax(1)]

    @property
    def about(self) -> dict:
        """What must be the same for weights to mean the same; a checkpoint says it."""
        weight, inputs = self.weights["second/weight"], self.inputs
        rivals = {} if inputs.solo else {"rival_width": len(self.weights["rival/bias"])}
        about = {"game": inputs.game.id, "inputs": inputs.fingerprint(), "thermometers": inputs.thermometers}
        return about | {"hidden": len(weight), "subtracts_what_is_usual": True} | rivals

    def load_parameters(self, parameters) -> None:
        """Take over the weights of a network for numpy."""
        with torch.no_grad():
            for name, value in parameters.items():
                self.weights[name.replace(".", "/")].copy_(torch.from_numpy(value))
            self.weights["first/bias"] += self.weights["first/weight"] @ self.usual

    def export(self, reward, trained: str) -> Network:
        """The network for numpy."""
        weights = {name.replace("/", "."): value.detach().numpy().copy() for name, value in self.weights.items()}
        weights["first.bias"] -= weights["first.weight"] @ self.usual.numpy()
        return Network(self.inputs, weights, reward, trained)
