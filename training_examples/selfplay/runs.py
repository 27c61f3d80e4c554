"""The folder of a run: checkpoints that resume exactly, and learning curves (CSV, TensorBoard, a picture)."""

from __future__ import annotations

import contextlib
import csv
import io
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import torch

from moon_envs.base.errors import NetworkError
from moon_envs.base.files.disk import write_file
from moon_envs.networks import AnyNetwork

CHECKPOINT, CURVES, PICTURE, NETWORK = "checkpoint.pt", "curves.csv", "curves.png", "network.npz"
SECONDS_BETWEEN_CHECKPOINTS = 30
SECONDS_BETWEEN_LINES = 30


class Run:
    """The folder of a training run, with all its files.

    The training continues when a file cannot be written: the next save tries again, and `end` names what is missing.

    Args:
        folder: its path; it is created if needed.
        about: what the training is for: game, options, network. A checkpoint that differs is refused.
        resume: whether to continue from the checkpoint.
    """

    def __init__(self, folder: Path, about: dict, resume: bool):
        self.folder, self.about = folder, about
        self.rows: list[dict] = []
        self.seconds = 0.0  # of training, over all sessions
        self.failures: dict[str, str] = {}  # file name -> message
        if resume and not (folder / CHECKPOINT).exists():
            sys.exit(f"{folder}: there is no {CHECKPOINT} to resume from; start without --resume.")
        held = [name for name in (CHECKPOINT, CURVES, PICTURE, NETWORK) if (folder / name).exists()]
        if not resume and CHECKPOINT in held:
            sys.exit(f"{folder}: holds a checkpoint. --resume continues from it; --folder names another place.")
        if not resume and held:
            sys.exit(f"{folder}: holds {', '.join(held)}, which would be replaced; --folder names another place.")
        folder.mkdir(parents=True, exist_ok=True)
        self._board = _tensorboard(folder)
        self._saved = self._lined = time.monotonic()
        self.is_stopped = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)

    def _stop(self, number, frame):
        """Stop after the present update, so that nothing is lost; the second signal stops at once."""
        if self.is_stopped:
            sys.exit(130)
        self.is_stopped = True
        print("\nStopping after this update; once more to stop at once.", file=sys.stderr)

    def load(self) -> dict:
        """Read the checkpoint, and the curves up to it; returns the saved state."""
        path = self.folder / CHECKPOINT
        try:
            saved = torch.load(path, weights_only=True)
            about, self.seconds, logged = saved["about"], saved["seconds"], saved["logged"]
            state = saved["state"]
        except Exception as error:  # damaged bytes may raise anything
            sys.exit(f"{path}: is not a checkpoint of this program: {type(error).__name__}: {error}".splitlines()[0])
        for name, value in self.about.items():
            if about.get(name) != value:
                sys.exit(
                    f"{path}: was made with {name}={about.get(name)!r}, not {value!r}; give the same, or --folder."
                )
        if (self.folder / CURVES).exists():
            with open(self.folder / CURVES, encoding="utf-8", newline="") as file:
                self.rows = list(csv.DictReader(file))[:logged]
        return state

    def save(self, state: dict) -> None:
        """Write the curves and a new checkpoint, which replaces the old one only when it is complete.

        Raises:
            NetworkError: a number of the state is not finite; the old checkpoint is kept.
        """
        path = self.folder / CHECKPOINT
        where = not_finite(state)
        if where is not None:
            kept = "--resume continues from the previous one" if path.exists() else "there is no previous one"
            raise NetworkError(f"{path}: no new checkpoint: {where} is no longer finite; {kept}.")
        data = io.BytesIO()
        saved = {"about": self.about, "seconds": self.seconds, "logged": len(self.rows), "state": state}
        torch.save(saved, data)
        self._write(CHECKPOINT, data.getvalue(), lambda written: torch.load(written, weights_only=True))
        self.write_curves()
        self._saved = time.monotonic()

    def save_network(self, network: AnyNetwork) -> Path:
        """Write the network, or if that fails into a temporary folder; returns the path."""
        path = self.folder / NETWORK
        try:
            network.save(path)
        except OSError as error:
            self._fail(NETWORK, error)
            path = Path(tempfile.mkdtemp(prefix="moon_envs-")) / NETWORK
            network.save(path)
            self.failures[NETWORK] += f"; it is in {path}"
        return path

    def end(self) -> None:
        """Exit with the names of missing files, if there are any."""
        if self.failures:
            sys.exit("\n".join(self.failures.values()))

    def _write(self, name: str, data: bytes, read: Callable[[Path], object] | None = None) -> None:
        try:
            write_file(self.folder / name, data, read)
            self.failures.pop(name, None)
        except OSError as error:
            if name not in self.failures:
                print(f"{self.folder / name}: {error.strerror or error}; the training continues.", file=sys.stderr)
            self._fail(name, error)

    def _fail(self, name: str, error: OSError) -> None:
        self.failures[name] = f"{self.folder / name}: cannot be written: {error.strerror or error}"

    @property
    def is_time_to_save(self) -> bool:
        """Whether the last checkpoint is older than `SECONDS_BETWEEN_CHECKPOINTS`."""
        return time.monotonic() - self._saved > SECONDS_BETWEEN_CHECKPOINTS

    def log(self, row: dict[str, float]) -> None:
        """Add a point to the learning curves; without a progress bar, print a line from time to time."""
        self.rows.append(row)
        if self._board is not None:
            for name, value in row.items():
                self._board.add_scalar(name, float(value), int(row["decisions"]))
        if not sys.stderr.isatty() and time.monotonic() - self._lined > SECONDS_BETWEEN_LINES:
            self._lined = time.monotonic()
            print(in_words(row), flush=True)

    @contextlib.contextmanager
    def progress(self, minutes: float):
        """Show a progress bar; yields a function that updates it with a point of the learning curves."""
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        columns = TextColumn("{task.description}"), BarColumn(20), TimeRemainingColumn()
        with Progress(*columns, disable=not sys.stderr.isatty(), transient=True) as bar:
            task = bar.add_task(str(self.folder), total=minutes * 60, completed=self.seconds)
            yield lambda row: bar.update(task, completed=self.seconds, description=in_words(row))

    def write_curves(self) -> None:
        """Write the curves as CSV."""
        if self.rows:
            text = io.StringIO()
            table = csv.DictWriter(text, self.rows[-1].keys(), lineterminator="\n")
            table.writeheader()
            table.writerows(self.rows)
            self._write(CURVES, text.getvalue().encode())

    def draw_curves(self, names: Sequence[str]) -> None:
        """Draw these columns of the curves as a picture, if matplotlib is installed."""
        try:
            from matplotlib.figure import Figure
        except ModuleNotFoundError:
            print(f"No {PICTURE}: matplotlib is not installed.")
            return
        figure = Figure(figsize=(4 * len(names), 3.2), layout="constrained")
        for place, name in zip(figure.subplots(1, len(names), squeeze=False)[0], names, strict=True):
            place.plot([float(row["minutes"]) for row in self.rows], [float(row[name]) for row in self.rows])
            place.set_xlabel("minutes")
            place.set_title(name.replace("_", " "))
            place.grid(alpha=0.3)
        figure.suptitle(str(self.folder))
        picture = io.BytesIO()
        figure.savefig(picture, format="png", dpi=100)
        self._write(PICTURE, picture.getvalue())


def not_finite(value, name: str = "state") -> str | None:
    """The name of the first entry with a number that is not finite, or None."""
    if isinstance(value, torch.Tensor):
        return None if not value.is_floating_point() or bool(torch.isfinite(value).all()) else name
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, (list, tuple)) else ()
    return next((where for key, one in inside if (where := not_finite(one, f"{name}.{key}")) is not None), None)


def in_words(row: dict[str, float]) -> str:
    """One line of text for a point of the learning curves."""
    entropy = f"   entropy {row['entropy']:5.3f}" if "entropy" in row else ""
    return (
        f"{row['minutes']:6.1f} min {row['decisions'] / 1e6:8.2f} M decisions {row['decisions_per_second']:8.0f}/s   "
        f"won {row['won']:6.1%}   points {row['points']:7.1f}{entropy}"
    )


def _tensorboard(folder: Path):
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ModuleNotFoundError:
        return None
    return SummaryWriter(str(folder))
