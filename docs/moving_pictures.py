"""Makes the moving pictures of the documentation: a game of each environment, played by the agent `baseline`.

    python docs/moving_pictures.py
    python docs/moving_pictures.py --only launch mlem
    python docs/moving_pictures.py --only launch --seed 12 --folder /tmp

Each picture is an animated SVG, `docs/pictures/GAME.svg`: the open table at the beginnings of turns. If these are too
many, every second, third ... of them is shown. From the Moon has no turns with one player, so there these are steps.
The games are chosen for what happens in them, and the same command makes the same files again. `moon-envs replay --svg`
makes such pictures of all other games; `moon_envs/replays/moving.py` says what they consist of. For tables there is
`docs/pictures/GAME.png`, a part of the same game late in it; pixels need `pip install ".[video]"`.
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
from moon_envs.render.panels import MARGIN, PANEL_WIDTH

FOLDER = Path(__file__).parent / "pictures"
AGENT = "baseline"
MOST_FRAMES = 40
MOST_BYTES = 250_000
WIDTH_OF_SMALL, COLOURS = 360, 64
MOMENT_OF_SMALL = 0.7  # of the game: the sheets are well filled
SHAPE_OF_SMALL = 3, 2
SCALE = 2  # pixels that are drawn for each unit
ALSO_TALL = ("launch",)  # one column, GAME_tall.svg, for the README on narrow screens


@dataclass(frozen=True)
class Shown:
    """The game that is shown: seed, number of players and options; and whether turns are shown, or steps.

    Small pictures show a part of one panel, as wide as the panel, from `top` downwards.
    """

    seed: int
    players: int = 1
    options: dict[str, Any] = field(default_factory=dict)
    turns: bool = True
    panel: str = "sheet 0"
    top: int = 24


AGAINST_ASTRA = {"opponent": 3}
GAMES = {
    "launch": Shown(5, options=AGAINST_ASTRA, top=0),
    "journey": Shown(4, options=AGAINST_ASTRA),
    "colony": Shown(1, options=AGAINST_ASTRA, top=80),
    "mine": Shown(5, options=AGAINST_ASTRA),
    "dome": Shown(4, options=AGAINST_ASTRA),
    "virus": Shown(3, options=AGAINST_ASTRA, top=140),
    "escape": Shown(5, options=AGAINST_ASTRA, top=30),
    "battle": Shown(8, options=AGAINST_ASTRA, top=180),
    "from_the_moon": Shown(1, turns=False, panel="moon", top=4),
    "luna_capital": Shown(11, panel="city 0", top=100),
    "mlem": Shown(7, players=3, panel="mat", top=112),
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
        write_file(path, small_picture(recording, shown))
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


def part_of_table(recording: Recording, shown: Shown, theme: str = "light") -> Image.Image:
    """A part of the table late in the game."""
    batch = recording.replay(int(MOMENT_OF_SMALL * len(recording.actions)))
    picture = draw(batch.game, batch.states[0], layout="portrait", panels=[shown.panel])
    pixels = Image.fromarray(picture.rgb_array(round(SCALE * picture.size[0]), theme))
    across, down = SHAPE_OF_SMALL
    left, top, width = (SCALE * number for number in (MARGIN, MARGIN + shown.top, PANEL_WIDTH))
    return pixels.crop((left, top, left + width, top + width * down // across))


def resized(image: Image.Image, width: int) -> Image.Image:
    """The image with this width."""
    return image.resize((width, image.height * width // image.width), Image.Resampling.LANCZOS)


def small_picture(recording: Recording, shown: Shown) -> bytes:
    """A part of the table late in the game as a small PNG."""
    small = resized(part_of_table(recording, shown), WIDTH_OF_SMALL)
    file = io.BytesIO()
    small.quantize(COLOURS, Image.Quantize.MAXCOVERAGE).save(file, "png", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    main()
