"""The font of all pictures, and how wide its letters are.

Pictures carry their font, because words in another font could be wider than their boxes. It is a small part of Source
Sans Pro (SIL Open Font License, see `OFL.txt`) without kerning, made by `.ci/fonts`.
"""

from __future__ import annotations

import base64
import functools
from importlib import resources

FAMILY = "Moon Sans"
FAMILIES = f'"{FAMILY}","Source Sans Pro","Source Sans 3",Arial,sans-serif'
"""The others serve programs that ignore fonts in pictures, and characters that our font lacks."""

REGULAR, BOLD = 400, 600
FILES = {REGULAR: "moon_sans_regular.woff2", BOLD: "moon_sans_semibold.woff2"}

CHARACTERS = "".join(map(chr, range(0x20, 0x7F))) + "\u2082"
# fmt: off
_REGULAR_WIDTHS = (
    200, 289, 425, 497, 497, 824, 609, 249, 303, 303, 418, 497, 249, 311, 249, 350, 497, 497, 497, 497, 497, 497, 497,
    497, 497, 497, 249, 249, 497, 497, 497, 425, 847, 544, 588, 571, 615, 527, 494, 617, 652, 263, 480, 579, 486, 727,
    647, 664, 566, 664, 569, 534, 536, 645, 515, 786, 513, 476, 539, 303, 350, 303, 497, 500, 542, 504, 553, 456, 555,
    496, 292, 504, 544, 246, 247, 495, 255, 829, 547, 542, 555, 555, 347, 419, 338, 544, 467, 718, 446, 467, 425, 303,
    241, 303, 497, 367,
)
_BOLD_WIDTHS = (
    200, 315, 482, 513, 513, 841, 639, 275, 324, 324, 438, 513, 275, 322, 275, 344, 513, 513, 513, 513, 513, 513, 513,
    513, 513, 513, 275, 275, 513, 513, 513, 444, 875, 558, 597, 576, 625, 538, 510, 628, 663, 282, 494, 597, 502, 745,
    656, 674, 582, 674, 592, 545, 546, 655, 536, 800, 541, 501, 540, 324, 344, 324, 513, 500, 549, 516, 563, 462, 564,
    507, 317, 520, 558, 262, 263, 522, 271, 843, 560, 549, 564, 564, 373, 431, 361, 556, 495, 748, 481, 495, 443, 324,
    255, 324, 513, 372,
)
# fmt: on
UNITS = 1000
_WIDTHS = {
    REGULAR: dict(zip(CHARACTERS, _REGULAR_WIDTHS, strict=True)),
    BOLD: dict(zip(CHARACTERS, _BOLD_WIDTHS, strict=True)),
}


@functools.lru_cache(maxsize=1 << 14)
def text_width(text: str, size: float, weight: int = REGULAR) -> float:
    """The width of a line of text; characters that the font lacks count as squares."""
    widths = _WIDTHS[weight]
    return size * sum(widths.get(character, UNITS) for character in text) / UNITS


@functools.lru_cache(maxsize=1 << 12)
def wrapped(text: str, width: float, size: float, weight: int = REGULAR) -> tuple[str, ...]:
    """A text as lines that fit into a width, broken between words; a word that is wider has its own line."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size, weight) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


@functools.cache
def font_faces() -> str:
    """The style sheet with the font: for a single picture, or once for a page with many."""
    return "".join(
        f'@font-face{{font-family:"{FAMILY}";font-weight:{weight};src:url(data:font/woff2;base64,{_content(file)})}}'
        for weight, file in FILES.items()
    )


def _content(file: str) -> str:
    return base64.b64encode((resources.files(__package__) / file).read_bytes()).decode()
