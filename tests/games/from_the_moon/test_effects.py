"""Every effect of terrain, laboratories and small buildings, and how effects are offered (from_the_moon 8)."""

import pytest

from moon_envs.games.from_the_moon import components, vocabulary, words
from tests.games.from_the_moon.positions import ALL_MISSIONS, EUROPA, MARS, TITAN, Position

# What happens in a rich position in which everything is possible, for each effect: its cost in energy, and for each
# alternative what is gained at once or asked next, with the frame's arguments.
TERRAIN = {
    1: (0, [("resource", 1)]),
    2: (1, [("train", 1)]),
    3: (0, [{"food": 1, "batteries": 1}]),
    4: (0, [("approval", (1 << EUROPA) | (1 << MARS), 0)]),
    5: (0, [("approval", (1 << EUROPA) | (1 << TITAN), 0)]),
    6: (0, [("approval", (1 << TITAN) | (1 << MARS), 0)]),
    7: (1, [("greenhouse_gain", 1)]),
    8: (0, [("recruit", 1)]),
    9: (1, [{"foundations": 1}]),
    10: (1, [("approval", ALL_MISSIONS, 0)]),
    11: (0, [{"food": 2}, ("greenhouse_improve",)]),
    12: (1, [("laboratory_pick", 2)]),
    13: (0, [("resource", 1)]),
    14: (0, [("approval", ALL_MISSIONS, 1)]),
    15: (1, [("train", 1)]),
    16: (0, [{"energy": 2, "score": 1}]),
}
LABORATORIES = {
    1: (0, [{"energy": 1}, {"batteries": 1}]),
    2: (0, [{"food": 1}, {"energy": 1}]),
    3: (0, [("greenhouse_improve",), {"energy": 1}]),
    4: (0, [{"energy": 1}, {"score": 2}]),
    5: (0, [{"food": 1}, ("recruit", 1)]),
    6: (0, [("approval", 1 << EUROPA, 1), {"water": 1}]),
    7: (0, [("approval", 1 << TITAN, 1), {"polymer": 1}]),
    8: (0, [("approval", 1 << MARS, 1), {"metal": 1}]),
    9: (2, [{"score": 1}]),
    10: (1, [{"food": 2}]),
    11: (1, [("approval", ALL_MISSIONS, 1)]),
    12: (1, [{"score": 4}]),
    13: (1, [{"score": 3}]),
    14: (1, [("resource", 1)]),
    15: (0, [{"metal": 1}]),
    16: (0, [{"water": 1}]),
    17: (0, [{"polymer": 1}]),
    18: (1, [("approval", ALL_MISSIONS, 2)]),
}
SMALL = {
    0: [("resource", 1)],
    1: [{"food": 2}],
    2: [("greenhouse_improve",)],
    3: [{"batteries": 1}],
    4: [("recruit", 1), {"score": 1}],
    5: [("greenhouse_gain", 0)],
    6: [("resource", 2)],
    7: [{"score": 3}],
    8: [("train", 1)],
    9: [{"score": 4}],
    10: [{"score": 1}],
    11: [("approval", ALL_MISSIONS, 0)],
    12: [{"score": 4}],
}
NAMES = ("metal", "water", "polymer", "food")
FIELDS = ("energy", "batteries", "score", "foundations")


def rich():
    """A player with three buildings (two connections), four specialists, two improved parts, and room for all."""
    position = Position(4, "pioneers").give(metal=5, water=5, polymer=5, food=5, energy=(4, 8))
    position.crew(0, basics=(1, 0, 0), specialists=(1, 0, 0)).crew(1, specialists=(0, 1, 1)).crew(
        2, specialists=(0, 1, 0)
    )
    position.set(greenhouses=2, improved=1).buildings(0, 1, 2)
    # The parts that are left can be constructed or improved.
    for mission in range(3):
        position.part(mission, 1, tile=1).part(mission, 2, owner=1)
    return position.part(EUROPA, 4, owner=1, improver=0).part(TITAN, 4, owner=1, improver=0)


def having(position):
    owned = dict(zip(NAMES, position.owned(), strict=True))
    return {**owned, **{name: position.own(name) for name in FIELDS}}


def gained(position, before):
    after = having(position)
    return {name: after[name] - before[name] for name in after if after[name] != before[name]}


def asked(position):
    """The top frame with its arguments, None if only conversions are left in the turn."""
    if position.actor != 0 or position.asks() == "end_turn":
        return None
    depth = int(position.state["depth"]) - 1
    return position.pending()[depth], position.state["arguments"][depth].tolist()


def check(position, before, cost, expected):
    """Compare what an alternative did: gains, or the frame that is asked now."""
    if isinstance(expected, dict):
        assert gained(position, before) == {**expected, **({"energy": -cost} if cost else {})}
        assert asked(position) is None
        return
    frame, *arguments = expected
    assert gained(position, before) == ({"energy": -cost} if cost else {})
    assert asked(position) == (frame, [*arguments, *[0] * (8 - len(arguments))])


@pytest.mark.parametrize(
    ("table", "number"), [("terrain", n) for n in TERRAIN] + [("laboratory", n) for n in LABORATORIES]
)
def test_effects(table, number):
    """from_the_moon 8.1, 8.2, 8.4: cost and alternatives of every terrain tile and laboratory."""
    cost, alternatives = (TERRAIN if table == "terrain" else LABORATORIES)[number]
    for place, expected in enumerate(alternatives):
        # A second foundation leaves room beside the laboratory that is activated.
        position = rich()
        if table == "terrain":
            position.laboratories({0: 15}, 2)
        position.set(foundations=2)
        before = having(position)
        if table == "terrain":
            position.effect("terrain", number)
        else:
            position.laboratories({0: number}, 2).ask("laboratory_activate", 1).act(("laboratory_space", 0))
        if cost or len(alternatives) > 1:
            assert position.asks() == "effect"
            assert position.options() == {("option", other) for other in range(len(alternatives))} | {"decline"}
            position.act(("option", place))
        check(position, before, cost, expected)


@pytest.mark.parametrize("tile", list(SMALL))
def test_small_buildings(tile):
    """from_the_moon 6.2, 8.1, 8.2, 8.4: what every small building gives as income."""
    position = rich().laboratories({0: 15}, 1)
    before = having(position)
    position.income(tile)
    at_once = [expected for expected in SMALL[tile] if isinstance(expected, dict)]
    asks = [expected for expected in SMALL[tile] if not isinstance(expected, dict)]
    assert gained(position, before) == (at_once[0] if at_once else {})
    frame, *arguments = asks[0] if asks else ("income", 1 << 6)
    assert asked(position) == (frame, [*arguments, *[0] * (8 - len(arguments))])


def test_all_effects_are_tested():
    """from_the_moon 8.2: every tile is above, and every operation occurs."""
    counts = len(TERRAIN), len(LABORATORIES), len(SMALL)
    assert counts == (16, components.LABORATORY_KINDS, 13) and sum(counts) == components.EFFECTS
    used = {vocabulary.OPERATIONS[code] for code in components.OPERATION.ravel().tolist()}
    assert used == set(vocabulary.OPERATIONS)


def test_points_without_the_recruit():
    """from_the_moon 8.2: the point of small building 2a does not depend on its recruit."""
    position = rich().income(4).act("decline")
    assert position.own("score") == 1
    full = Position().crew(0, basics=(3, 0, 0)).crew(1, basics=(0, 3, 0)).crew(2, basics=(0, 0, 3)).income(4)
    assert full.own("score") == 1 and full.asks() == "income"


def test_impossible_alternatives_are_not_offered():
    """from_the_moon 8.3: no room, no astronaut to train, no basic greenhouse, no astronaut or seat."""
    assert Position().effect("laboratory", 3).options() == {("option", 1), "decline"}
    full = Position().crew(0, basics=(3, 0, 0)).crew(1, basics=(0, 3, 0)).crew(2, basics=(0, 0, 3))
    assert full.effect("laboratory", 5).options() == {("option", 0), "decline"}
    nobody = Position().crew(0, specialists=(1, 0, 0)).crew(1, specialists=(0, 1, 0)).crew(2, specialists=(0, 0, 1))
    assert nobody.effect("terrain", 2).actor == 1
    assert Position().set(greenhouses=6).effect("terrain", 7).actor == 1
    assert Position().set(foundations=6).effect("terrain", 9).actor == 1
    assert Position().effect("terrain", 12).actor == 1


def test_usefulness_is_not_asked():
    """from_the_moon 8.3: energy at a full gauge, a count of nothing."""
    assert Position().effect("laboratory", 1).act(("option", 0)).gauge() == (5, 5)
    assert Position().effect("laboratory", 12).act(("option", 0)).gauge() == (4, 5)


def test_refusing_after_accepting():
    """from_the_moon 8.3: what was accepted may still be refused, the payment is gone."""
    position = Position().effect("terrain", 2).act(("option", 0), "decline")
    assert position.gauge() == (4, 5) and position.own("specialists") == [[0] * 3] * 3


def test_laboratory_by_terrain():
    """from_the_moon 8.2, 8.3: without polymer, but with the surcharge of its row."""
    position = Position().give(energy=(2, 5)).set(foundations=1).effect("terrain", 12).act(("option", 0))
    assert position.options() == {("display", space) for space in (2, 3, 4, 5)} | {"decline"}
    position.act(("display", 2))
    assert position.gauge() == (0, 5) and position.asks() == "laboratory_place"


def test_lowest_surcharge_counts():
    """from_the_moon 8.3: with energy for the bottom row only the effect is offered."""
    position = Position().give(energy=(1, 5)).set(foundations=1).effect("terrain", 12).act(("option", 0))
    assert position.options() == {("display", 4), ("display", 5), "decline"}


def test_every_count():
    """from_the_moon 8.4: everything that can be counted, through large buildings."""
    position = rich().laboratories({0: 1, 1: 2, 4: 3}, 2).set(achievements=5)
    for number, points in enumerate((3 * 4, 2 * 8, 2 * 3, 3 * 1, 4 * 2, 3 * 0, 2 * 3, 1 * 5)):
        assert position.set(large=1 << number).points(0)["large_buildings"] == points, number
    assert position.part(MARS, 3, owner=0).set(large=1 << 5).points(0)["large_buildings"] == 3


def test_words_of_effects():
    """from_the_moon 8.1: the words come from the tables, each effect has its own."""
    assert words.terrain_text(6) == "pay 1 energy: gain a greenhouse"
    assert words.laboratory_text(5) == "approval for Europa to construct or gain 1 water"
    assert words.small_text(4) == "recruit an astronaut and gain 1 point"
    assert words.large_text(1) == "2 points for each battery at the end"
    assert words.OBJECTIVE_TEXTS[5] == "at least 9 batteries"
