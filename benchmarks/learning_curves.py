"""Draw learning curves: of the agent `baseline`, of runs of our trainers, or of td and selfplay side by side.

    pip install ".[train]"
    python -m benchmarks.learning_curves
    python -m benchmarks.learning_curves --runs runs/ppo-launch-0 runs/td-launch-solo-0 --picture curves.svg
    python -m benchmarks.learning_curves --compare runs/compare

The first picture has one panel for each game: points over minutes, alone and with several players. The second shows the
win rate of each run over its decisions. The third has points over minutes and over decisions for runs in folders like
runs/compare/launch-td/seed-0, which `benchmarks.learning launch --folder runs/compare/launch-td` makes. A network in
training samples its actions, so it plays worse than afterwards.
"""

from __future__ import annotations

import argparse
import csv
import io
from pathlib import Path

import moon_envs
from moon_envs.base.errors import MoonEnvsError
from moon_envs.base.files.disk import write_file
from moon_envs.base.files.outputs import check_output, has_mark
from moon_envs.cli.output import add_force_argument
from moon_envs.networks.finding import BOX

DOCS = Path(__file__).parents[1] / "docs"
PICTURE, PICTURE_OF_RUNS = DOCS / "learning_curves.svg", DOCS / "ppo_curve.svg"
PICTURE_OF_COMPARISON = DOCS / "td_and_ppo.svg"
PROGRAMS = {"td": ("td (value network)", "tab:blue"), "selfplay": ("selfplay (PPO)", "tab:orange")}
MODES = {"solo": ("alone", "tab:blue"), "several": ("several players", "tab:orange")}
MARK = "moon_envs learning curves"
COLUMNS = 4
STRETCHES = 60


def curve(file: Path, x: str = "minutes", y: str = "points") -> list[tuple[float, float]]:
    """Two columns of a CSV file, as means over stretches of about the same length."""
    with open(file, encoding="utf-8", newline="") as rows:
        points = [(float(row[x]), float(row[y])) for row in csv.DictReader(rows)]
    points = [(minutes, value) for minutes, value in points if value == value]
    length = max(1, len(points) // STRETCHES)
    stretches = [points[i : i + length] for i in range(0, len(points), length)]
    return [(sum(m for m, _ in part) / len(part), sum(v for _, v in part) / len(part)) for part in stretches]


def draw_baselines():
    """A figure with the points of all baselines in training."""
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
    return figure


def win_rates(folder: Path) -> list[tuple[float, float]]:
    """The win rate over the decisions of a run of ppo.py, td or selfplay; empty if the folder has none."""
    for name, x in (("curve.csv", "timesteps"), ("curves.csv", "decisions")):
        if (folder / name).exists():
            return curve(folder / name, x, "won")
    return []


def draw_runs(folders: list[Path]):
    """A figure with the win rates of runs."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3), layout="constrained")
    place = figure.subplots()
    for folder in folders:
        decisions, won = zip(*win_rates(folder), strict=True)
        place.plot([one / 1e6 for one in decisions], [100 * one for one in won], label=folder.name)
    place.set_xlabel("million decisions", fontsize=8)
    place.set_ylabel("games won, %", fontsize=8)
    place.grid(alpha=0.3)
    place.legend(fontsize=8)
    return figure


def draw_comparison(folder: Path):
    """A figure with the points of two trainers: a column for each game, over minutes above, over decisions below."""
    from matplotlib.figure import Figure

    games = sorted({one.name.rpartition("-")[0] for one in folder.iterdir() if one.is_dir()})
    figure = Figure(figsize=(3 * len(games), 4.4), layout="constrained")
    places = figure.subplots(2, len(games), squeeze=False)
    for column, game in enumerate(games):
        for place, axis, unit in zip(places[:, column], ("minutes", "decisions"), (1, 1e6), strict=True):
            for program, (_, colour) in PROGRAMS.items():
                for file in sorted((folder / f"{game}-{program}").glob("seed-*/curves.csv")):
                    x, y = zip(*curve(file, axis), strict=True)
                    place.plot([one / unit for one in x], y, color=colour, linewidth=1)
            place.set_xlabel(axis if unit == 1 else f"million {axis}", fontsize=8)
            place.grid(alpha=0.3)
        places[0, column].set_title(game, fontsize=10)
    for place in places[:, 0]:
        place.set_ylabel("points", fontsize=8)
    for name, colour in PROGRAMS.values():
        places[0, 0].plot([], [], color=colour, label=name)
    places[0, 0].legend(fontsize=8)
    return figure


def save(figure, picture: Path) -> None:
    """Write a figure as SVG; the same curves give the same file."""
    import matplotlib

    text = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "moon_envs"}):
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": MARK}, facecolor="white")
    write_file(picture, text.getvalue())


def main() -> None:
    """Draw one of the three pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("--runs", type=Path, nargs="+", help="folders of runs (default: the baselines)")
    parser.add_argument("--compare", type=Path, help="folder with runs of td and selfplay in folders GAME-PROGRAM")
    parser.add_argument("--picture", type=Path, help="default: a file in docs, one for each kind of picture")
    add_force_argument(parser)
    arguments = parser.parse_args()
    missing = [folder for folder in arguments.runs or [] if not win_rates(folder)]
    if missing:
        parser.error(f"{missing[0]} has no curve; --runs takes folders of runs of ppo.py, td or selfplay")
    if arguments.compare and not list(arguments.compare.glob("*-td/seed-*/curves.csv")):
        parser.error(f"{arguments.compare} has no GAME-td/seed-N/curves.csv")
    usual = PICTURE_OF_RUNS if arguments.runs else PICTURE_OF_COMPARISON if arguments.compare else PICTURE
    picture = arguments.picture or usual
    try:
        check_output(picture, "a picture of these curves", has_mark(MARK), force=arguments.force, insist="--force")
        if arguments.compare:
            figure = draw_comparison(arguments.compare)
        else:
            figure = draw_runs(arguments.runs) if arguments.runs else draw_baselines()
        save(figure, picture)
    except ModuleNotFoundError as error:
        parser.exit(1, f'{error.name} is not installed: pip install ".[train]"\n')
    except MoonEnvsError as error:
        parser.exit(1, f"{error}\n")
    except OSError as error:
        parser.exit(1, f"{picture} cannot be written: {error.strerror}.\n")
    print(picture)


if __name__ == "__main__":
    main()
