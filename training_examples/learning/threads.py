"""How many threads PyTorch should use now."""

from __future__ import annotations

import os
import time

import torch


def faster_threads() -> int:
    """One thread or all cores, whichever multiplies faster now: on a busy machine several wait for each other."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    left, right = torch.rand(2048, 512), torch.rand(512, 192)
    seconds = {}
    for threads in (1, cores):
        torch.set_num_threads(threads)
        left @ right
        begin = time.perf_counter()
        for _ in range(20):
            torch.relu(left @ right)
        seconds[threads] = time.perf_counter() - begin
    return min(seconds, key=seconds.__getitem__)
