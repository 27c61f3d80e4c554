"""Films as animated SVG: one file without a script, which plays in an `<img>` and asks for nothing.

Every element is written once, in an order in which each frame finds its own elements in their order (see
`merging.py`). Elements that are not in all frames stand in a group whose animation shows it exactly in its frames.
Groups that are shown at the same times share their animation. Elements that move with what is around them are written
at their first place, and `<use>` shows them at the others. Without animation, the groups of the last frame are
visible: readers who prefer reduced motion, and programs that cannot animate, see this frame as a still picture.

The names of classes and elements are those of one file: show films as `<img>`, and paste at most one into a page.
"""

from __future__ import annotations

import functools
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape

from moon_envs.base.checks import check_choice
from moon_envs.render.canvas import CLOSING, DECORATION, Canvas, Place
from moon_envs.render.elements import box
from moon_envs.render.fonts import font_faces
from moon_envs.render.style import THEMES, rules
from moon_envs.replays.film import MARK, ReportFrame, Scene
from moon_envs.replays.merging import merged

PREFIX = "v-"  # of the classes of groups, and of their animations
MOTION = "animation-timing-function:step-end;animation-iteration-count:infinite"

REFERENCE_LENGTH, REFERENCE_COST = 20, 32  # characters of a reference, and of what can be referred to

TAG = re.compile(r"<(?P<closing>/?)(?P<name>\w+)[^>]*?(?P<empty>/?)>")
PLACE = re.compile(r'<g transform="[^"]*">')

Brackets = tuple[str, ...]
"""The beginnings of the groups around an element, from outside to inside."""


def moving_svg(scenes: Sequence[Scene], theme: str, title: str, on_frame: ReportFrame | None = None) -> str:
    """A film as SVG.

    Args:
        scenes: of the film, see `film_of`.
        theme: "light", "dark", or "auto" for what the reader prefers.
        title: the name of the film for screen readers.
        on_frame: called with the number of scenes that are done and of all scenes.

    Raises:
        ConfigurationError: a theme that does not exist.
    """
    check_choice("theme", theme, THEMES)

    def frames() -> Iterator[list[tuple[Brackets, str]]]:
        for place, scene in enumerate(scenes, start=1):
            yield elements_of(scene.page)
            if on_frame is not None:
                on_frame(place, len(scenes))

    patterns: dict[tuple[int, ...], str] = {tuple(range(len(scenes))): ""}
    drawn = []
    everything = merged(frames())
    written = _written_once([one.item[1] for one in everything])
    for one, element in zip(everything, written, strict=True):
        name = patterns.setdefault(tuple(one.members), f"{PREFIX}{len(patterns)}")
        brackets = one.item[0]
        drawn.append(((*brackets, f'<g class="{name}">') if name else brackets, element))
    width, height = scenes[0].page.size
    name = escape("".join(filter(str.isprintable, title)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="moon" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" pointer-events="none"><!-- {MARK} --><title>{name}</title>'
        f"<style>{rules(theme)}{_animations(scenes, patterns)}{font_faces()}</style>"
        f'<rect class="page" {box(0, 0, width, height, 0)}/>{"".join(_bracketed(drawn))}</svg>\n'
    )


def elements_of(page: Canvas) -> list[tuple[Brackets, str]]:
    """The smallest elements of a page that can be shown and hidden alone, each with the groups around it."""
    found: list[tuple[Brackets, str]] = []
    around: Brackets = ()
    for element in page.elements:
        if isinstance(element, Place) or element == DECORATION:
            around = (*around, str(element))
        elif element == CLOSING:
            around = around[:-1]
        else:
            found += [((*around, *inside), part) for inside, part in _parts(element)]
    return found


@functools.lru_cache(maxsize=1 << 16)
def _parts(element: str) -> tuple[tuple[Brackets, str], ...]:
    """The parts of an element, which may be several things in a row, or in groups that only move them."""
    parts: list[tuple[Brackets, str]] = []
    around: Brackets = ()
    begin = depth = 0
    for tag in TAG.finditer(element):
        if depth == 0:
            begin = tag.start()
            if tag["name"] == "g" and PLACE.fullmatch(tag[0]):
                around = (*around, tag[0])
                continue
            if tag["closing"]:
                around = around[:-1]
                continue
        depth += 0 if tag["empty"] else -1 if tag["closing"] else 1
        if depth == 0:
            parts.append((around, element[begin : tag.end()]))
    return tuple(parts)


def _written_once(elements: Sequence[str]) -> Iterator[str]:
    """Elements that stand in several groups are written in the first, and the others refer to it.

    Some browsers do not let rules like ".moon text" reach into what `<use>` shows, so the class is repeated.
    """
    times = Counter(elements)
    numbers: dict[str, int] = {}
    for element in elements:
        if element in numbers:
            yield f'<use href="#e{numbers[element]}"/>'
        elif (times[element] - 1) * (len(element) - REFERENCE_LENGTH) > REFERENCE_COST:
            numbers[element] = len(numbers)
            yield f'<g id="e{numbers[element]}" class="moon">{element}</g>'
        else:
            yield element


def _bracketed(drawn: Sequence[tuple[Brackets, str]]) -> Iterator[str]:
    """The elements in groups; neighbours in the same group share it."""
    around: Brackets = ()
    for brackets, element in [*drawn, ((), "")]:
        same = 0
        while same < min(len(around), len(brackets)) and around[same] == brackets[same]:
            same += 1
        yield CLOSING * (len(around) - same)
        yield from brackets[same:]
        yield element
        around = brackets


def _animations(scenes: Sequence[Scene], patterns: dict[tuple[int, ...], str]) -> str:
    """The style sheet that shows every group in its frames."""
    starts = [0.0]
    for scene in scenes:
        starts.append(starts[-1] + scene.seconds)
    decimals = max(2, math.ceil(math.log10(len(scenes))))  # exact to a hundredth of the shortest scene or so
    moments = [f"{100 * start / starts[-1]:.{decimals}f}".rstrip("0").rstrip(".") + "%" for start in starts[:-1]]
    lines = [
        f'@media(prefers-reduced-motion:no-preference){{[class^="{PREFIX}"]{{'
        f"animation-duration:{starts[-1]:g}s;{MOTION}}}}}"
    ]
    last = len(scenes) - 1
    for members, name in patterns.items():
        if name:
            still = "" if last in members else ";visibility:hidden"
            lines.append(f".{name}{{animation-name:{name}{still}}}@keyframes {name}{{{_steps(members, moments)}}}")
    return "".join(lines)


def _steps(members: tuple[int, ...], moments: Sequence[str]) -> str:
    """The keyframes of a group: from each moment on it is visible or hidden, until the next one."""
    inside = set(members)
    changes: dict[bool, list[str]] = {False: [], True: []}
    for place, moment in enumerate(moments):
        is_visible = place in inside
        if place == 0 or is_visible != (place - 1 in inside):
            changes[is_visible].append(moment)
    return f"{','.join(changes[True])}{{visibility:visible}}{','.join(changes[False])}{{visibility:hidden}}"
