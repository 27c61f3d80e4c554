"""What lies on top of something else in a picture, and what is drawn once for all pictures."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from moon_envs.render.picture import Picture


@contextmanager
def decoration(picture: Picture) -> Iterator[None]:
    """Draw on top of something that stands for actions: a click goes through to it."""
    picture.elements.append('<g pointer-events="none">')
    yield
    picture.elements.append("</g>")


def drawn_elements(picture: Picture) -> str:
    """What was drawn, for `add_drawn`: printed things that stand for no action look the same in every picture."""
    return "".join(picture.elements)


def add_drawn(picture: Picture, x: float, y: float, drawn: str) -> None:
    """Put what was drawn before at a place; `reach` is the caller's to say."""
    picture.elements.append(f'<g transform="translate({x:g} {y:g})">{drawn}</g>')
