"""Reading animated SVGs back: what they show at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from xml.etree import ElementTree

from moon_envs.render.canvas import Canvas

SVG = "{http://www.w3.org/2000/svg}"
Leaf = tuple[Any, ...]


def leaves(
    node: ElementTree.Element,
    hidden: Iterable[str] = (),
    around: Leaf = (),
    known: Mapping[str, ElementTree.Element] | None = None,
) -> list[Leaf]:
    """Everything below a node that has nothing inside, with what is around it, but for groups that only animate.

    Groups with an id are shown where they stand, and where something refers to them (`known`).
    """
    found: list[Leaf] = []
    for child in node:
        name = child.get("class", "")
        if name in hidden:
            continue
        own = (child.tag.removeprefix(SVG), *sorted(child.attrib.items()))
        if child.tag == f"{SVG}use":
            found += leaves(known[child.get("href").removeprefix("#")], hidden, around, known)
        elif name.startswith("v-") or "id" in child.attrib:
            found += leaves(child, hidden, around, known)
        elif len(child):
            found += leaves(child, hidden, (*around, own), known)
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
        self.known = {one.get("id"): one for one in self.root.iter() if "id" in one.attrib}
        assert len(self.known) == svg.count(' id="') and all(
            "v-" not in one.get("class") for one in self.known.values()
        )
        style = self.root.find(f"{SVG}style").text
        self.seconds = float(re.search(r"animation-duration:([\d.]+)s", style)[1])
        assert "animation-timing-function:step-end;animation-iteration-count:infinite" in style
        self.still_hidden, self.steps = set(), {}
        rule = r"\.(v-\d+)\{animation-name:(v-\d+)(;visibility:hidden)?\}@keyframes (v-\d+)\{(.*?\})\}"
        for name, named, hidden, frames, inside in re.findall(rule, style):
            assert name == named == frames
            self.still_hidden |= {name} if hidden else set()
            steps = [
                (float(moment.removesuffix("%")), shown)
                for moments, shown in re.findall(r"([\d.%,]+)\{visibility:(visible|hidden)\}", inside)
                for moment in moments.split(",")
            ]
            self.steps[name] = sorted(steps)
            assert self.steps[name][0][0] == 0 and len(dict(steps)) == len(steps) > 1
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
        title, style, page, *others = leaves(self.root, hidden, (), self.known)
        assert (title[0][0], style[0][0], page[0][1]) == ("title", "style", ("class", "page"))
        return others
