"""The network of `moon_envs.networks` in PyTorch: what is trained here is run by numpy there."""

from __future__ import annotations

import torch
from torch.nn import functional

from moon_envs.networks import Inputs, Network
from moon_envs.networks.inputs import EMBEDDED, ONE_HOT
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


class TorchNetwork(torch.nn.Module):
    """The network of `moon_envs.networks`, to be trained; `export` gives the one that numpy runs.

    Attributes:
        usual: what the inputs usually are, which the first layer subtracts from them. What has always been the same,
            like ASTRA's level in a first lesson, is 0 then and teaches nothing; otherwise all of it would take over a
            share of what the bias has to learn, and the network would fall apart when another level comes.
    """

    def __init__(self, inputs: Inputs, hidden: int, rival_width: int):
        super().__init__()
        self.inputs = inputs
        self.weights = torch.nn.ParameterDict()
        gains = {"policy": 0.01, "value": 1.0}
        for name, shape in parameter_shapes(inputs, hidden, rival_width).items():
            value = torch.zeros(shape)
            if name.endswith(".weight"):
                torch.nn.init.orthogonal_(value, gains.get(name.split(".")[0], 2**0.5))
            elif name.startswith("embedding."):
                torch.nn.init.normal_(value, std=0.5)
            self.weights[name.replace(".", "/")] = torch.nn.Parameter(value)
        self.register_buffer("usual", torch.zeros(self.weights["first/weight"].shape[1]))

    def forward(self, observation, mask, rivals):
        """Scores of the actions and values, for observations with the columns of the most players."""
        weight, bias = self.weights["first/weight"], self.weights["first/bias"]
        seen = self.see(observation, mask, rivals)
        first = torch.relu(functional.linear(seen, weight, bias - weight @ self.usual))
        second = torch.relu(self.layer("second", first))
        scores = self.layer("policy", second).masked_fill(mask == 0, LOWEST_SCORE)
        return scores, self.layer("value", second)[:, 0]

    def see(self, observation, mask, rivals):
        """The inputs of the first layer."""
        table, player = self.inputs.table, self.inputs.player
        own_end = table.size + player.size
        seen = [
            self.encode("table", table, observation[:, : table.size]),
            self.encode("player", player, observation[:, table.size : own_end]),
            mask,
        ]
        if not self.inputs.solo:
            seen += self.see_rivals(observation[:, own_end:], rivals)
        return torch.cat(seen, 1)

    def layer(self, name, inputs):
        """One linear layer."""
        return functional.linear(inputs, self.weights[f"{name}/weight"], self.weights[f"{name}/bias"])

    def encode(self, where, block, columns):
        """A block with its categories and small numbers spread over several inputs."""
        parts = [columns[:, first:last] for first, last in block.plain_spans]
        for feature in block.spread:
            first, last = int(feature.columns[0]), int(feature.columns[-1])
            values = (columns[:, first : last + 1] * (feature.values - 1)).round().long()
            if feature.coding == EMBEDDED:
                stands = self.weights[f"embedding/{where}/{feature.name}"]
                parts.append(Embedding.apply(values, stands).flatten(1))
            elif feature.coding == ONE_HOT:
                parts.append((values.unsqueeze(2) == torch.arange(feature.values)).float().flatten(1))
            else:
                parts.append((values.unsqueeze(2) > torch.arange(feature.width)).float().flatten(1))
        return torch.cat(parts, 1)

    def see_rivals(self, columns, rivals):
        """Mean and largest of what is seen of each rival; those who are not there count for nothing."""
        size = self.inputs.player.size
        most = columns.shape[1] // size
        each = self.encode("player", self.inputs.player, columns.reshape(-1, size))
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
