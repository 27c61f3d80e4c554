"""Panels keep their promises in random games of every mode: fixed heights, no small letters, nothing outside."""

from __future__ import annotations

import re

import pytest

import moon_envs
from moon_envs.render.canvas import CLOSING, DECORATION, Place
from moon_envs.render.drawing import drawing_of
from moon_envs.render.fonts import BOLD, REGULAR, text_width
from moon_envs.render.panels import KINDS, PANEL_WIDTH, SMALLEST_TEXT
from moon_envs.render.picture import Decisions, Picture

POSITIONS = 12
TEXT = re.compile(r"<text ([^>]*)>([^<]*)</text>")
BOX = re.compile(r'<(?:rect|circle) class="box" ([^>]*)/>')
PART = re.compile(r'<g[^>]*>|</g>|<text [^>]*>[^<]*</text>|<(?:rect|circle) class="box" [^>]*/>')
NUMBER = re.compile(r'([a-z-]+)="(-?[\d.]+)"')
INNER_PLACE = re.compile(r'<g transform="translate\((-?[\d.e-]+) (-?[\d.e-]+)\)(?: scale\(([\d.]+)\))?">')
NEAR = 1.5


def modes_of(game):
    """Every number of players, alone in the first and the last way, and all variants together."""
    variants = {option.name: True for option in game.options if option.default is False}
    alone = [mode for mode in game.modes if game.configuration(**mode).is_solo]
    several = [{"players": players} for players in game.player_counts if players > 1]
    return [*alone[:1], *alone[1:][-1:], *several, {"players": max(game.player_counts), **variants}]


def positions_of(game, mode, seed):
    batch = moon_envs.Batch(game, 1, seed=seed, autoreset="disabled", threads=1, **mode)
    states = []
    while not batch.done[0]:
        states.append((batch.record(), int(batch.actor[0]), set(batch.legal_actions().tolist())))
        batch.step(batch.sample())
    chosen = states[:: max(1, len(states) // POSITIONS)]
    return [*chosen, (batch.record(), 0, set())]


def drawn_texts_and_boxes(picture):
    """(words, size, left, right, top, bottom) of texts, with None for the words of boxes, in units of the panel."""
    places = [Place(0.0, 0.0)]
    for element in picture.elements:
        if isinstance(element, Place):
            places.append(places[-1].inside(element))
        elif element == DECORATION:
            places.append(places[-1])
        elif element == CLOSING:
            places.pop()
        else:
            yield from _found(element, places[-1])


def _found(element, place):
    places = [place]  # pieces that were drawn on a page of their own have places inside, see `pieces.py`
    for part in PART.findall(element):
        if part == CLOSING:
            places.pop()
        elif part.startswith("<g"):
            inner = INNER_PLACE.match(part)
            moved = Place(float(inner[1]), float(inner[2]), float(inner[3] or 1)) if inner else Place(0.0, 0.0)
            places.append(places[-1].inside(moved))
        else:
            yield _of_part(part, places[-1])


def _of_part(part, place):
    """A text or a box."""
    text = TEXT.match(part)
    attributes, words = text.groups() if text else (BOX.match(part)[1], None)
    numbers = {name: float(value) for name, value in NUMBER.findall(attributes)}
    if text:
        size = numbers["font-size"]
        weight = BOLD if re.search(r'class="[^"]*\bbold\b', attributes) else REGULAR
        width = text_width(words.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"), size, weight)
        share = 1.0 if 'anchor="end"' in attributes else 0.5 if 'anchor="middle"' in attributes else 0.0
        left = numbers["x"] - share * width
        return _moved(place, words, size, left, left + width, numbers["y"] - 0.66 * size, numbers["y"])
    if "r" in numbers:
        radius = numbers["r"]
        x, y = numbers["cx"] - radius, numbers["cy"] - radius
        return _moved(place, None, 0, x, x + 2 * radius, y, y + 2 * radius)
    x, y = numbers["x"], numbers["y"]
    return _moved(place, None, 0, x, x + numbers["width"], y, y + numbers["height"])


def _moved(place, words, size, left, right, top, bottom):
    scale = place.scale
    return (
        words,
        size * scale,
        place.x + left * scale,
        place.x + right * scale,
        place.y + top * scale,
        place.y + bottom * scale,
    )


def faults_of(panel, picture):
    """What is wrong with a panel that was drawn alone on a picture."""
    for words, size, left, right, top, bottom in drawn_texts_and_boxes(picture):
        what = "a box" if words is None else repr(words)
        if words is not None and words.strip() and size < SMALLEST_TEXT - 0.01:
            yield f"{panel.name}: {what} is small: {size:.1f}"
        if left < -NEAR or right > PANEL_WIDTH + NEAR or top < -NEAR or bottom > panel.height + NEAR:
            yield f"{panel.name}: {what} is outside: {left:.0f} to {right:.0f}, {top:.0f} to {bottom:.0f}"


@pytest.mark.parametrize("game_id", moon_envs.game_ids())
def test_panels_keep_their_promises(game_id):
    game = moon_envs.game(game_id)
    drawing, faults = drawing_of(game), {}
    for mode in modes_of(game):
        for seat in ("actor", None):
            promised = None
            for state, actor, legal in positions_of(game, mode, seed=len(mode)):
                looks = 0 if seat == "actor" and actor < 0 else actor if seat == "actor" else None
                panels = drawing.panels(game, state, looks)
                if seat is None or game.player_counts == (1,) or state["player_count"] == 1:
                    shape = [(panel.name, panel.kind, panel.height) for panel in panels]
                    promised = promised or shape
                    assert shape == promised, "panels keep their names, kinds and heights"
                for panel in panels:
                    assert panel.kind in KINDS
                    picture = Picture(PANEL_WIDTH, Decisions(frozenset(legal), actor))
                    panel.draw(picture)
                    for fault in faults_of(panel, picture):
                        faults.setdefault(fault, (mode, seat, state))
    assert not faults, "\n".join([f"{len(faults)} faults", *faults])


@pytest.mark.parametrize("game_id", moon_envs.game_ids())
def test_heights_are_the_same_for_every_seat(game_id):
    game = moon_envs.game(game_id)
    for players in game.player_counts:
        states = [state for state, _, _ in positions_of(game, {"players": players}, seed=players)]
        for seat in range(players):
            shapes = {
                tuple((panel.name, panel.kind, panel.height) for panel in drawing_of(game).panels(game, state, seat))
                for state in states
            }
            assert len(shapes) == 1
