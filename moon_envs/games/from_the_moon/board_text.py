"""The game as text: the Moon, the main board, the player boards and the pending decision. Everything is public."""

from __future__ import annotations

import numpy as np

from moon_envs.games.from_the_moon.components import (
    IMPROVE_PART_COST,
    IMPROVE_PART_POINTS,
    LAUNCH_MAIN,
    LAUNCH_SECOND,
    MEDALS,
    MISSION_TILE_COST,
    MISSION_TILE_POINTS,
    OPENED_SPACES,
    ROW_SURCHARGE,
)
from moon_envs.games.from_the_moon.geometry import GRIDS, SPACE_COUNT, TILE_COUNT
from moon_envs.games.from_the_moon.state import BASE, FRAMES, NOBODY
from moon_envs.games.from_the_moon.text import crew_text, table_of
from moon_envs.games.from_the_moon.vocabulary import (
    BEYOND_TRACK,
    COLORS,
    DISPLAY_COLUMNS,
    DISPLAY_ROWS,
    FACTION_BUILDING,
    FACTIONS,
    LABORATORY_COLUMNS,
    LABORATORY_SPACES,
    LARGE_BUILDINGS,
    MISSION_TILES,
    MISSIONS,
    NONE,
    OBJECTIVES,
    PARTS,
    POWERS,
    RESOURCES,
    ROVERS,
    SMALL_SLOTS,
    TRACK_SPACES,
)
from moon_envs.games.from_the_moon.words import (
    OBJECTIVE_TEXTS,
    PROGRESS_TEXTS,
    cost_text,
    laboratory_text,
    large_text,
    members,
    small_text,
    terrain_text,
)

TILE_WIDTH = 9


def render(state: np.void, seat: int) -> str:
    """Return the game as text; it is the same for every seat."""
    lines = [_headline(state), "", *_moon_text(state), "", *_terrain_lines(state), "", *_ship_lines(state)]
    lines += ["", *_board_lines(state)]
    if state["player_count"] == 1:
        lines += ["", *_solo_lines(state)]
    for player in range(int(state["player_count"])):
        lines += ["", *_player_lines(state, player, seat)]
    return "\n".join(lines)


def _headline(state: np.void) -> str:
    if state["over"]:
        return "The game is over" + (_solo_result(state) if state["player_count"] == 1 else "")
    pending = [FRAMES[frame].replace("_", " ") for frame in state["frames"][: int(state["depth"])]]
    last = "; the game ends with this round" if state["end_triggered"] else ""
    below = f" (pending below: {', '.join(reversed(pending[:-1]))})" if len(pending) > 1 else ""
    return f"Player {state['seat']} decides: {pending[-1] if pending else 'nothing'}{below}{last}"


def _solo_result(state: np.void) -> str:
    if state["starved"]:
        return ", lost: not everybody could be fed"
    return f", won: {MEDALS[state['medal'] - 1][0]} medal" if state["medal"] else ", lost: not everything was achieved"


def _sides(state: np.void) -> range:
    return range(max(int(state["player_count"]), 2))


def _mark(player: int) -> str:
    """A player on the Moon: A, B, C, D; in the solo mode B is the opponent."""
    return "ABCD"[player]


def _building_mark(state: np.void, space: int) -> str:
    owners = [player for player in _sides(state) if int(state["players"][player]["buildings"]) >> space & 1]
    return f"[{_mark(owners[0])}]" if owners else " + "


def _tile_marks(state: np.void, tile: int) -> str:
    cubes = "".join(
        color[0] * int(count) for color, count in zip(COLORS, state["cubes"][tile], strict=True) if count > 0
    )
    rovers = [
        f"{_mark(player)}{rover + 1}"
        for player in _sides(state)
        for rover in range(ROVERS)
        if state["players"][player]["rover_tile"][rover] == tile
    ]
    return f"{cubes:<5}{''.join(rovers):<2}"


def _moon_text(state: np.void) -> list[str]:
    """The grid: building spaces as + or with their owner, tiles with their number, cubes and rover between them."""
    rows, columns = GRIDS[table_of(state)]
    lines = ["Moon (buildings [A], cubes m w p, rovers A1):"]
    for row in range(rows + 1):
        spaces = [_building_mark(state, row * (columns + 1) + column) for column in range(columns + 1)]
        lines.append(("-" * TILE_WIDTH).join(spaces).rstrip())
        if row < rows:
            tiles = [row * columns + column for column in range(columns)]
            lines.append(" |" + "|".join(f"{f' position {tile}':<{TILE_WIDTH + 2}}" for tile in tiles) + "|")
            lines.append(
                " |" + "|".join(f"{f'  {_tile_marks(state, tile)}':<{TILE_WIDTH + 2}}" for tile in tiles) + "|"
            )
    return lines


def _terrain_lines(state: np.void) -> list[str]:
    tiles = range(int(TILE_COUNT[table_of(state)]))
    return ["Terrain:"] + [
        f"  {tile:>2}  {terrain_text(int(state['terrain'][tile]))}" for tile in tiles if state["terrain"][tile] != NONE
    ]


def _ship_lines(state: np.void) -> list[str]:
    lines = ["Ships:"]
    for mission, name in enumerate(MISSIONS):
        launched = int(state["launch_space"][mission])
        status = "launched" if launched else f"launch bonus {LAUNCH_MAIN[mission]} / {LAUNCH_SECOND[mission]}"
        lines.append(f"  {name.capitalize()}, {status}")
        for part in range(PARTS):
            tile = int(state["part_tile"][mission, part])
            if tile != NONE:
                lines.append(f"    part {part + 1}: {_part_text(state, mission, part, tile)}")
    return lines


def _part_text(state: np.void, mission: int, part: int, tile: int) -> str:
    owner, improver = int(state["part_owner"][mission, part]), int(state["part_improver"][mission, part])
    row, place = mission * MISSION_TILES + tile, mission * PARTS + part
    if owner == NOBODY:
        words = f"construct for {cost_text(MISSION_TILE_COST + row)}: {MISSION_TILE_POINTS[row]}"
    else:
        words = f"constructed by player {owner}"
    improve = f"improve for {cost_text(IMPROVE_PART_COST + place)}: {IMPROVE_PART_POINTS[place]}"
    return f"{words}; " + (improve if improver == NOBODY else f"improved by player {improver}")


def _board_lines(state: np.void) -> list[str]:
    powers = [f"{color}: {POWERS[state['powers'][place]].replace('_', ' ')}" for place, color in enumerate(COLORS)]
    bag = ", ".join(f"{int(count)} {color}" for count, color in zip(state["bag"], COLORS, strict=True))
    lines = [
        f"Specialist powers: {'; '.join(powers)}",
        f"Greenhouses without surcharge: {state['cheap']}; bag: {bag}",
        "Progress: "
        + "; ".join(f"{space + 1} {PROGRESS_TEXTS[state['progress'][space]]}" for space in range(TRACK_SPACES)),
        "Laboratories on display (surcharge in energy):",
    ]
    for row in range(DISPLAY_ROWS):
        kinds = [int(state["display"][row * DISPLAY_COLUMNS + column]) for column in range(DISPLAY_COLUMNS)]
        lines.append(f"  {ROW_SURCHARGE[row]}: " + " | ".join(laboratory_text(kind) for kind in kinds))
    lines.append("Small buildings of every player:")
    lines += [f"  {slot + 1}: {small_text(int(state['small_tiles'][slot]))}" for slot in range(SMALL_SLOTS)]
    taken = 0
    for player in range(int(state["player_count"])):
        taken |= int(state["players"][player]["large"])
    left = [number for number in range(LARGE_BUILDINGS) if not taken >> number & 1]
    lines.append("Large buildings left:")
    lines += [f"  {number + 1}: {large_text(number)}" for number in left]
    return lines


def _solo_lines(state: np.void) -> list[str]:
    drawn = members(state["objectives"])
    lines = ["Objectives:"] + [f"  {OBJECTIVE_TEXTS[number]}" for number in drawn if number < OBJECTIVES]
    left = sorted(int(card) for card in state["rover_cards"][int(state["rover_cards_drawn"]) :])
    medals = [name if lowest is None else f"{name} from {lowest}" for name, lowest in MEDALS]
    lines.append(f"The opponent is B; rover cards in the deck: {', '.join(map(str, left)) or 'none'}")
    return [*lines, f"Medals of a won game: {', '.join(medals)}"]


def _player_lines(state: np.void, player: int, seat: int) -> list[str]:
    own = state["players"][player]
    faction = "no faction yet" if own["faction"] == NONE else FACTIONS[own["faction"]].capitalize()
    you = ", you" if player == seat else ""
    resources = ", ".join(f"{int(count)} {name}" for count, name in zip(own["resources"], RESOURCES, strict=True))
    space = "beyond the track" if own["space"] == BEYOND_TRACK else f"progress space {own['space']}"
    lines = [
        f"Player {player} ({_mark(player)}{you}), {faction}: "
        f"score {own['score']}, achievements {own['achievements']}, {space}",
        f"  {resources}; energy {own['energy']} of {own['batteries']}; "
        f"greenhouses {own['greenhouses']}, {own['improved']} improved",
    ]
    for rover in range(ROVERS):
        tile = int(own["rover_tile"][rover])
        where = "at the base" if tile == BASE else f"at position {tile}"
        lines.append(f"  rover {rover + 1} {where}: {crew_text(own, rover)}")
    built = [f"small {slot + 1}" for slot in members(own["small"])]
    built += ["faction" if bit == FACTION_BUILDING else f"large {bit + 1}" for bit in members(own["large"])]
    spaces = [str(space) for space in members(own["buildings"]) if space < SPACE_COUNT[table_of(state)]]
    on_spaces = f" on spaces {', '.join(spaces)}" if spaces else ""
    lines.append(f"  buildings: {', '.join(built) or 'none'}{on_spaces}")
    return [*lines, *_research_lines(own)]


def _research_lines(own: np.void) -> list[str]:
    """The laboratory grid: spaces without foundation as dots, empty ones as their number."""
    opened = int(OPENED_SPACES[own["foundations"]])
    lines = [f"  foundations {own['foundations']}, laboratories:"]
    for first in range(0, LABORATORY_SPACES, LABORATORY_COLUMNS):
        cells = []
        for space in range(first, first + LABORATORY_COLUMNS):
            kind = int(own["laboratories"][space])
            if kind != NONE:
                cells.append(f"{space}: {laboratory_text(kind)}")
            else:
                cells.append(f"{space}: empty" if opened >> space & 1 else f"{space}: -")
        lines.append("    " + " | ".join(cells))
    return lines
