"""The drawing vocabulary of all games. Things that are drawn become SVG and know which actions they stand for."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from moon_envs.render import elements
from moon_envs.render.canvas import GAP, Canvas
from moon_envs.render.fonts import BOLD, REGULAR, text_width, wrapped
from moon_envs.render.style import PLAYERS

NOBODY = -1
BUTTON_HEIGHT = 22
TITLE_SIZE = 15
TEXT_SIZE = 13
CATEGORY_WIDTH, COLUMN_OF_POINTS, ROW_OF_POINTS = 104.0, 80.0, 17


def weight_of(kind: str) -> int:
    """The font weight of words of a kind."""
    return BOLD if "bold" in kind.split() else REGULAR


def line_step(size: float) -> int:
    """The distance between two lines of words, in whole units, so that things below begin at whole pixels."""
    return round(1.25 * size)


def button_width(text: str) -> float:
    """The width of a button with these words."""
    return math.ceil(text_width(text, 0.58 * BUTTON_HEIGHT)) + BUTTON_HEIGHT


def height_of_points(categories: int) -> float:
    """The height of a table of points with this number of categories."""
    return ROW_OF_POINTS * (categories + 2) + 2.0


@dataclass(frozen=True)
class Decisions:
    """The decisions that a picture shows.

    Attributes:
        legal: the actions that the reader can choose now; empty if another player decides.
        actor: the player whose things these actions use.
        last_action: the last decision that the reader may know of, -1 for none.
        last_actor: the player who took it.
        probabilities: the probability of each legal action, for shading.
    """

    legal: frozenset[int] = frozenset()
    actor: int = NOBODY
    last_action: int = -1
    last_actor: int = NOBODY
    probabilities: Mapping[int, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Standing:
    """The points that a picture shows, for plots: by side and category, None where the reader does not know them."""

    names: Sequence[str]
    categories: Sequence[str]
    points: Sequence[Sequence[object]]


class Picture(Canvas):
    """A drawing, made of elements from top to bottom of the page, in units of about a pixel.

    A game draws with `sheet`, `cell`, `track`, `die`, `card`, `token`, `icon`, `label`. Things that a player clicks on
    get the `actions` they stand for: legal ones can be clicked, the last decision is marked, and probabilities shade
    them. `owner(player)` says whose things are drawn: only things of the deciding player stand for actions.

    Args:
        width: of the page; the height follows what is drawn.
        decisions: the decisions to show.

    Example:
        >>> picture = Picture(100)
        >>> picture.cell(10, 10, "7", kind="filled", actions=[3])
        >>> picture.svg("light").count("<rect")
        2
    """

    def __init__(self, width: float, decisions: Decisions | None = None):
        super().__init__(width)
        self.decisions = decisions or Decisions()
        self.standing: Standing | None = None
        self.outlines: tuple[tuple[str, float], ...] = ()  # of its panels, see `layout.py`
        self._owner: int | None = None
        self._is_live = True

    def opening(self, theme: str | None) -> str:
        """The SVG before the elements; without a style sheet, it tells a page how the panels can stand."""
        opening = super().opening(theme)
        if theme is not None or not self.outlines:
            return opening
        from moon_envs.render.layout import layouts_as_json

        return opening.replace(">", f" data-layouts='{layouts_as_json(self.outlines)}'>", 1)

    # Whose things are drawn

    @contextmanager
    def owner(self, player: int) -> Iterator[None]:
        """Draw things of a player: they stand for actions only when this player decides."""
        before = self._owner, self._is_live
        # A reader who cannot choose now may not know who decides, so the drawing must not depend on it.
        deciding = self.decisions.actor if self.decisions.legal else NOBODY
        self._owner, self._is_live = player, player in (deciding, self.decisions.last_actor)
        yield
        self._owner, self._is_live = before

    @property
    def is_live(self) -> bool:
        """Whether things that are drawn now can stand for actions."""
        return self._is_live

    # The vocabulary

    def label(
        self, x: float, y: float, text: object, size: float = TEXT_SIZE, kind: str = "", anchor: str = "start"
    ) -> None:
        """Words; x and y are the left end of their base line, or its middle or right end (`anchor`)."""
        self.elements.append(elements.words(x, y, str(text), size, kind, anchor))
        self.reach(y + size / 3)

    def paragraph(self, x: float, y: float, text: str, width: float, size: float = TEXT_SIZE, kind: str = "") -> float:
        """Words in lines of at most this width; y is the base line of the first.

        Returns:
            The base line below the last one.
        """
        for line in wrapped(text, width, size, weight_of(kind)):
            self.label(x, y, line, size, kind)
            y += line_step(size)
        return y

    def sheet(self, x: float, y: float, width: float, height: float, title: str = "", player: int = NOBODY) -> None:
        """A panel with a title; a panel of a player has that player's colour at its edge."""
        words = elements.words(x + 10, y + 18, title, TITLE_SIZE, "bold", "start") if title else ""
        edge = ""
        if player != NOBODY:
            edge = f'<path class="s{player}" stroke-width="4" d="M{x + 2:g} {y + 6:g}v{height - 12:g}"/>'
        self.elements.append(f'<rect class="panel" {elements.box(x, y, width, height, 6)}/>{edge}{words}')
        self.reach(y + height + 1)

    def cell(
        self,
        x: float,
        y: float,
        text: object = "",
        width: float = 26,
        height: float = 26,
        kind: str = "empty",
        actions: Iterable[int] = (),
        is_crossed: bool = False,
        note: str = "",
        round_by: float = 4,
        icon: str = "",
    ) -> None:
        """A box with something short in it; `kind` is "empty", "filled", "done", "closed", "plain", or k0 to k7.

        Args:
            x: left edge.
            y: upper edge.
            text: in its middle.
            width: in units.
            height: in units.
            kind: its look; several are separated by spaces.
            actions: the actions that it stands for.
            is_crossed: whether it is crossed off.
            note: shown when the mouse rests on it.
            round_by: radius of its corners.
            icon: a sign of `ICONS` in its middle, left of the text.
        """
        box = x, y, str(text), width, height, is_crossed, round_by, icon
        if self._is_live and actions:
            self._add(kind, elements.cell(*box), actions, note, (x, y, width, height, round_by))
        else:  # most of a picture
            self.elements.append(elements.still_cell(kind, note, *box))
        self.reach(y + height + 1)

    def track(
        self,
        x: float,
        y: float,
        boxes: Sequence[object],
        crossed: int | Sequence[bool],
        per_row: int = 0,
        size: float = 16,
        gap: float = 2,
        kind: str = "empty",
        actions: Sequence[Iterable[int]] = (),
        icon: str = "",
    ) -> float:
        """Small boxes in rows; `crossed` counts the crossed-off boxes at the start, or says it of each box.

        Returns:
            The y below its last row.
        """
        per_row = per_row or max(1, len(boxes))
        for place, text in enumerate(boxes):
            row, column = divmod(place, per_row)
            is_crossed = place < crossed if isinstance(crossed, int) else bool(crossed[place])
            self.cell(
                x + column * (size + gap),
                y + row * (size + gap),
                text,
                size,
                size,
                "filled" if is_crossed and kind == "empty" else kind,
                actions[place] if place < len(actions) else (),
                is_crossed,
                round_by=2,
                icon=icon,
            )
        return y + -(-len(boxes) // per_row) * (size + gap)

    def die(
        self, x: float, y: float, face: object, size: float = 30, kind: str = "plain", actions: Iterable[int] = ()
    ) -> None:
        """A die that shows a face."""
        self.cell(x, y, face, size, size, kind, actions, round_by=size / 4)

    def card(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        lines: Sequence[str],
        kind: str = "plain",
        actions: Iterable[int] = (),
        icon: str = "",
        note: str = "",
    ) -> None:
        """A card: a title, other lines wrapped below it, an icon at the top right."""
        inside = f'<rect class="box" {elements.box(x, y, width, height, 7)}/>'
        if icon:
            inside += elements.sign(icon, x + width - 22, y + 5, 17, "ink")
        title, *others = lines
        size = elements.fitting(title, 17, width - (34 if icon else 16), BOLD)
        inside += elements.words(x + 8, y + 20, title, size, "bold", "start")
        top = y + 36
        for line in [part for words in others for part in wrapped(words, width - 16, 11.5)]:
            inside += elements.words(x + 8, top, line, 11.5, "", "start")
            top += line_step(11.5)
        self._add(kind, inside, actions, note, (x, y, width, height, 7))
        self.reach(y + height + 1)

    def token(
        self,
        x: float,
        y: float,
        radius: float = 9,
        text: object = "",
        kind: str = "plain",
        actions: Iterable[int] = (),
        note: str = "",
        icon: str = "",
    ) -> None:
        """A round token around a middle, with words or a sign; `kind` p0 to p5 are the players' colours."""
        inside = elements.token(x, y, radius, str(text), icon)
        self._add(kind, inside, actions, note, (x - radius, y - radius, 2 * radius, 2 * radius, radius))
        self.reach(y + radius + 1)

    def area(
        self,
        corners: Sequence[tuple[float, float]],
        kind: str = "plain",
        actions: Iterable[int] = (),
        note: str = "",
        text: object = "",
    ) -> None:
        """A polygon, such as a field of a map, with something short in the middle of its corners."""
        outline = elements.corner_points(tuple(corners))
        self._add(kind, elements.polygon(tuple(corners), str(text)), actions, note, outline)
        self.reach(max(y for _, y in corners) + 1)

    def icon(self, x: float, y: float, name: str, size: float = 16, kind: str = "ink") -> None:
        """A sign of `ICONS`."""
        self.elements.append(elements.sign(name, x, y, size, kind))
        self.reach(y + size)

    def line(self, points: Sequence[tuple[float, float]], kind: str = "line", width: float = 1.0) -> None:
        """A line through points."""
        path = "L".join(f"{x:g} {y:g}" for x, y in points)
        self.elements.append(f'<path class="{kind}" stroke-width="{width:g}" d="M{path}"/>')
        self.reach(max(y for _, y in points))

    def button(self, x: float, y: float, text: str, actions: Iterable[int]) -> float:
        """A button for actions that nothing on the table stands for, drawn while one of them is legal or was the last.

        Returns:
            The x behind it; the same x if nothing was drawn.
        """
        chosen = [action for action in actions if self.can(action) or self.is_last(action)]
        if not chosen:
            return x
        width = button_width(text)
        self.cell(x, y, text, width, BUTTON_HEIGHT, "plain", chosen, round_by=BUTTON_HEIGHT / 2)
        return x + width + GAP

    def points(
        self,
        x: float,
        y: float,
        categories: Sequence[str],
        names: Sequence[str],
        points: Sequence[Sequence[object]],
        width: float,
    ) -> float:
        """Points by category, a row for each, with the total below, and a column for each side. Returns the y below.

        Args:
            x: left edge.
            y: upper edge.
            categories: of the points, in words.
            names: of the sides.
            points: by side and category; None is shown as a question mark.
            width: of the table.
        """
        self.standing = Standing(tuple(names), tuple(categories), points)
        step = min(COLUMN_OF_POINTS, (width - CATEGORY_WIDTH) / len(names))
        for side, name in enumerate(names):
            name = name.removesuffix(" (you)")
            size = elements.fitting(name, 12, step - 4, BOLD)
            kind = f"bold t{side}" if side < PLAYERS else "bold"
            self.label(x + CATEGORY_WIDTH + step * (side + 1), y + 13, name, size, kind, "end")
        rows = [[name.replace("_", " "), *values] for name, *values in zip(categories, *points, strict=True)]
        totals = [sum(int(str(value)) for value in counted if value is not None) for counted in points]
        for row, (name, *values) in enumerate([*rows, ["total", *totals]], 1):
            base, kind = y + 13 + ROW_OF_POINTS * row, "bold" if row > len(rows) else ""
            self.label(x, base, name, 12, kind or "muted")
            for side, value in enumerate(values, 1):
                self.label(x + CATEGORY_WIDTH + step * side, base, "?" if value is None else value, 12, kind, "end")
        return y + height_of_points(len(categories))

    # What stands for actions

    @property
    def shows_actor(self) -> bool:
        """Whether the reader sees the unfinished turn of the deciding player."""
        return bool(self.decisions.legal)

    def can(self, action: int) -> bool:
        """Whether the reader can choose this action with the thing that is drawn now."""
        return action in self.decisions.legal and self._owner in (None, self.decisions.actor)

    def is_last(self, action: int) -> bool:
        """Whether this action was the last decision, with the thing that is drawn now."""
        return action == self.decisions.last_action >= 0 and self._owner in (None, self.decisions.last_actor)

    def _add(
        self,
        kind: str,
        inside: str,
        actions: Iterable[int],
        note: str,
        outline: tuple[float, float, float, float, float] | str,
    ) -> None:
        """Add a thing; probabilities shade its outline, a box or the attributes of a polygon."""
        if not (self._is_live and actions):
            self.elements.append(elements.group(kind, inside, note))
            return
        names, attributes = kind, ""
        actions = tuple(actions)
        legal = [action for action in actions if self.can(action)]
        if legal:
            names += " can"
            attributes = f' tabindex="0" data-actions="{" ".join(map(str, legal))}"'
            share = sum(self.decisions.probabilities.get(action, 0.0) for action in legal)
            if share > 0.005:
                shape = f"polygon {outline}" if isinstance(outline, str) else f"rect {elements.box(*outline)}"
                shade = f'<{shape} class="shade" fill-opacity="{0.75 * min(share, 1.0):.2f}"/>'
                box, end, words = inside.partition("/>")  # what is written on the box stays readable
                inside = f"{box}{end}{shade}{words}"
        if any(self.is_last(action) for action in actions):
            names += " last"
        self.elements.append(elements.group(names, inside, note, attributes))
