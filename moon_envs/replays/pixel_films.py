"""Films as GIF and MP4; this needs the extra `video`. Pages become pixels one at a time, as frames of videos do.

Pillow, which MoviePy brings, writes the GIFs: every frame has its own time, and only pixels that change are stored.
All frames share one palette without dithering, so what stands still does not change: a solo game of Launch by turns
takes 340 KB, and 1,330 KB with whole frames. MoviePy's ffmpeg encodes the MP4s.
"""

from __future__ import annotations

import io
import struct
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from moon_envs.base.checks import check_choice, check_whole_number
from moon_envs.base.errors import MissingExtraError
from moon_envs.render.style import DARK, LIGHT
from moon_envs.replays.film import MARK, ReportFrame, Scene

try:
    from moviepy import VideoClip
    from PIL import Image

    from moon_envs.render.raster import LARGEST_WIDTH, rgb_array
except ImportError as error:
    raise MissingExtraError(
        f'GIF and MP4 need packages of an extra ({error}): pip install "moon_envs[video]"'
    ) from error

GIF, MP4 = KINDS = ("gif", "mp4")
WIDTHS = {GIF: 800, MP4: 1280}
SMALLEST_WIDTH = 64
COLOURS = 255  # of a GIF; one more stands for "as in the frame before"
TICKS = 10  # frames of an MP4 in a second; the shortest scene takes one


def pixel_film(
    scenes: Sequence[Scene],
    kind: str,
    width: int | None,
    theme: str,
    on_frame: ReportFrame | None = None,
) -> bytes:
    """A film as GIF or MP4.

    Args:
        scenes: of the film, see `film_of`.
        kind: "gif" or "mp4".
        width: in pixels; None for 800 (GIF) or 1280 (MP4). The height follows. MP4s have even sizes.
        theme: "light" or "dark".
        on_frame: called with the number of scenes that are done and of all scenes.

    Raises:
        ConfigurationError: an argument is not allowed.
    """
    check_choice("kind", kind, KINDS)
    check_choice("theme", theme, (LIGHT, DARK))
    width = WIDTHS[kind] if width is None else check_whole_number("width", width, SMALLEST_WIDTH, LARGEST_WIDTH)

    def frames() -> Iterator[np.ndarray]:
        for place, scene in enumerate(scenes, start=1):
            yield rgb_array(scene.page, width, theme)
            if on_frame is not None:
                on_frame(place, len(scenes))

    seconds = [scene.seconds for scene in scenes]
    return _gif(frames(), seconds) if kind == GIF else _mp4(frames(), seconds)


# GIF


def _gif(frames: Iterator[np.ndarray], seconds: Sequence[float]) -> bytes:
    numbered, colours = _numbered(frames)
    counts = np.zeros(len(colours), dtype=np.int64)
    for frame in numbered:
        counts += np.bincount(frame.ravel(), minlength=len(colours))
    kept, nearest = _palette(colours, counts)
    images = []
    for frame in numbered:
        image = Image.fromarray(nearest[frame])
        image.putpalette(kept.tobytes())
        images.append(image)
    file = io.BytesIO()
    images[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=images[1:],
        duration=[round(1000 * one) for one in seconds],
        loop=0,
        optimize=True,
        comment=MARK.encode(),
    )
    return file.getvalue()


def _numbered(frames: Iterator[np.ndarray]) -> tuple[list[np.ndarray], np.ndarray]:
    """Frames with a number for each pixel, and the colours of these numbers: (colours, 3) uint8."""
    numbers = np.zeros(1 << 24, dtype=np.uint16)  # of colours, plus one; 0 for new colours
    colours: list[np.ndarray] = []
    numbered, known = [], 0
    for frame in frames:
        wide = frame.astype(np.uint32)
        mixed = wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2]
        new = np.unique(mixed[numbers[mixed] == 0])
        numbers[new] = np.arange(known + 1, known + 1 + len(new))
        colours.append(new)
        known += len(new)
        numbered.append(numbers[mixed] - 1)
    every = np.concatenate(colours)
    return numbered, np.stack([every >> 16, every >> 8 & 255, every & 255], axis=1).astype(np.uint8)


def _palette(colours: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The colours that are kept, and for each colour the number of the nearest of them.

    The next colour to keep is always the one whose pixels would be most wrong together: words in a rare colour keep it.
    """
    values = colours.astype(np.float64)
    kept = [int(np.argmax(counts))]
    distances = ((values - values[kept[0]]) ** 2).sum(axis=1)
    nearest = np.zeros(len(colours), dtype=np.uint8)
    while len(kept) < COLOURS and distances.any():
        kept.append(int(np.argmax(counts * distances)))
        new = ((values - values[kept[-1]]) ** 2).sum(axis=1)
        nearest[new < distances] = len(kept) - 1
        distances = np.minimum(distances, new)
    return colours[kept], nearest


# MP4


def _mp4(frames: Iterator[np.ndarray], seconds: Sequence[float]) -> bytes:
    ends = np.cumsum([max(1, round(TICKS * one)) for one in seconds])
    shown = (-1, np.empty(0))

    def frame_at(time: float) -> np.ndarray:
        nonlocal shown
        scene = int(np.searchsorted(ends, round(time * TICKS), side="right"))
        while shown[0] < min(scene, len(ends) - 1):
            shown = shown[0] + 1, _even(next(frames))
        return shown[1]

    clip = VideoClip(frame_at, duration=int(ends[-1]) / TICKS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "film.mp4"
        clip.write_videofile(
            str(path),
            fps=TICKS,
            codec="libx264",
            audio=False,
            pixel_format="yuv420p",
            ffmpeg_params=["-movflags", "+faststart", "-tune", "animation"],
            logger=None,
        )
        return path.read_bytes() + _mark_box()


def _even(frame: np.ndarray) -> np.ndarray:
    """A frame of even size, as encoders need it."""
    height, width, _ = frame.shape
    return np.pad(frame, ((0, height % 2), (0, width % 2), (0, 0)), mode="edge")


def _mark_box() -> bytes:
    """A box that players skip, for the end of an MP4, where it moves nothing. It says who wrote the file."""
    return struct.pack(">I4s", 8 + len(MARK), b"free") + MARK.encode()
