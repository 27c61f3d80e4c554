"""Plots of estimates and their intervals as SVG."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from typing import NamedTuple

from moon_envs.arena.bootstrap import Estimate

ROW_HEIGHT, LETTER_WIDTH, PLOT_WIDTH, MARGIN = 26, 8, 560, 12
MOST_LETTERS_OF_A_NAME = 40
TICKS = 5


class Bar(NamedTuple):
    """One line of a plot."""

    name: str
    estimate: Estimate
    words: str


def svg_plot(bars: Sequence[Bar]) -> str:
    """Draw one line for each estimate: its interval with a dot at the mean, all on one scale.

    Example:
        >>> from moon_envs.arena.bootstrap import Estimate
        >>> svg_plot([Bar("random", Estimate(0.5, 0.4, 0.6), "50 %")]).count("<circle")
        1
    """
    names, words = [_short(bar.name) for bar in bars], [bar.words for bar in bars]
    left = MARGIN + LETTER_WIDTH * max(map(len, names))
    right = MARGIN + LETTER_WIDTH * max(map(len, words))
    low, high, step = _scale(bars)
    height = ROW_HEIGHT * (len(bars) + 1)

    def across(value: float) -> str:
        return f"{left + MARGIN + (value - low) / (high - low) * PLOT_WIDTH:.1f}"

    width = left + right + PLOT_WIDTH + 2 * MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="13">'
    ]
    for number in range(round((high - low) / step) + 1):
        value = low + number * step
        place = across(value)
        lines.append(f'<line x1="{place}" x2="{place}" y1="0" y2="{height - ROW_HEIGHT}" stroke="#ddd"/>')
        lines.append(f'<text x="{place}" y="{height - 8}" text-anchor="middle" fill="#666">{value + 0.0:g}</text>')
    for row, (bar, name) in enumerate(zip(bars, names, strict=True)):
        middle = ROW_HEIGHT * row + ROW_HEIGHT // 2
        estimate = bar.estimate
        lines += [
            f'<text x="{left}" y="{middle + 4}" text-anchor="end">{html.escape(name)}</text>',
            f'<line x1="{across(estimate.low)}" x2="{across(estimate.high)}" y1="{middle}" y2="{middle}" '
            'stroke="#36c" stroke-width="3"/>',
            f'<circle cx="{across(estimate.mean)}" cy="{middle}" r="5" fill="#36c"/>',
            f'<text x="{left + PLOT_WIDTH + 2 * MARGIN}" y="{middle + 4}">{html.escape(bar.words)}</text>',
        ]
    return "\n".join([*lines, "</svg>"])


def _short(name: str) -> str:
    name = " ".join(name.split())
    return name if len(name) <= MOST_LETTERS_OF_A_NAME else name[: MOST_LETTERS_OF_A_NAME - 3] + "..."


def _scale(bars: Sequence[Bar]) -> tuple[float, float, float]:
    """The ends of the axis and the step between its numbers; all three are round."""
    low, high = min(bar.estimate.low for bar in bars), max(bar.estimate.high for bar in bars)
    if not high > low:
        low, high = low - 0.5, high + 0.5
    rough = (high - low) / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * (1 - 1e-9))
    first = math.floor(low / step + 1e-9)
    last = math.ceil(high / step - 1e-9)
    return first * step, last * step, step
