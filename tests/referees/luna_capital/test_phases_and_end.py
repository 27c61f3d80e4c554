"""Tests of what happens at the end of a phase and of the game, and of the tables."""

import pytest

from .actions import HAND_CARD, TAKE_SET, cell
from .dealer import COMPONENTS, TILES, components
from .positions import build, cards, city_of, concession, finish_turn, first_turn, play
from .tables import Tables

# Concessions (luna_capital 8)


def at_the_end_of_a_phase(referee, cities):
    """Play to the end of the phase, every city being replaced before it."""
    phase = referee.phase
    while (referee.phase, referee.actor is None) == (phase, False):
        if referee.round == 4 and referee.actor == referee.turn_order()[-1] and referee.stage == "set":
            finish_last_turn(referee, cities)
        else:
            finish_turn(referee, 0 if referee.board.marked else 1)


def finish_last_turn(referee, cities):
    """Play the last turn of a phase; the cities are put down just before its last tile."""
    referee.apply(TAKE_SET + (0 if referee.board.marked else 1))
    while len(referee.sides[referee.actor].taken) > 1 or referee.stage not in ("cell", "tile"):
        referee.apply(min(referee.legal()))
    for player, city in zip(referee.sides, cities, strict=True):
        if city is not None:
            player.city = city
    phase = referee.phase
    while referee.actor is not None and referee.phase == phase:
        referee.apply(min(referee.legal()))


def test_concession_timing():
    """Position 12."""
    referee = first_turn(3, concessions="s02 s13 l03", seed=3)

    def without():
        return city_of("c18 c25 c32")

    def with_scaffold():
        return city_of("c16 c25 c32")

    at_the_end_of_a_phase(referee, [without(), with_scaffold(), without()])
    assert referee.concessions == [concession(name) for name in ("s02", "s13", "l03")]
    assert referee.markers[0] == {0: 0, 2: 0}
    assert [row["concessions"] for row in referee.points()] == [8, 0, 8]
    at_the_end_of_a_phase(referee, [with_scaffold(), without(), without()])
    assert referee.markers[0] == {0: 0, 2: 0} and referee.markers[1:] == [{}, {}]
    line = city_of("c18 c25 c32")
    build(line, "hydrogen_collector", (1, 0), (1, 1), (1, 2))
    at_the_end_of_a_phase(referee, [with_scaffold(), line, with_scaffold()])
    assert referee.actor is None and referee.markers == [{0: 0, 2: 0}, {1: 2}, {}]
    assert [row["concessions"] for row in referee.points()] == [8, 6, 8]


def test_a_condition_lost_before_the_end_of_the_phase_gives_nothing():
    referee = first_turn(2, concessions="s02 s13 l03", seed=4)
    for player in referee.sides:
        player.city = city_of("c18 c25 c32")  # without a scaffold, for now
    at_the_end_of_a_phase(referee, [city_of("c16 c25"), city_of("c16 c25")])
    assert referee.markers == [{}, {}, {}]


# End (luna_capital 7)


def ended(*cities, hands=()):
    """Return a finished game with these cities and hands."""
    referee = first_turn(len(cities), concessions="s03 s13 l09")
    while referee.actor is not None:
        finish_turn(referee, 0 if referee.board.marked else 1)
    referee.markers = [{} for _ in referee.markers]
    for seat, (player, city) in enumerate(zip(referee.sides, cities, strict=True)):
        player.city, player.hand = city, cards(hands[seat] if hands else "")
    return referee


def test_tie_break():
    """Fewer visible scaffolds win a tie; hand cards do not count; still tied is shared."""
    plain, scaffold = city_of("c18"), city_of("c16")
    assert ended(plain, scaffold).outcome() == [1.0, -1.0]
    assert ended(scaffold, scaffold).outcome() == [0.0, 0.0]
    assert ended(scaffold, plain, hands=("c01", "c16")).outcome() == [-1.0, 1.0]
    assert ended(scaffold, plain, hands=("c01 c02", "c16")).outcome() == [1.0, -1.0]
    assert ended(plain, plain, plain, scaffold).outcome() == pytest.approx([-1 / 3, -1 / 3, -1 / 3, -1])


# Tables


def test_tables_agree_with_themselves():
    """Facts listed twice in the components are the same."""
    tables = Tables(COMPONENTS)
    doubles = COMPONENTS["construction_cards"]["double_plot_codes"]
    for row, card in zip(COMPONENTS["construction_cards"]["list"], tables.cards, strict=True):
        by_cell = {cell: kind for cells, kind in card.plots for cell in cells}
        assert [by_cell[cell] for cell in range(4)] == row["cells"]
        assert [list(cells) for cells, _ in card.plots if len(cells) == 2] in ([], [doubles[str(row["double_plot"])]])
        assert sum(len(cells) for cells, _ in card.plots) == 4
    for row, tile in zip(COMPONENTS["project_tiles"]["list"], tables.tiles, strict=True):
        assert tile.kind == row["code"]
    printed = [kind for card in tables.cards for _, kind in card.plots]
    assert [printed.count(1), printed.count(2), printed.count(11), len(printed)] == [202, 26, 20, 260]
    assert sum(tile.robots for tile in tables.tiles) == 12
    assert [tables.kinds[name] for name in ("landing_pad", "redistribution", "demolition")] == [18, 19, 20]


def test_hands_too_large_for_the_actions_are_rejected():
    """luna_capital 11"""
    changed = components()
    for row in changed["project_tiles"]["list"][:4]:
        row["kind"] = "landing_pad"
    with pytest.raises(ValueError, match="landing pads"):
        Tables(changed)
    changed["project_tiles"]["list"][0]["kind"] = "meteorite"
    Tables(changed)


def test_printed_effects_do_not_happen():
    """luna_capital 2.1: a printed landing pad or redistribution has no immediate effect."""
    changed = components()
    plots = changed["construction_cards"]["list"][0]["plots"]
    plots[0]["printed"], plots[1]["printed"] = "landing_pad", "redistribution"
    referee = first_turn(2, components=changed, cards="c01 c14 c28")
    referee.board.slots[1].tiles = [TILES["ta01"]]
    deck = list(referee.board.deck)
    play(referee, TAKE_SET + 1, HAND_CARD + 0)
    assert referee.legal() == {cell(1, 0), cell(1, 1)}
    assert referee.board.deck == deck and referee.tokens == 4
