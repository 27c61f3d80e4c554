"""Several processes that train one network, by `torch.distributed` with its backend gloo.

Every process plays its own games, and every step of the optimiser averages the gradients of all of them. At networks of
this size a second thread of PyTorch makes learning a fifth faster; a second process nearly doubles it. The first
process leads: it tells the others what to do next, and it alone writes files and prints.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import torch
import torch.multiprocessing
from torch import distributed

import moon_envs

# More processes learn from minibatches too small to be worth their memory; --processes can still ask for them.
MOST_PROCESSES_UNASKED = 4


def processes_of_this_machine() -> int:
    """One process on every core, at most `MOST_PROCESSES_UNASKED`."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST_PROCESSES_UNASKED)


class Team:
    """The processes of a training, seen from one of them; a team of one needs no `torch.distributed`.

    Attributes:
        size: the number of processes.
        rank: the number of this process; 0 leads.
    """

    def __init__(self, size: int = 1, rank: int = 0):
        self.size, self.rank = size, rank

    def share_of(self, count: int) -> int:
        """How many of `count` things belong to this process."""
        return count // self.size + (self.rank < count % self.size)

    def call(self, worker: object, method: str, *values: object) -> list:
        """Call a method of the worker in every process; only the leader calls this. Returns all results by rank."""
        self._broadcast((method, values))
        return self._gather(getattr(worker, method)(*values))

    def follow(self, worker: object) -> None:
        """Call what the leader calls, until the leader ends this process."""
        while True:
            method, values = self._broadcast(None)
            self._gather(getattr(worker, method)(*values))

    def least(self, number: int) -> int:
        """The smallest number of all processes."""
        found = torch.tensor(number)
        self._all_reduce(found, distributed.ReduceOp.MIN)
        return int(found)

    def average_gradients(self, parameters: list[torch.nn.Parameter]) -> None:
        """Replace the gradients in every process by their mean over all processes."""
        if self.size == 1:
            return
        mean = torch.cat([parameter.grad.flatten() for parameter in parameters])
        self._all_reduce(mean, distributed.ReduceOp.SUM)
        mean /= self.size
        for parameter, part in zip(parameters, mean.split([one.numel() for one in parameters]), strict=True):
            parameter.grad.copy_(part.view_as(parameter))

    def _all_reduce(self, tensor: torch.Tensor, operation: distributed.ReduceOp) -> None:
        if self.size > 1:
            with _one_line_if_a_process_is_gone():
                distributed.all_reduce(tensor, operation)

    def _broadcast(self, value: object) -> object:
        """The leader's value, in all processes."""
        values = [value]
        if self.size > 1:
            with _one_line_if_a_process_is_gone():
                distributed.broadcast_object_list(values)
        return values[0]

    def _gather(self, own: object) -> list:
        """The values of all processes by rank, in the leader; an empty list in the others."""
        if self.size == 1:
            return [own]
        found = [None] * self.size if self.rank == 0 else None
        with _one_line_if_a_process_is_gone():
            distributed.gather_object(own, found)
        return found or []


@contextlib.contextmanager
def _one_line_if_a_process_is_gone() -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:  # what gloo raises when a connection is closed
        raise moon_envs.MoonEnvsError(
            "A process of the training is gone (was it killed, or short of memory?). --resume continues from the last "
            "checkpoint."
        ) from error


@contextlib.contextmanager
def lead(size: int, follow: Callable, *arguments: object) -> Iterator[Team]:
    """Start the other processes of a team, which call `follow(team, *arguments)`, and lead them.

    They are ended on leaving the `with` block, even after an error.
    """
    if size == 1:
        yield Team()
        return
    with tempfile.TemporaryDirectory() as folder:
        meeting = (Path(folder) / "meeting").as_uri()
        others = torch.multiprocessing.spawn(
            _follow, (size, meeting, follow, arguments), size - 1, join=False, daemon=True
        )
        try:
            distributed.init_process_group("gloo", meeting, world_size=size, rank=0)
            yield Team(size)
        finally:
            for process in others.processes:
                process.terminate()
                process.join()
            if distributed.is_initialized():
                distributed.destroy_process_group()


def _follow(number: int, size: int, meeting: str, follow: Callable, arguments: tuple) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the leader stops first, then it ends this process
    rank = number + 1
    distributed.init_process_group("gloo", meeting, world_size=size, rank=rank)
    try:
        follow(Team(size, rank), *arguments)
    except moon_envs.MoonEnvsError:
        sys.exit(1)  # the leader reports the same error, or is gone
