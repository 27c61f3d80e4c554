"""Conditions of the concession cards (luna_capital 8)."""

from .city import City, Plot
from .tables import Tables


def satisfied(tables: Tables, concession: int, cities: list[City], seat: int) -> bool:
    """Tell whether a player satisfies a concession at this moment.

    Args:
        tables: The tables of the game.
        concession: Index of the concession card.
        cities: The cities of all players.
        seat: The player.

    Returns:
        Whether the condition holds.
    """
    row = tables.concessions[concession]
    city, condition = cities[seat], row["condition"]
    kinds = tables.targets.get(row.get("target"), frozenset())
    if condition == "card_pattern":
        return has_pattern(city, row["pattern_cells"], row["pattern_must_be_empty"])
    if condition == "no_visible_scaffold":
        return city.scaffolds() == 0
    if condition == "four_basic_kinds_connected":
        return has_four_kinds(tables, city, row["bridging"])
    if condition == "column_of_3_cards":
        return has_column(city, kinds)
    if condition == "line_of_3_plots":
        return any(len(line) >= 3 for line in city.lines(kinds))
    if condition == "fewest_rows":
        others = [other.rows() for other_seat, other in enumerate(cities) if other_seat != seat]
        return all(city.rows() < rows for rows in others)
    if condition == "at_least":
        return len(city.of(kinds)) >= row["minimum"]
    assert condition == "cards_in_one_row"
    rows = [position[0] for position in city.cards]
    return any(rows.count(number) >= row["minimum"] for number in rows)


def has_pattern(city: City, held: list[list[int]], empty: list[list[int]]) -> bool:
    """Tell whether the cards show a pattern somewhere, neither turned nor mirrored."""
    for row, column in city.cards:
        # Some card lies on the pattern's first position, so the translations to try are few.
        y, x = row - held[0][0], column - held[0][1]
        if all((y + dy, x + dx) in city.cards for dy, dx in held) and not any(
            (y + dy, x + dx) in city.cards for dy, dx in empty
        ):
            return True
    return False


def has_column(city: City, kinds: frozenset[int]) -> bool:
    """Tell whether three cards above each other have such a plot each."""
    having = {plot.position for plot in city.of(kinds)}
    return any({(row, column), (row + 1, column), (row + 2, column)} <= having for row, column in having)


def has_four_kinds(tables: Tables, city: City, bridging: bool) -> bool:
    """Tell whether four different basic modules are connected, among themselves or (bridging) by further ones."""
    kind_of = {code: name for name in tables.basic_targets for code in tables.targets[name]}
    if bridging:
        groups = city.groups(kind_of)
        return any(len({kind_of[plot.kind] for plot in group}) == 4 for group in groups)

    def grows(chosen: list[Plot]) -> bool:
        names = {kind_of[plot.kind] for plot in chosen}
        if len(names) == 4:
            return True
        nearby = {other for plot in chosen for other in city.neighbours(plot)}
        fitting = [other for other in nearby if other.kind in kind_of and kind_of[other.kind] not in names]
        return any(grows([*chosen, other]) for other in fitting)

    # The four contain a hydrogen collector, so it is enough to grow from those.
    return any(grows([plot]) for plot in city.of(tables.targets[tables.basic_targets[0]]))
