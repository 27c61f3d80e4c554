"""Several processes that train one network together: each plays its own games, all take the same steps of learning.

The second thread of PyTorch brings a fifth at networks of this size; a second process that averages its gradients with
the first brings nearly everything that the second core has. The first process leads: it tells the others what to do
next, writes checkpoints and curves, and is the only one that talks.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection

import torch
import torch.multiprocessing

import moon_envs

# More processes than this learn from minibatches too small to be worth the memory of each; ask for them to have them.
MOST_PROCESSES_UNASKED = 4
DONE = b"."


def processes_of_this_machine() -> int:
    """One process on every core, within reason."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST_PROCESSES_UNASKED)


class Team:
    """The processes of a training as one of them sees it; by itself, if it is the only one.

    They speak through pipes between the leader and each of the others, and average gradients in memory they share:
    the messages of `torch.distributed` take two milliseconds here, a tenth of all learning.

    Attributes:
        size: how many there are.
        rank: which one this is; 0 leads.
    """

    def __init__(self, size: int = 1, rank: int = 0, pipes: Sequence[Connection] = ()):
        self.size, self.rank = size, rank
        self._pipes = pipes  # to the others, if this one leads, or to the leader
        self._gradients = torch.zeros(0)

    def share_of(self, count: int) -> int:
        """How many of some things are this process's."""
        return count // self.size + (self.rank < count % self.size)

    def call(self, worker: object, method: str, *values: object) -> list:
        """Have every process call a method of its own worker; returns what each of them returned. For the leader."""
        self._tell((method, values))
        return self._gather(getattr(worker, method)(*values))

    def follow(self, worker: object) -> None:
        """Call what the leader calls, until it ends this process."""
        while True:
            method, values = self._tell(None)
            self._gather(getattr(worker, method)(*values))

    def least(self, number: int) -> int:
        """The smallest of the processes' numbers."""
        return self._tell(min(self._gather(number), default=None))

    def average_gradients(self, parameters: list[torch.nn.Parameter]) -> None:
        """Give every process the mean of the gradients."""
        if self.size == 1:
            return
        sizes = [parameter.numel() for parameter in parameters]
        if not len(self._gradients):
            self._gradients = self._share(sum(sizes))
        torch.cat([parameter.grad.flatten() for parameter in parameters], out=self._gradients[self.rank])
        mean = self._gradients[-1]
        with _one_line_if_somebody_is_gone():
            if self.rank:
                self._pipes[0].send_bytes(DONE)
                self._pipes[0].recv_bytes()
            else:
                for pipe in self._pipes:
                    pipe.recv_bytes()
                torch.mean(self._gradients[:-1], 0, out=mean)
                for pipe in self._pipes:
                    pipe.send_bytes(DONE)
        for parameter, part in zip(parameters, mean.split(sizes), strict=True):
            parameter.grad.copy_(part.view_as(parameter))

    def _share(self, count: int) -> torch.Tensor:
        """A row of numbers for each process and one for their mean, the same memory in all of them."""
        with _one_line_if_somebody_is_gone():
            if self.rank:
                return self._pipes[0].recv()
            shared = torch.zeros(self.size + 1, count).share_memory_()
            for pipe in self._pipes:
                pipe.send(shared)
            return shared

    def _tell(self, value: object) -> object:
        """What the leader says, in all processes."""
        with _one_line_if_somebody_is_gone():
            if self.rank:
                return pickle.loads(self._pipes[0].recv_bytes())
            message = pickle.dumps(value)  # copies; `send` would have the processes share the tensors in it
            for pipe in self._pipes:
                pipe.send_bytes(message)
        return value

    def _gather(self, own: object) -> list:
        """What all processes have, for the leader; nothing for the others."""
        with _one_line_if_somebody_is_gone():
            if self.rank:
                self._pipes[0].send_bytes(pickle.dumps(own))
                return []
            return [own, *(pickle.loads(pipe.recv_bytes()) for pipe in self._pipes)]


@contextlib.contextmanager
def _one_line_if_somebody_is_gone() -> Iterator[None]:
    try:
        yield
    except (EOFError, ConnectionError) as error:
        raise moon_envs.MoonEnvsError(
            "A process of the training is gone (was it killed, or short of memory?). --resume goes on from the last "
            "checkpoint."
        ) from error


@contextlib.contextmanager
def lead(size: int, follow: Callable, *arguments: object) -> Iterator[Team]:
    """Be the first of some processes; the others call `follow(team, *arguments)` meanwhile.

    They are gone when the `with` ends, however it ends.
    """
    context = torch.multiprocessing.get_context("spawn")
    others, pipes = [], []
    try:
        for rank in range(1, size):
            own, theirs = context.Pipe()
            arguments_of_one = (follow, size, rank, theirs, arguments)
            others.append(context.Process(target=_follow, args=arguments_of_one, daemon=True))
            others[-1].start()
            theirs.close()  # so that this end hears of it when the process is gone
            pipes.append(own)
        yield Team(size, 0, pipes)
    finally:
        for other in others:
            other.terminate()
            other.join()


def _follow(follow: Callable, size: int, rank: int, pipe: Connection, arguments: tuple) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the leader stops, and ends this process when nothing can be lost
    try:
        follow(Team(size, rank, [pipe]), *arguments)
    except moon_envs.MoonEnvsError:
        sys.exit(1)  # the leader meets the same error, or is gone
