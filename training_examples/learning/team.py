"""Several processes that train one network together: each plays its own games, all take the same steps of learning.

The second thread of PyTorch brings a fifth at networks of this size; a second process that averages its gradients with
the first brings nearly everything that the second core has. The first process leads: it tells the others what to do
next, writes checkpoints and curves, and is the only one that talks.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import timedelta

import torch
import torch.multiprocessing
from torch import distributed

import moon_envs

# More processes than this learn from minibatches too small to be worth the memory of each; ask for them to have them.
MOST_PROCESSES_UNASKED = 4
LONGEST_WAIT = timedelta(minutes=10)  # for each other: a game may have to be compiled first


def processes_of_this_machine() -> int:
    """One process on every core, within reason."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST_PROCESSES_UNASKED)


class Team:
    """The processes of a training as one of them sees it; by itself, if it is the only one.

    Attributes:
        size: how many there are.
        rank: which one this is; 0 leads.
    """

    def __init__(self, size: int = 1, rank: int = 0):
        self.size, self.rank = size, rank

    def share_of(self, count: int) -> int:
        """How many of some things are this process's."""
        return count // self.size + (self.rank < count % self.size)

    def tell(self, order: object) -> object:
        """What the leader says, in all processes."""
        said = [order]
        if self.size > 1:
            with _one_line_if_somebody_is_gone():
                distributed.broadcast_object_list(said)
        return said[0]

    def gather(self, own: object) -> list:
        """What all processes have, for the leader; nothing for the others."""
        if self.size == 1:
            return [own]
        found = [None] * self.size if self.rank == 0 else None
        with _one_line_if_somebody_is_gone():
            distributed.gather_object(own, found)
        return found or []

    def call(self, worker: object, method: str, *values: object) -> list:
        """Have every process call a method of its own worker; returns what each of them returned."""
        self.tell((method, values))
        return self.gather(getattr(worker, method)(*values))

    def follow(self, worker: object) -> None:
        """Call what the leader calls, until it ends this process."""
        while True:
            method, values = self.tell(None)
            self.gather(getattr(worker, method)(*values))

    def least(self, number: int) -> int:
        """The smallest of the processes' numbers."""
        found = torch.tensor(number)
        if self.size > 1:
            with _one_line_if_somebody_is_gone():
                distributed.all_reduce(found, distributed.ReduceOp.MIN)
        return int(found)

    def average_gradients(self, parameters: list[torch.nn.Parameter]) -> None:
        """Give every process the mean of the gradients."""
        if self.size == 1:
            return
        whole = torch.cat([parameter.grad.flatten() for parameter in parameters])
        with _one_line_if_somebody_is_gone():
            distributed.all_reduce(whole)
        whole /= self.size
        parts = whole.split([parameter.numel() for parameter in parameters])
        for parameter, part in zip(parameters, parts, strict=True):
            parameter.grad.copy_(part.view_as(parameter))


@contextlib.contextmanager
def _one_line_if_somebody_is_gone() -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:  # of the connection
        raise moon_envs.MoonEnvsError(
            "A process of the training is gone (was it killed, or short of memory?). --resume goes on from the last "
            "checkpoint."
        ) from error


@contextlib.contextmanager
def lead(size: int, follow: Callable, *arguments: object) -> Iterator[Team]:
    """Be the first of some processes; the others call `follow(team, *arguments)` meanwhile.

    They are gone when the `with` ends, however it ends.
    """
    if size == 1:
        yield Team()
        return
    with tempfile.TemporaryDirectory() as folder:
        meeting = f"file://{folder}/meeting"
        start = torch.multiprocessing.get_context("spawn").Process
        others = [start(target=_follow, args=(follow, meeting, size, rank, arguments)) for rank in range(1, size)]
        for other in others:
            other.daemon = True  # so that they end with the leader
            other.start()
        try:
            distributed.init_process_group("gloo", init_method=meeting, world_size=size, rank=0, timeout=LONGEST_WAIT)
            yield Team(size)
        finally:
            for other in others:
                other.terminate()
                other.join()
            if distributed.is_initialized():
                distributed.destroy_process_group()


def _follow(follow: Callable, meeting: str, size: int, rank: int, arguments: tuple) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the leader stops, and ends this process when nothing can be lost
    distributed.init_process_group("gloo", init_method=meeting, world_size=size, rank=rank, timeout=LONGEST_WAIT)
    try:
        follow(Team(size, rank), *arguments)
    except moon_envs.MoonEnvsError:
        sys.exit(1)  # the leader meets the same error, or is gone
