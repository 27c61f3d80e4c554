"""Costs, gains and effects as rows of small signs, each with its words."""

from __future__ import annotations

import functools
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from moon_envs.games.from_the_moon.components import (
    COMPONENTS,
    COSTS,
    EFFECT_ROWS,
    FIRST_LABORATORY_EFFECT,
    FIRST_SMALL_EFFECT,
    LARGE_COUNTED,
    LARGE_POINTS,
)
from moon_envs.games.from_the_moon.vocabulary import COLORS, COST_NAMES, COUNTED, MISSIONS
from moon_envs.games.from_the_moon.words import amounts_text
from moon_envs.render.elements import SMALLEST_TEXT, fitting
from moon_envs.render.fonts import text_width
from moon_envs.render.picture import Picture, weight_of


class Sign(NamedTuple):
    """An icon, or a short text if it has no icon; `kind` is its colour."""

    icon: str
    text: str
    kind: str


# Amounts of these are drawn with the icon of the same name.
AMOUNT_KINDS = {
    "metal": "t5",
    "water": "t0",
    "polymer": "t3",
    "food": "t2",
    "energy": "t4",
    "battery": "t1",
    "achievement": "t4",
}
AMOUNT_ICONS = {"achievement": "trophy"}
COLOR_KINDS = tuple(AMOUNT_KINDS[color] for color in COLORS)

COUNTED_ICONS = {
    "laboratory": "laboratory",
    "building": "home",
    "specialist": "astronaut",
    "improved_part": "rocket",
    "connection": "link",
    "battery": "battery",
    "improved_greenhouse": "greenhouse",
    "mission_tile": "planning",
    "achievement": "trophy",
}
SIGNS_OF_OPERATIONS = {
    "recruit": (Sign("", "+", "bold"), Sign("person", "", "ink")),
    "train": (Sign("person", "", "ink"), Sign("arrow", "", "muted"), Sign("astronaut", "", "ink")),
    "greenhouse": (Sign("", "+", "bold"), Sign("greenhouse", "", "t2")),
    "improve_greenhouse": (Sign("greenhouse", "", "t2"), Sign("up", "", "muted")),
    "laboratory": (Sign("", "+", "bold"), Sign("laboratory", "", "ink")),
    "foundation": (Sign("", "+", "bold"), Sign("foundation", "", "ink")),
}
WORDS_OF_OPERATIONS = {
    "recruit": "recruit",
    "train": "train",
    "greenhouse": "greenhouse",
    "improve_greenhouse": "improve greenhouse",
    "laboratory": "laboratory",
    "foundation": "foundation",
}
POINTS_ICON = Sign("star", "", "t1")
SMALLEST_ICON = 9.0


def amount_signs(amounts: Iterable[tuple[str, int]]) -> tuple[Sign, ...]:
    """Return amounts as signs: an icon for each unit, points as a number."""
    signs: list[Sign] = []
    for name, amount in amounts:
        if name == "vp":
            signs += [Sign("", str(amount), "bold"), POINTS_ICON] if amount else []
        else:
            signs += [Sign(AMOUNT_ICONS.get(name, name), "", AMOUNT_KINDS[name])] * amount
    return tuple(signs)


def _per(points: int, counted: str) -> tuple[Sign, ...]:
    return Sign("", str(points), "bold"), POINTS_ICON, Sign("", "/", "muted"), Sign(COUNTED_ICONS[counted], "", "ink")


def _operation_signs(operation: dict[str, Any]) -> tuple[Sign, ...]:
    name = operation["op"]
    if name == "gain":
        return amount_signs((key, value) for key, value in operation.items() if key != "op")
    if name == "gain_choice":
        return (Sign("", "any", ""), *(Sign("cube", "", "ink"),) * operation["count"])
    if name == "approval":
        return _approval_signs(operation["missions"], operation["mode"])
    if name == "vp_per":
        return _per(operation["vp"], operation["what"])
    return SIGNS_OF_OPERATIONS[name]


def _approval_signs(missions: Sequence[str], mode: str) -> tuple[Sign, ...]:
    """A ship with the first letters of the missions, if not all; a plus to construct, an arrow to improve."""
    ship = Sign("rocket", "", "ink")
    if len(missions) == len(MISSIONS):
        ships: tuple[Sign, ...] = (Sign("", "any", ""), ship)
    else:
        ships = (ship, Sign("", " ".join(mission[0].upper() for mission in missions), "bold"))
    before = (Sign("", "+", "bold"),) if mode == "construct" else ()
    after = (Sign("up", "", "muted"),) if mode == "improve" else ()
    return *before, *ships, *after


def _operation_words(operation: dict[str, Any]) -> str:
    name = operation["op"]
    if name == "gain":
        return amounts_text({key: value for key, value in operation.items() if key != "op"})
    if name == "gain_choice":
        return "any resource" if operation["count"] == 1 else f"any {operation['count']} resources"
    if name == "approval":
        is_any = len(operation["missions"]) == len(MISSIONS)
        ships = "any ship" if is_any else " or ".join(mission.capitalize() for mission in operation["missions"])
        return ships if operation["mode"] == "any" else f"{operation['mode']} {ships}"
    if name == "vp_per":
        return f"{operation['vp']} per {operation['what'].replace('_', ' ')}"
    return WORDS_OF_OPERATIONS[name]


def _effect_signs(effect: dict[str, Any]) -> tuple[Sign, ...]:
    signs = list(amount_signs(effect["cost"].items()))
    if signs:
        signs.append(Sign("arrow", "", "muted"))
    for place, operations in enumerate(effect["choices"]):
        signs += [Sign("", "or", "")] if place else []
        for operation in operations:
            signs += _operation_signs(operation)
    return tuple(signs)


def _effect_words(effect: dict[str, Any]) -> str:
    return " or ".join(", ".join(map(_operation_words, operations)) for operations in effect["choices"])


EFFECT_SIGNS = tuple(map(_effect_signs, EFFECT_ROWS))
EFFECT_WORDS = tuple(map(_effect_words, EFFECT_ROWS))
COST_SIGNS = tuple(amount_signs(zip(COST_NAMES, row, strict=True)) for row in COSTS.tolist())
LARGE_SIGNS = tuple(
    _per(points, COUNTED[what]) for points, what in zip(LARGE_POINTS.tolist(), LARGE_COUNTED.tolist(), strict=True)
)
LARGE_WORDS = tuple(COUNTED[what].replace("_", " ") for what in LARGE_COUNTED.tolist())
GREENHOUSE_BONUS_SIGNS = tuple(
    amount_signs(bonus.items()) for bonus in COMPONENTS["greenhouses"]["space_bonus_bottom_to_top"]
)
LABORATORY_SIGNS = EFFECT_SIGNS[FIRST_LABORATORY_EFFECT:FIRST_SMALL_EFFECT]
LABORATORY_WORDS = EFFECT_WORDS[FIRST_LABORATORY_EFFECT:FIRST_SMALL_EFFECT]
SMALL_SIGNS, SMALL_WORDS = EFFECT_SIGNS[FIRST_SMALL_EFFECT:], EFFECT_WORDS[FIRST_SMALL_EFFECT:]


def _text_size(size: float) -> float:
    return max(SMALLEST_TEXT, round(0.85 * size, 1))


def _width(sign: Sign, size: float) -> float:
    return size if sign.icon else text_width(sign.text, _text_size(size), weight_of(sign.kind)) + 4


def width_of(signs: Sequence[Sign], size: float) -> float:
    """Return the width of a row of signs."""
    return sum(_width(sign, size) + 1 for sign in signs)


def draw_signs(
    picture: Picture, x: float, y: float, signs: tuple[Sign, ...], size: float = 14, width: float = 0
) -> None:
    """Draw a row of signs below y; with a width they are centred, and the icons shrink to fit."""
    if signs:
        picture.put(x, y, _signs_drawn(signs, size, round(width, 1)))


def draw_words(
    picture: Picture, x: float, y: float, words: str, width: float, size: float = SMALLEST_TEXT, lines: int = 1
) -> None:
    """Draw centred words that shrink to fit; y is their line, or the middle of two lines."""
    picture.put(x, y, _words_drawn(words, round(width, 1), size, lines))


def draw_face(
    picture: Picture,
    x: float,
    y: float,
    signs: tuple[Sign, ...],
    words: str,
    width: float,
    size: float = 17,
    below: float = 31,
    lines: int = 2,
) -> None:
    """Draw the face of a tile: its effect in signs, and `below` their top in words."""
    picture.put(x, y, _face_drawn(signs, words, round(width, 1), size, below, lines))


# A printed face is the same in every picture, so it is drawn once and reused.
@functools.cache
def _signs_drawn(signs: tuple[Sign, ...], size: float, width: float) -> str:
    row = Picture(width)
    x, top = 0.0, size
    if width:
        while width_of(signs, size) > width and size > SMALLEST_ICON:
            size -= 0.5
        x = (width - width_of(signs, size)) / 2
    y = (top - size) / 2  # smaller signs stay in the middle of their row
    for sign in signs:
        if sign.icon:
            row.icon(x, y, sign.icon, size, sign.kind)
        else:
            text = _text_size(size)
            row.label(x + 1, y + size / 2 + 0.36 * text, sign.text, text, sign.kind)
        x += _width(sign, size) + 1
    return row.drawn


@functools.cache
def _face_drawn(signs: tuple[Sign, ...], words: str, width: float, size: float, below: float, lines: int) -> str:
    face = Picture(width)
    draw_signs(face, 0, 0, signs, size, width)
    draw_words(face, width / 2, below, words, width, lines=lines)
    return face.drawn


def _in_lines(words: str, lines: int) -> list[str]:
    """Words in this number of lines, as short as possible."""
    return next(
        found
        for length in range(1, len(words) + 1)
        if len(found := textwrap.wrap(words, length, break_long_words=False)) <= lines
    )


@functools.cache
def _words_drawn(words: str, width: float, size: float, lines: int) -> str:
    block = Picture(width)
    shown = _in_lines(words, lines) if text_width(words, size) > width else [words]
    size = min(fitting(line, size, width) for line in shown)
    for place, line in enumerate(shown):
        block.label(0, (place - (len(shown) - 1) / 2) * 1.1 * size, line, size, "muted", "middle")
    return block.drawn
