"""Reading animated SVGs back: what they show at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree

from moon_envs.render.canvas import Canvas

SVG = "{http://www.w3.org/2000/svg}"
Leaf = tuple[Any, ...]


def leaves(node: ElementTree.Element, hidden: Iterable[str] = (), around: Leaf = ()) -> list[Leaf]:
    """Everything below a node that has nothing inside, with what is around it, but for groups that only animate."""
    found: list[Leaf] = []
    for child in node:
        name = child.get("class", "")
        if name in hidden:
            continue
        own = (child.tag.removeprefix(SVG), *sorted(child.attrib.items()))
        if name.startswith("v-"):
            found += leaves(child, hidden, around)
        elif len(child):
            found += leaves(child, hidden, (*around, own))
        elif child.tag != f"{SVG}g":
            found.append((*around, own, child.text or ""))
    return found


def leaves_of(page: Canvas) -> list[Leaf]:
    """What a picture consists of, without what serves readers who point and click."""
    drawn = re.sub(r' tabindex="0"| data-actions="[\d ]*"|<title>.*?</title>', "", page.drawn)
    return leaves(ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{drawn}</svg>'))


class ReadFilm:
    """An animated SVG, read by the rules of CSS for the few things that it uses."""

    def __init__(self, svg: str):
        self.root = ElementTree.fromstring(svg)
        style = self.root.find(f"{SVG}style").text
        self.seconds = float(re.search(r"animation-duration:([\d.]+)s", style)[1])
        assert "animation-timing-function:step-end;animation-iteration-count:infinite" in style
        self.still_hidden, self.steps = set(), {}
        rule = r"\.(v-\d+)\{animation-name:(v-\d+)(;visibility:hidden)?\}@keyframes (v-\d+)\{(.*?\})\}"
        for name, named, hidden, frames, inside in re.findall(rule, style):
            assert name == named == frames
            self.still_hidden |= {name} if hidden else set()
            steps = re.findall(r"([\d.]+)%\{visibility:(visible|hidden)\}", inside)
            assert float(steps[0][0]) == 0 and [float(one) for one, _ in steps] == sorted(
                float(one) for one, _ in steps
            )
            self.steps[name] = [(float(share), shown) for share, shown in steps]
        assert style.count("@keyframes") == len(self.steps)

    def at(self, seconds: float) -> list[Leaf]:
        """What is visible at a time: all leaves behind the page, in order."""
        share = 100 * (seconds % self.seconds) / self.seconds
        shown = {name: [word for start, word in steps if start <= share][-1] for name, steps in self.steps.items()}
        return self._visible({name for name, word in shown.items() if word == "hidden"})

    def still(self) -> list[Leaf]:
        """What is visible without animation."""
        return self._visible(self.still_hidden)

    def _visible(self, hidden: set[str]) -> list[Leaf]:
        title, style, page, *others = leaves(self.root, hidden)
        assert (title[0][0], style[0][0], page[0][1]) == ("title", "style", ("class", "page"))
        return others
