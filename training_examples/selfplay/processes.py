"""Several processes that train one network, by `torch.distributed` with its backend gloo.

Every process plays its own games, and every step of the optimiser averages the gradients of all of them. The first
process leads: it tells the others what to do next, and it alone writes files and prints.

Gradients are averaged in memory that the processes share; gloo only lets them wait for each other. Launch against
ASTRA 1 on two cores (AMD EPYC, virtual), decisions a second with learning: 44,000 with one process; with two 72,000 in
this way and 58,000 with gloo's `all_reduce`, a factor of 1.26. Pipes of our own made 75,000 and are gone.
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

    def __init__(self, size: int = 1, rank: int = 0, shared_file: Path | None = None):
        self.size, self.rank, self._shared_file = size, rank, shared_file
        # Two tables with a row for each process, in memory they share: while some processes read one, others may write
        # the other.
        self._gradients = torch.zeros(0)
        self._turn = 0

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
        sizes = [parameter.numel() for parameter in parameters]
        if not len(self._gradients):
            shared = torch.from_file(str(self._shared_file), True, 2 * self.size * sum(sizes))
            self._gradients = shared.view(2, self.size, -1)
        self._turn = 1 - self._turn
        table = self._gradients[self._turn]
        torch.cat([parameter.grad.flatten() for parameter in parameters], out=table[self.rank])
        with _one_line_if_a_process_is_gone():
            distributed.barrier()
        mean = table.mean(dim=0)
        for parameter, part in zip(parameters, mean.split(sizes), strict=True):
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
        others = torch.multiprocessing.spawn(
            _follow, (size, Path(folder), follow, arguments), size - 1, join=False, daemon=True
        )
        try:
            yield _join(size, 0, Path(folder))
        finally:
            for process in others.processes:
                process.terminate()
                process.join()
            if distributed.is_initialized():
                distributed.destroy_process_group()


def _join(size: int, rank: int, folder: Path) -> Team:
    """Meet the other processes in a folder that is theirs alone."""
    distributed.init_process_group("gloo", (folder / "meeting").as_uri(), world_size=size, rank=rank)
    return Team(size, rank, folder / "gradients")


def _follow(number: int, size: int, folder: Path, follow: Callable, arguments: tuple) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the leader stops first, then it ends this process
    team = _join(size, number + 1, folder)
    try:
        follow(team, *arguments)
    except moon_envs.MoonEnvsError:
        sys.exit(1)  # the leader reports the same error, or is gone
