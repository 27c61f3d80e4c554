"""How long a picture takes, as SVG and as pixels, and how large it is.

    python -m benchmarks.pictures
    python -m benchmarks.pictures launch mlem --pictures 50
    python -m benchmarks.pictures --pages

For every game: the open table of its largest mode (most players, all variants), and the view of a seat with the fewest
players. Pictures are taken at even distances of a whole random game. SVG is drawing and text; pixels are drawing, text
and an array of 800 pixels width in the frame of the environments. Processor time, which other work on the machine
disturbs least; every picture is taken three times, and the fastest counts. With `--pages`: how large the replay page of
that game is, with all views, and how long it takes to make.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.reference_scores import machine_in_words
from moon_envs import Batch, Game, Recording, game, game_ids
from moon_envs.render import draw
from moon_envs.render.frames import frame_of
from moon_envs.render.raster import rgb_array
from moon_envs.text_tables import text_table

REPEATS = 3


def milliseconds(work: Callable[[], object]) -> float:
    """Processor time of a piece of work."""
    found = []
    for _ in range(REPEATS):
        begin = time.process_time()
        work()
        found.append(time.process_time() - begin)
    return 1e3 * min(found)


def states_of_a_game(chosen: Game, pictures: int, mode: dict[str, Any]) -> Sequence[Any]:
    """Records at even distances of a random game, its end included."""
    batch = Batch(chosen, 1, seed=1, autoreset="disabled", threads=1, **mode)
    states = [batch.record()]
    while not batch.done[0]:
        batch.step(batch.sample())
        states.append(batch.record())
    pictures = min(pictures, len(states))
    return [states[round(place * (len(states) - 1) / max(1, pictures - 1))] for place in range(pictures)]


def measure(chosen: Game, pictures: int, seat: int | None, mode: dict[str, Any]) -> tuple[object, ...]:
    """A row of the table: median and worst of SVG and pixels, and the largest picture."""
    configuration = chosen.configuration(**mode)
    frame = frame_of(chosen, configuration, seat)
    svg, pixels, sizes = [], [], []
    for state in states_of_a_game(chosen, pictures, mode):
        svg.append(milliseconds(lambda state=state: draw(chosen, state, seat).svg("light")))
        pixels.append(milliseconds(lambda state=state: rgb_array(draw(chosen, state, seat), frame=frame)))
        sizes.append(len(draw(chosen, state, seat).svg("light")))
    height = rgb_array(draw(chosen, state, seat), frame=frame).shape[0]
    times = [f"{found:.1f}" for each in (svg, pixels) for found in (statistics.median(each), max(each))]
    view = "open table" if seat is None else f"seat {seat}"
    return chosen.id, configuration.describe(), view, *times, f"{max(sizes) / 1024:.0f}", f"800 x {height}"


def measure_page(chosen: Game, mode: dict[str, Any]) -> tuple[object, ...]:
    """A row of the other table: the replay page of a random game, with all views."""
    recording = Recording.begin(chosen, 1, **mode)
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
    parser.add_argument("games", nargs="*", help="all by default")
    parser.add_argument("--pictures", type=int, default=25, help="of each game and mode")
    parser.add_argument("--pages", action="store_true", help="measure replay pages instead")
    arguments = parser.parse_args()
    cases = [(game(id_), seat, mode) for id_ in arguments.games or game_ids() for seat, mode in modes_of(game(id_))]
    print(machine_in_words())
    if arguments.pages:
        pages = [measure_page(chosen, mode) for chosen, _, mode in cases]
        print(text_table(("game", "mode", ">decisions", ">page KB", ">seconds"), pages))
        return
    rows = [measure(chosen, arguments.pictures, seat, mode) for chosen, seat, mode in cases]
    heads = ("game", "mode", "view", ">SVG ms", ">worst", ">pixels ms", ">worst", ">KB", ">pixels")
    print(text_table(heads, rows))


if __name__ == "__main__":
    main()
