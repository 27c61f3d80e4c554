"""How long a picture takes as SVG and as pixels, and how large it is.

    python -m benchmarks.pictures
    python -m benchmarks.pictures launch mlem --pictures 1000
    python -m benchmarks.pictures --pages

For every game it measures the open table of the largest mode (most players, all variants), and one seat's view with the
fewest players. It draws the states of a random game in order, like a video, in three rounds that each begin with empty
caches; the time of a state is its fastest round. "cold" is the slowest of some states that are each drawn with empty
caches, like the first picture of a process.

SVG times include drawing and text; pixel times include drawing and a frame of 1280 x 720, as environments return it.
All times are processor time, which other work on the machine disturbs least. `--pages` measures the size of the game's
replay page with all views, and the time to make it.
"""

from __future__ import annotations

import argparse
import functools
import gc
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from benchmarks.reference_scores import machine_in_words
from moon_envs import Batch, Game, Recording, game, game_ids
from moon_envs.base.text_tables import text_table
from moon_envs.render import draw
from moon_envs.render.raster import framed, stamps_of
from moon_envs.render.style import LIGHT

ROUNDS = 3
COLD_STATES = 5


def forget() -> None:
    """Clear the caches of earlier pictures."""
    for thing in gc.get_objects():
        if type(thing) is functools._lru_cache_wrapper and thing.__module__.startswith("moon_envs.render."):
            if thing is not stamps_of:  # it holds the fonts, too
                thing.cache_clear()
    stamps_of(LIGHT).forget()


def milliseconds(work: Callable[[], object]) -> float:
    """Processor time of a piece of work."""
    begin = time.process_time()
    work()
    return 1e3 * (time.process_time() - begin)


def states_of_a_game(chosen: Game, pictures: int, mode: dict[str, Any]) -> list[Any]:
    """Evenly spaced records of a random game, including the last."""
    batch = Batch(chosen, 1, seed=1, autoreset="disabled", threads=1, **mode)
    states = [batch.record()]
    while not batch.done[0]:
        batch.step(batch.sample())
        states.append(batch.record())
    return at_even_distances(states, pictures)


def at_even_distances(states: list[Any], count: int) -> list[Any]:
    """At most `count` evenly spaced states."""
    count = min(count, len(states))
    return [states[round(place * (len(states) - 1) / (count - 1))] for place in range(count)]


def in_order(work: Callable[[Any], object], states: Sequence[Any]) -> list[float]:
    """The fastest time of each state, drawn in order."""
    rounds = []
    for _ in range(ROUNDS):
        forget()
        rounds.append([milliseconds(lambda state=state: work(state)) for state in states])
    return [min(found) for found in zip(*rounds, strict=True)]


def cold(work: Callable[[Any], object], states: list[Any]) -> list[float]:
    """The fastest time of some states, each drawn with empty caches."""
    found = []
    for state in at_even_distances(states, COLD_STATES):
        times = []
        for _ in range(ROUNDS):
            forget()
            times.append(milliseconds(lambda state=state: work(state)))
        found.append(min(times))
    return found


def measure(chosen: Game, pictures: int, seat: int | None, mode: dict[str, Any]) -> tuple[object, ...]:
    """A row of the table: the median, worst and cold times of SVG and pixels, and the largest picture."""
    configuration = chosen.configuration(**mode)
    states = states_of_a_game(chosen, pictures, mode)

    def as_svg(state: Any) -> str:
        return draw(chosen, state, seat).svg(LIGHT)

    def as_pixels(state: Any) -> np.ndarray:
        return framed(draw(chosen, state, seat))

    times = []
    for work in (as_svg, as_pixels):
        found = in_order(work, states)
        times += [statistics.median(found), max(found[1:]), max(cold(work, states))]
    size = max(len(as_svg(state)) for state in states)
    view = "open table" if seat is None else f"seat {seat}"
    shown = [f"{found:.1f}" for found in times]
    return (
        chosen.id,
        configuration.describe(),
        view,
        len(states),
        *shown,
        f"{size / 1024:.0f}",
    )


def measure_page(chosen: Game, mode: dict[str, Any]) -> tuple[object, ...]:
    """A row of the table of `--pages`: the replay page of a random game with all views."""
    recording = Recording.begin(chosen, seed=1, **mode)
    batch = recording.replay()
    while not batch.done[0]:
        recording.actions.append(int(batch.sample()[0]))
        batch.step(recording.actions[-1])
    begin = time.process_time()
    size = len(recording.to_html().encode())
    seconds = time.process_time() - begin
    return chosen.id, batch.configuration.describe(), len(recording.actions), f"{size / 1024:.0f}", f"{seconds:.1f}"


def modes_of(chosen: Game) -> list[tuple[int | None, dict[str, Any]]]:
    """The open table of the largest mode, and a seat's view of the smallest."""
    variants = {option.name: True for option in chosen.options if option.default is False}
    return [(None, {"players": max(chosen.player_counts), **variants}), (0, {"players": min(chosen.player_counts)})]


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("games", nargs="*", help="game ids (default: all)")
    parser.add_argument(
        "--pictures", type=int, default=100, help="most pictures of each game and mode (default: %(default)s)"
    )
    parser.add_argument("--pages", action="store_true", help="measure replay pages instead")
    arguments = parser.parse_args()
    cases = [(game(id_), seat, mode) for id_ in arguments.games or game_ids() for seat, mode in modes_of(game(id_))]
    print(machine_in_words())
    if arguments.pages:
        pages = [measure_page(chosen, mode) for chosen, _, mode in cases]
        print(text_table(("game", "mode", ">decisions", ">page KB", ">seconds"), pages))
        return
    rows = [measure(chosen, arguments.pictures, seat, mode) for chosen, seat, mode in cases]
    times = (">SVG ms", ">worst", ">cold", ">pixels ms", ">worst", ">cold")
    heads = ("game", "mode", "view", ">pictures", *times, ">KB")
    print(text_table(heads, rows))


if __name__ == "__main__":
    main()
