"""Last decisions of MLEM that are told in words: the rocket and the astronaut have moved on, so no place is marked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from moon_envs.games.mlem.actions import DISEMBARK, DISEMBARK_HIGHER, DISEMBARK_LOWER, GO, STAY
from moon_envs.render.picture import Picture

NO_ACTION = -1
_DONE = {
    GO: "went",
    STAY: "stayed",
    DISEMBARK: "disembarked",
    DISEMBARK_LOWER: "disembarked lower",
    DISEMBARK_HIGHER: "disembarked higher",
}


def last_in_words(picture: Picture) -> str:
    """The last decision in words; nothing if places or things can be marked for it."""
    decisions = picture.decisions
    return f"player {decisions.last_actor} {_DONE[decisions.last_action]}" if decisions.last_action in _DONE else ""


@contextmanager
def without_told(picture: Picture) -> Iterator[None]:
    """Draw without marking a last decision that is told in words."""
    decisions = picture.decisions
    if decisions.last_action in _DONE:
        picture.decisions = replace(decisions, last_action=NO_ACTION)
    yield
    picture.decisions = decisions
