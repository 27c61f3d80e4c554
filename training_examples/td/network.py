"""The value network of `moon_envs.networks` in PyTorch: trained here, it plays there without PyTorch."""

from __future__ import annotations

import numpy as np
import torch
from torch.nn import functional

from moon_envs.engine.look_ahead.looker import INPUT_BITS, MOST_INPUT
from moon_envs.networks import Goal, ValueInputs, ValueNetwork, value_parameter_shapes
from moon_envs.networks.value_inputs import CODE_WIDTH
from training_examples.td.rows import MakeTable, SumRows, Threads

MOST = MOST_INPUT / 2**INPUT_BITS  # inputs of the second layer are cut off here, as in the compiled layers
SCALE_OF_STEPS, SCALE_OF_HEADS = 0.1, 0.1


class TorchValueNetwork(torch.nn.Module):
    """A trainable value network; `export` returns the `ValueNetwork` that plays without PyTorch."""

    def __init__(self, inputs: ValueInputs, hidden: int, opponent_width: int, second: int, threads: Threads):
        super().__init__()
        self.inputs, self.threads = inputs, threads
        self.blocks = {"own": inputs.own} | ({} if inputs.solo else {"opponent": inputs.opponent})
        self.weights = torch.nn.ParameterDict()
        for name, shape in value_parameter_shapes(inputs, hidden, opponent_width, second).items():
            value = torch.zeros(shape)
            if name.endswith(".steps"):
                torch.nn.init.normal_(value, std=SCALE_OF_STEPS)
            elif ".codes." in name:
                torch.nn.init.normal_(value, std=1 / CODE_WIDTH**0.5)
            elif name.endswith(".weight"):
                torch.nn.init.normal_(value, std=(2 / shape[0]) ** 0.5 * (SCALE_OF_HEADS if "heads" in name else 1))
            self.weights[name.replace(".", "/")] = torch.nn.Parameter(value)

    def table(self, where: str) -> torch.Tensor:
        """The table of a block."""
        block, steps = self.blocks[where], self.weights[f"{where}/steps"]
        table = MakeTable.apply(steps, block, self.threads)
        parts, done = [], 0
        for coded in block.coded:
            learned = steps[coded.first_step : coded.first_step + coded.columns * CODE_WIDTH]
            codes = functional.pad(self.weights[f"{where}/codes/{coded.name}"], (0, 0, 1, 0))
            rows = torch.einsum("vd,cdh->cvh", codes, learned.view(coded.columns, CODE_WIDTH, -1)).flatten(0, 1)
            parts += [table[done : coded.first_row], rows]
            done = coded.first_row + len(rows)
        return torch.cat([*parts, table[done:]]) if parts else table

    def forward(self, features: np.ndarray, players: np.ndarray):
        """The heads: points and the best opponent's points to come (both by the scale), logits of the chance to win.

        Args:
            features: (k, columns of the most players) int16.
            players: (k,) how many players each game has.
        """
        own = self.inputs.own.columns
        seen = [self._sums("own", features[:, :own])]
        if not self.inputs.solo:
            seen += self._opponents(features[:, own:], players)
        second = torch.cat(seen, 1).clamp(0, MOST) @ self.weights["second/weight"] + self.weights["second/bias"]
        return torch.relu(second) @ self.weights["heads/weight"] + self.weights["heads/bias"]

    def _sums(self, where: str, features: np.ndarray) -> torch.Tensor:
        return (
            SumRows.apply(self.table(where), features, self.blocks[where], self.threads) + self.weights[f"{where}/bias"]
        )

    def _opponents(self, features: np.ndarray, players: np.ndarray) -> list[torch.Tensor]:
        """Mean and maximum over the opponents of what the network makes of each."""
        most, size = int(players.max()) - 1, self.inputs.opponent.columns
        every = np.ascontiguousarray(features[:, : most * size]).reshape(-1, size)
        is_there = torch.from_numpy(np.arange(most) < (players - 1)[:, None]).float()
        seen = self._sums("opponent", every).clamp(0, MOST).view(len(features), most, -1) * is_there.unsqueeze(2)
        return [seen.sum(1) / is_there.sum(1, keepdim=True), seen.amax(1)]

    def export(self, goal: Goal, trained: str = "") -> ValueNetwork:
        """The `ValueNetwork` that plays without PyTorch."""
        weights = {name.replace("/", "."): value.detach().numpy().copy() for name, value in self.weights.items()}
        return ValueNetwork(self.inputs, weights, goal, trained)

    @property
    def about(self) -> dict:
        """What a checkpoint must agree on for its weights to fit."""
        shapes = {name: str(tuple(value.shape)) for name, value in self.weights.items()}
        return {"game": self.inputs.game.id, "inputs": self.inputs.fingerprint()} | shapes
