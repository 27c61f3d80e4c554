"""Draw the learning curves of the baseline networks from their CSV files: the picture of README.md.

    pip install ".[train]"
    python -m benchmarks.learning_curves

One panel for each game: the network's points during training over minutes, solo and with several players. In training
it samples its actions and plays against itself, or solo against the curriculum's current levels; the ladder measures
its strength.
"""

from __future__ import annotations

import argparse
import csv
import io
from pathlib import Path

import moon_envs
from benchmarks.json_file import add_force_argument
from moon_envs.base.errors import MoonEnvsError
from moon_envs.base.files.disk import write_file
from moon_envs.base.files.outputs import check_output, has_mark
from moon_envs.networks.finding import BOX

PICTURE = Path(__file__).parents[1] / "docs" / "learning_curves.svg"
MODES = {"solo": ("solo", "tab:blue"), "several": ("several players", "tab:orange")}
MARK = "moon_envs learning curves"
COLUMNS = 4
STRETCHES = 60


def curve(file: Path) -> list[tuple[float, float]]:
    """The minutes and points of a run, averaged over stretches of similar length."""
    with open(file, newline="") as rows:
        points = [(float(row["minutes"]), float(row["points"])) for row in csv.DictReader(rows)]
    points = [(minutes, value) for minutes, value in points if value == value]
    length = max(1, len(points) // STRETCHES)
    stretches = [points[i : i + length] for i in range(0, len(points), length)]
    return [(sum(m for m, _ in part) / len(part), sum(v for _, v in part) / len(part)) for part in stretches]


def draw(picture: Path) -> None:
    """Write the picture. The same curves give the same bytes."""
    import matplotlib
    from matplotlib.figure import Figure

    games = [id_ for id_ in moon_envs.game_ids() if (BOX / f"{id_}-several.csv").exists()]
    rows = -(-len(games) // COLUMNS)
    figure = Figure(figsize=(3 * COLUMNS, 2.2 * rows), layout="constrained")
    places = figure.subplots(rows, COLUMNS, squeeze=False).flat
    for game, place in zip(games, places, strict=False):
        for mode, (name, colour) in MODES.items():
            if (BOX / f"{game}-{mode}.csv").exists():
                place.plot(*zip(*curve(BOX / f"{game}-{mode}.csv"), strict=True), label=name, color=colour)
        place.set_title(game, fontsize=10)
        place.grid(alpha=0.3)
        place.set_xlabel("minutes", fontsize=8)
        place.set_ylabel("points", fontsize=8)
    for place in places:
        place.set_axis_off()
    figure.axes[0].legend(fontsize=8)
    text = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "moon_envs"}):
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": MARK}, facecolor="white")
    write_file(picture, text.getvalue())


def main() -> None:
    """Draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument(
        "--picture", type=Path, default=PICTURE, help="the file to write (default: docs/learning_curves.svg)"
    )
    add_force_argument(parser)
    arguments = parser.parse_args()
    try:
        is_ours = has_mark(MARK)
        check_output(
            arguments.picture, "a picture of learning curves", is_ours, force=arguments.force, insist="--force"
        )
        draw(arguments.picture)
    except ModuleNotFoundError as error:
        parser.exit(1, f'{error.name} is not installed: pip install ".[train]"\n')
    except MoonEnvsError as error:
        parser.exit(1, f"{error}\n")
    except OSError as error:
        parser.exit(1, f"{arguments.picture} cannot be written: {error.strerror}.\n")
    print(arguments.picture)


if __name__ == "__main__":
    main()
