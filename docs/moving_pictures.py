"""Makes the moving pictures of the documentation: a game of each environment, played by the agent `baseline`.

    python docs/moving_pictures.py
    python docs/moving_pictures.py --only launch mlem
    python docs/moving_pictures.py --only launch --seed 12 --folder /tmp

Each picture is an animated SVG, `docs/pictures/GAME.svg`: the open table at the beginnings of turns. If these are too
many, every second, third ... of them is shown. From the Moon has no turns with one player, so there these are steps.
The games are chosen for what happens in them, and the same command makes the same files again. `moon-envs replay --svg`
makes such pictures of all other games; `moon_envs/replays/moving.py` says what they consist of. For tables there is
`docs/pictures/GAME.png`, a small still picture of the same game; pixels need `pip install ".[video]"`.
"""

from __future__ import annotations

import argparse
import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image

from moon_envs import Batch, Recording, draw
from moon_envs.agents import find_agents, play_games
from moon_envs.base.files.disk import write_file

FOLDER = Path(__file__).parent / "pictures"
AGENT = "baseline"
MOST_FRAMES = 40
MOST_BYTES = 250_000
WIDTH_OF_SMALL, WIDTH_DRAWN, COLOURS = 360, 1440, 64
MOMENT_OF_SMALL = 0.7  # of the game: the sheets are well filled
ALSO_TALL = ("launch",)  # one column, GAME_tall.svg, for the README on narrow screens


@dataclass(frozen=True)
class Shown:
    """The game that is shown: seed, number of players and options; and whether turns are shown, or steps."""

    seed: int
    players: int = 1
    options: dict[str, Any] = field(default_factory=dict)
    turns: bool = True


GAMES = {
    "launch": Shown(5, options={"opponent": 3}),
    "journey": Shown(4, options={"opponent": 3}),
    "colony": Shown(1, options={"opponent": 3}),
    "mine": Shown(5, options={"opponent": 3}),
    "dome": Shown(4, options={"opponent": 3}),
    "virus": Shown(3, options={"opponent": 3}),
    "escape": Shown(5, options={"opponent": 3}),
    "battle": Shown(8, options={"opponent": 3}),
    "from_the_moon": Shown(1, turns=False),
    "luna_capital": Shown(11),
    "mlem": Shown(7, players=3),
}


def main() -> None:
    """Make the pictures that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--only", nargs="+", choices=GAMES, default=list(GAMES), metavar="GAME", help="only these games"
    )
    parser.add_argument("--seed", type=int, help="another game, to look at")
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"where the pictures go (default: {FOLDER.name})")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name in arguments.only:
        shown = GAMES[name]
        recording = played(name, shown, shown.seed if arguments.seed is None else arguments.seed)
        points = recording.replay().points()[0].sum(axis=1).tolist()
        print(f"{name}: seed {recording.seed}, points {points}")
        for ending, layout in (("", "landscape"), *([("_tall", "portrait")] if name in ALSO_TALL else [])):
            film, frames = film_of(recording, shown.turns, layout)
            path = arguments.folder / f"{name}{ending}.svg"
            write_file(path, film.encode())
            print(f"  {path}: {len(film.encode()):,} bytes, {frames} frames")
        path = arguments.folder / f"{name}.png"
        write_file(path, small_picture(recording))
        print(f"  {path}: {path.stat().st_size:,} bytes")


def played(name: str, shown: Shown, seed: int) -> Recording:
    """A game that the agent has played on all seats."""
    recording = Recording.begin(name, shown.players, seed, **shown.options)
    batch = Batch(name, 1, shown.players, seed, autoreset="disabled", threads=1, **shown.options)
    agents = find_agents("agents", AGENT, shown.players)
    play_games(batch, agents, on_actions=lambda rows, actions: recording.actions.append(int(actions[0])))
    recording.agents = [agent.name for agent in agents]
    return recording


def film_of(recording: Recording, turns: bool, layout: str) -> tuple[str, int]:
    """The film of a game, with as many turns or steps as there is room for, and the number of its frames."""
    every = 1
    while True:
        totals: list[int] = []
        film = recording.to_svg(
            turns=turns, every=every, layout=layout, on_frame=lambda done, total, all_=totals: all_.append(total)
        )
        if len(totals) <= MOST_FRAMES and len(film.encode()) <= MOST_BYTES:
            return film, len(totals)
        every += 1


def small_picture(recording: Recording) -> bytes:
    """The table late in the game as a small PNG."""
    batch = recording.replay(int(MOMENT_OF_SMALL * len(recording.actions)))
    pixels = Image.fromarray(draw(batch.game, batch.states[0]).rgb_array(WIDTH_DRAWN))
    small = pixels.resize((WIDTH_OF_SMALL, pixels.height * WIDTH_OF_SMALL // pixels.width), Image.Resampling.LANCZOS)
    file = io.BytesIO()
    small.quantize(COLOURS, Image.Quantize.MAXCOVERAGE).save(file, "png", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    main()
