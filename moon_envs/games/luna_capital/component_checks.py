"""Checks of a file of tables before the rules use it; errors name the field and what is allowed."""

from __future__ import annotations

from typing import NoReturn

from moon_envs.base.errors import ComponentsError
from moon_envs.base.files.component_files import Field
from moon_envs.games.luna_capital.frame import (
    BOARD_SLOTS,
    CARD_COUNT,
    CELLS_OF_CARD,
    CONCESSION_COUNT,
    HAND,
    HAND_LIMIT,
    LONG_IN_PLAY,
    MAX_PLAYERS,
    MOST_ROBOTS_OF_A_TILE,
    NUMBERS,
    PHASES,
    SHORT_IN_PLAY,
    SHORT_TERM,
    SOLO_SLOTS,
    TILES_OF_PHASE,
)
from moon_envs.games.luna_capital.kinds import DOUBLE_PLOTS, KINDS, LANDING_PAD, TARGET_NAMES

PLAYERS_OF_KEY = {"solo": 1, "2": 2, "3": 3, "4": 4}
FACTORS = ("none", "half", "full")
CONDITIONS = (
    "card_pattern",
    "no_visible_scaffold",
    "four_basic_kinds_connected",
    "column_of_3_cards",
    "line_of_3_plots",
    "fewest_rows",
    "at_least",
    "cards_in_one_row",
)
CONDITIONS_WITH_TARGET = ("column_of_3_cards", "line_of_3_plots", "at_least")
CONDITIONS_WITH_MINIMUM = ("at_least", "cards_in_one_row")

MOST_POINTS = 99
MOST_RESIDENTIAL_POINTS = 20  # The points of all modules of a city must fit into their field.
MOST_MARKERS = 20
MOST_PATTERN_CELLS = 12
MOST_PATTERN_OFFSET = 11
DOTS = (0, 2, 3)
# Tiles drawn in a phase: r for every turn of round r but the last, one for every slot at first and in three rounds.
TILES_NEEDED = {players: 2 + 10 * (players + 1) for players in range(2, MAX_PLAYERS + 1)}

TABLES = ("players", "setup", "supply", "construction_cards", "project_tiles", "concessions", "scoring", "solo")


def validate(file: Field) -> None:
    """Check everything that the rules read from the file of tables."""
    for name in TABLES:
        file[name].check_source()
    _validate_setup(file)
    _validate_cards(file)
    _validate_tiles(file)
    _validate_concessions(file)
    _validate_scoring(file)
    _validate_solo(file)


def _validate_setup(file: Field) -> None:
    file["players"]["minimum"].exactly(1)
    file["players"]["maximum"].exactly(MAX_PLAYERS)
    file["setup"]["hand_size"].exactly(HAND)
    file["setup"]["board_slots"].exactly(BOARD_SLOTS)
    file["setup"]["board_slots_solo"].exactly(SOLO_SLOTS)
    file["setup"]["short_term_in_play"].exactly(SHORT_IN_PLAY)
    file["setup"]["long_term_in_play"].exactly(LONG_IN_PLAY)
    file["setup"]["last_delivery_start_slot"].exactly(0)
    file["supply"]["robot_markers"].whole(0, MOST_MARKERS)
    file["supply"]["redistribution_tokens"].whole(0, MOST_MARKERS)


def _validate_cards(file: Field) -> None:
    for index, row in enumerate(file["construction_cards"]["rows"].items(CARD_COUNT, CARD_COUNT)):
        row["id"].exactly(f"c{index + 1:02}")
        row["number"].whole(1, NUMBERS)
        cells = row["cells"].items(CELLS_OF_CARD, CELLS_OF_CARD)
        printed = [cell.name(KINDS[1:-1], "contents of a plot") for cell in cells]
        double = DOUBLE_PLOTS[row["double_plot"].whole(0, len(DOUBLE_PLOTS) - 1)]
        if double and printed[double[0]] != printed[double[1]]:
            row["cells"].refuse(f"both cells of double plot {row['double_plot'].value} show the same")


def _validate_tiles(file: Field) -> None:
    tiles = file["project_tiles"]["rows"]
    pads = 0
    used = {(players, phase): 0 for players in TILES_NEEDED for phase in PHASES}
    for index, row in enumerate(tiles.items(len(PHASES) * TILES_OF_PHASE, len(PHASES) * TILES_OF_PHASE)):
        phase = PHASES[index // TILES_OF_PHASE]
        row["id"].exactly(f"t{phase.lower()}{index % TILES_OF_PHASE + 1:02}")
        row["phase"].exactly(phase)
        pads += row["kind"].name(KINDS[3:], "kinds of tiles") == KINDS[LANDING_PAD]
        row["robots"].whole(0, MOST_ROBOTS_OF_A_TILE)
        dots = row["dots"].whole(0, max(DOTS))
        if dots not in DOTS:
            row["dots"].refuse(f"tiles have {', '.join(map(str, DOTS))} dots")
        for players in TILES_NEEDED:
            used[players, phase] += dots < players
    # All landing pads can bring their cards into one hand.
    if HAND + 1 + pads > HAND_LIMIT:
        _refuse_table(tiles, f"{pads} landing pads are not allowed, at most {HAND_LIMIT - HAND - 1} are")
    for (players, phase), count in used.items():
        if count < TILES_NEEDED[players]:
            needed = f"{TILES_NEEDED[players]} are needed"
            _refuse_table(tiles, f"{count} tiles of phase {phase} for {players} players are not enough, {needed}")


def _refuse_table(table: Field, reason: str) -> NoReturn:
    """Raise an error about a whole table without showing it, because it is too long."""
    raise ComponentsError(f"{table.file}: {table.path}: {reason}.")


def _validate_concessions(file: Field) -> None:
    conditions = []
    rows = file["concessions"]["rows"]
    for index, row in enumerate(rows.items(CONCESSION_COUNT, CONCESSION_COUNT)):
        is_short = index < SHORT_TERM
        row["id"].exactly(f"s{index + 1:02}" if is_short else f"l{index - SHORT_TERM + 1:02}")
        row["term"].exactly("short" if is_short else "long")
        condition = row["condition"].name(CONDITIONS, "conditions")
        conditions.append(condition)
        row["points"].whole(0, MOST_POINTS)
        if condition in CONDITIONS_WITH_TARGET:
            row["target"].name(TARGET_NAMES, "targets")
        if condition in CONDITIONS_WITH_MINIMUM:
            row["minimum"].whole(1, MOST_POINTS)
        if condition == "four_basic_kinds_connected" and not isinstance(row["bridging"].value, bool):
            row["bridging"].refuse("only true and false are")
        if condition == "card_pattern":
            _validate_pattern(row)
        if condition == "fewest_rows" and is_short:
            row["condition"].refuse("only long-term concessions compare players")
    if set(conditions[SHORT_TERM:]) == {"fewest_rows"}:
        _refuse_table(rows, "a solo game needs a long-term concession that compares no players")


def _validate_pattern(row: Field) -> None:
    seen = set()
    for name, fewest in (("pattern_cells", 1), ("pattern_must_be_empty", 0)):
        for cell in row[name].items(fewest, MOST_PATTERN_CELLS):
            place = tuple(number.whole(0, MOST_PATTERN_OFFSET) for number in cell.items(2, 2))
            if place in seen:
                cell.refuse("each cell of a pattern is there once")
            seen.add(place)


def _validate_scoring(file: Field) -> None:
    scoring = file["scoring"]
    for name, length in (("basic_module_group", 11), ("greenhouse_sets", 4)):
        for points in scoring[name].items(length, length):
            points.whole(0, MOST_POINTS)
    for name in ("sales_office", "complex_per_plot", "card_in_hand"):
        scoring[name].whole(0, MOST_POINTS)
    scoring["residential_per_plot"].whole(0, MOST_RESIDENTIAL_POINTS)
    for key, players in PLAYERS_OF_KEY.items():
        for points in scoring["meteorite_places"][key].items(max(players, 2), max(players, 2)):
            points.whole(0, MOST_POINTS)
    scoring["meteorite_minimum"].whole(0, 1)


def _validate_solo(file: Field) -> None:
    for term in ("short", "long"):
        for factor in file["solo"]["concession_factor_by_phase"][term].items(len(PHASES), len(PHASES)):
            factor.name(FACTORS, "factors")
    for name in ("building_points", "special_points", "hand_points"):
        file["solo"][name].whole(0, MOST_POINTS)
