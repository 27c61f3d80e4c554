"""Cards, plots and tiles of Luna Capital, drawn alike everywhere on the table."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from moon_envs.games.luna_capital.components import CARD_CELLS, CARD_NUMBER, TILE_KIND, TILE_ROBOTS
from moon_envs.games.luna_capital.kinds import KIND_NAMES, KINDS, PART_OF_PLOT_ABOVE, PART_OF_PLOT_LEFT, SCAFFOLD, VOID
from moon_envs.games.luna_capital.state import ROBOT
from moon_envs.games.luna_capital.words import tile_text
from moon_envs.render.elements import SMALLEST_TEXT, fitting
from moon_envs.render.fonts import BOLD, text_width
from moon_envs.render.picture import Picture

FRAME = 2
# Parts of the size of a plot. Letters in plots of SMALLEST_SIZE and more are large enough to read on a phone.
SIGN, SIGN_BESIDE_LETTER, LETTER, ROBOT_SIGN = 0.66, 0.52, 0.42, 0.3
SMALLEST_SIZE = 17
SMALLEST_SIZE_FOR_TWO = 23  # a sign and a letter side by side

# The box of a kind, its icon or letters, and a letter for the target of a residential module or complex.
_LOOKS = {
    "empty": ("empty", "", "", ""),
    "scaffold": ("empty", "scaffold", "", ""),
    "hydrogen_collector": ("k4", "", "H₂", ""),
    "oxygen_collector": ("k5", "", "O₂", ""),
    "water_condenser": ("k0", "water", "", ""),
    "greenhouse_pear": ("k2", "pear", "", ""),
    "greenhouse_apple": ("k2", "apple", "", ""),
    "greenhouse_lemon": ("k2", "lemon", "", ""),
    "greenhouse_mixed": ("k2", "fruits", "", ""),
    "sales_office": ("k7", "shop", "", ""),
    "meteorite": ("k6", "meteorite", "", ""),
    "residential_hydrogen": ("k4", "home", "", "H"),
    "residential_oxygen": ("k5", "home", "", "O"),
    "residential_water": ("k0", "home", "", "W"),
    "residential_greenhouse": ("k2", "home", "", "G"),
    "complex_sales": ("k7", "tower", "", "S"),
    "complex_residential": ("k1", "tower", "", "R"),
    "landing_pad": ("plain", "landing", "", ""),
    "redistribution": ("plain", "swap", "", ""),
    "demolition": ("plain", "wrecking", "", ""),
}
LOOKS = tuple(_LOOKS.get(kind, ("plain", "", "", "")) for kind in KINDS)


def draw_kind(
    picture: Picture,
    x: float,
    y: float,
    size: float,
    kind: int,
    actions: Sequence[int] = (),
    width: float = 0,
    height: float = 0,
    note: str = "",
    style: str = "",
) -> None:
    """Draw a plot or tile of a kind; `size` is for its signs, `width` and `height` are for a double plot."""
    width, height = width or size, height or size
    if _is_to_click(picture, actions):
        _draw_kind(picture, x, y, size, kind, actions, width, height, note, style)
        return
    picture.put(x, y, _printed_kind(size, kind, width, height, note, style))
    picture.reach(y + height + 1)


def _is_to_click(picture: Picture, actions: Sequence[int]) -> bool:
    """Whether a piece must be drawn with its actions: one of them is legal, or was the last decision."""
    decisions = picture.decisions
    return any(action in decisions.legal or action == decisions.last_action for action in actions)


@functools.lru_cache(maxsize=4096)
def _printed_kind(size: float, kind: int, width: float, height: float, note: str, style: str) -> str:
    """A kind without actions, drawn once: most of the picture consists of these."""
    picture = Picture(width)
    _draw_kind(picture, 0, 0, size, kind, (), width, height, note, style)
    return picture.drawn


def _draw_kind(
    picture: Picture,
    x: float,
    y: float,
    size: float,
    kind: int,
    actions: Sequence[int],
    width: float,
    height: float,
    note: str,
    style: str,
) -> None:
    box, icon, letters, target = LOOKS[kind]
    picture.cell(x, y, "", width, height, style or box, actions, note=note or KIND_NAMES[kind], round_by=size / 8)
    if not (icon or letters):
        return
    with picture.decoration():
        if letters:
            letter_size = fitting(letters, max(SMALLEST_TEXT, size * LETTER), size - 2)
            picture.label(x + width / 2, y + height / 2 + letter_size * 0.35, letters, letter_size, "", "middle")
        elif target:
            _draw_building(picture, x + (width - size) / 2, y + (height - size) / 2, size, icon, target)
        else:
            sign = size * SIGN
            left, top = x + (width - sign) / 2, y + (height - sign) / 2
            picture.icon(left, top, icon, sign, "muted" if kind == SCAFFOLD else "ink")


def _draw_building(picture: Picture, x: float, y: float, size: float, icon: str, target: str) -> None:
    """Draw a building and the letter of its target in a square: side by side, or in two corners if it is small."""
    sign = size * SIGN_BESIDE_LETTER
    letter_size = fitting(target, max(min(SMALLEST_TEXT, size * 0.65), size * LETTER), size * 0.6, BOLD)
    if size < SMALLEST_SIZE_FOR_TWO:
        picture.icon(x + size * 0.06, y + size * 0.08, icon, sign)
        picture.label(x + size * 0.97, y + size * 0.92, target, letter_size, "bold", "end")
        return
    letter_left = sign * 0.92  # signs are narrower than their square
    left = x + (size - letter_left - text_width(target, letter_size, BOLD)) / 2
    picture.icon(left, y + (size - sign) / 2, icon, sign)
    picture.label(left + letter_left, y + (size + sign) / 2 - sign * 0.04, target, letter_size, "bold")


def draw_tile(
    picture: Picture,
    x: float,
    y: float,
    size: float,
    phase: int,
    tile: int,
    actions: Sequence[int] = (),
    style: str = "",
) -> None:
    """Draw a project tile with its robots at the upper edge."""
    draw_kind(picture, x, y, size, int(TILE_KIND[phase, tile]), actions, note=tile_text(phase, tile), style=style)
    with picture.decoration():
        sign = size * ROBOT_SIGN
        for robot in range(1, TILE_ROBOTS[phase, tile] + 1):
            picture.icon(x + size - sign * robot - 1, y + 1, "robot", sign, "t1")


def draw_plots(
    picture: Picture,
    x: float,
    y: float,
    size: float,
    contents: Sequence[int],
    actions: Sequence[Sequence[int]] = ((), (), (), ()),
) -> None:
    """Draw the four cells of a card; a double plot is one box."""
    for place, content in enumerate(contents):
        if content in (VOID, PART_OF_PLOT_LEFT, PART_OF_PLOT_ABOVE):
            continue
        is_wide = place % 2 == 0 and contents[place + 1] == PART_OF_PLOT_LEFT
        is_high = place < 2 and contents[place + 2] == PART_OF_PLOT_ABOVE
        draw_kind(
            picture,
            x + place % 2 * size,
            y + place // 2 * size,
            size - 1,
            content,
            actions[place],
            width=size * 2 - 1 if is_wide else 0,
            height=size * 2 - 1 if is_high else 0,
        )


def card_width(size: float) -> float:
    """Return the width of a card with cells of this size."""
    return 2 * size + 2 * FRAME - 1


def card_height(size: float) -> float:
    """Return the height of a card with cells of this size."""
    return 2 * size + number_height(size) + FRAME - 1


def number_height(size: float) -> float:
    """Return the room above the cells of a card, for its number."""
    return max(15.0, size // 2.4)


def draw_card(
    picture: Picture, x: float, y: float, size: float, card: int, actions: Sequence[int] = (), kind: str = "plain"
) -> None:
    """Draw a card face up, as it is printed."""
    picture.cell(x, y, "", card_width(size), card_height(size), kind, actions, round_by=4)
    with picture.decoration():
        picture.put(x, y, _printed_card(size, int(CARD_NUMBER[card]), tuple(CARD_CELLS[card].tolist())))


def draw_played_card(
    picture: Picture,
    x: float,
    y: float,
    size: float,
    mark: int,
    contents: tuple[int, ...],
    actions: Sequence[int],
    targets: Sequence[int],
) -> None:
    """Draw a card in a city; its cells stand for actions, the card for the action that put it there."""
    picture.cell(x, y, "", card_width(size), card_height(size), "plain", targets, round_by=4)
    if _is_to_click(picture, actions):
        _draw_number(picture, x, y, size, mark)
        draw_plots(picture, x + FRAME, y + number_height(size), size, contents, [(action,) for action in actions])
    else:
        picture.put(x, y, _printed_card(size, mark, contents))


@functools.lru_cache(maxsize=4096)
def _printed_card(size: float, mark: int, contents: tuple[int, ...]) -> str:
    """The number and the plots of a card without actions."""
    picture = Picture(card_width(size))
    _draw_number(picture, 0, 0, size, mark)
    draw_plots(picture, FRAME, number_height(size), size, contents)
    return picture.drawn


def _draw_number(picture: Picture, x: float, y: float, size: float, mark: int) -> None:
    room = number_height(size)
    if mark == ROBOT:
        picture.icon(x + size + FRAME - room / 2 + 0.5, y + 1, "robot", room - 2, "t1")
    else:
        picture.label(x + size + FRAME - 0.5, y + room * 0.84, mark, room - 2, "bold", "middle")


def draw_back(
    picture: Picture, x: float, y: float, size: float, note: str, text: str = "?", actions: Sequence[int] = ()
) -> None:
    """Draw the back of a hidden card."""
    picture.cell(x, y, text, card_width(size), card_height(size), "closed", actions, note=note, round_by=4)
