"""Tests of the Escape referee by itself: races, missions, score, end of the game and solo mode."""

from .astra import card_value
from .cards import EMPTY, X
from .escape import EscapeReferee
from .escape_sheet import BLOCKS, GREENHOUSE_CELLS, MODULES, PLANNING_PENALTIES, TANK_CELLS, ZONES, Sheet
from .positions import decline_until, fill, fill_all_but, kinds, play, put_on_top, solo, start, targets

MISSIONS = (100, 102, 104)
HAND = ((3, "water"), (9, "energy"), (12, "plant"))


def escape(players, *offers, missions=MISSIONS):
    """Start a game whose first turn offers the given combinations."""
    return start(EscapeReferee, players, missions, *offers)


def solo_escape(level=1, hand=HAND, missions=MISSIONS):
    """Start a solo game whose first turn draws the given cards."""
    return solo(EscapeReferee, level, missions, *hand)


def fill_modules(sheet, count):
    """Fill the first modules."""
    for block in MODULES[:count]:
        fill(sheet, BLOCKS[block].cells)


def test_race():
    """Check adventure_7 8.6 and ruling 1: number and X of one turn circle the x2, the third player crosses it off."""
    referee = escape(3, (8, "planning"), (5, "energy"), (12, "plant"), missions=(101, 102, 104))
    for sheet in referee.sheets:
        sheet.airlocks = {3, 9, 13, 17, 21, 23}
    assert referee.sheets[0].accessible_blocks() == {0, 2, 4, 9, 12, 15, 17, 18}
    play(referee, ("combination", 1), ("write", 42), ("combination", 0), ("write", 1), ("x", 42))
    assert [sheet.races[5] for sheet in referee.sheets] == ["circled", "circled", "open"]
    play(referee, ("combination", 1), ("write", 1))
    assert referee.turn == 2 and [sheet.races[5] for sheet in referee.sheets] == ["circled", "circled", "lost"]
    assert all(sheet.races[:5] == ["open"] * 5 for sheet in referee.sheets)
    assert [sheet.meets(101) for sheet in referee.sheets] == [False] * 3
    referee.sheets[2].fill(42, 9)
    assert referee.sheets[2].races[5] == "lost"
    for sheet, plants, points in zip(referee.sheets, (2, 3, 3), (8, 14, 7), strict=True):
        sheet.plants[5] = plants
        assert sheet.meets(101) == (plants == 3) and sheet.greenhouse_points() == points


def test_race_of_two_greenhouses():
    """Check adventure_7 3.5: number and X of one turn win two races; a closed one is not won in the same turn."""
    referee = escape(2, (8, "planning"), (5, "energy"), (12, "plant"))
    for sheet in referee.sheets:
        sheet.airlocks = {0, 3, 6}
    referee.sheets[1].races[0] = referee.sheets[0].races[1] = "lost"
    referee.sheets[0].races[0] = "open"
    play(referee, ("combination", 0), ("write", 4), ("x", 15))
    assert referee.sheets[0].races[:2] == ["circled", "lost"]
    play(referee, ("combination", 0), ("write", 15), ("x", 4))
    assert referee.sheets[1].races[:2] == ["lost", "circled"] and referee.sheets[1].plannings == 1


def test_mission_top_greenhouse():
    """Check card 101: the greenhouse of starship 5 and no other, filled and with all its plants."""
    sheet = Sheet()
    sheet.plants = [3] * 6
    fill(sheet, GREENHOUSE_CELLS[:5])
    assert not sheet.meets(101)
    fill(sheet, [42])
    assert sheet.meets(101)
    sheet.plants[5] = 2
    assert not sheet.meets(101)


def test_mission_greenhouses():
    """Check card 100: three greenhouses, each filled and with all plants; an X counts, a lost x2 does not matter."""
    sheet = Sheet()
    fill(sheet, (4, 15), 7)
    sheet.plants = [3, 3, 3, 1, 1, 2]
    sheet.races = ["lost"] * 6
    assert not sheet.meets(100)
    fill(sheet, [42])
    assert not sheet.meets(100)
    fill(sheet, [19])
    assert sheet.meets(100)
    sheet.plants[1] = 2
    assert not sheet.meets(100)
    sheet.circle_plant(38)
    assert sheet.meets(100)


def test_mission_modules():
    """Check card 102: seven modules with all their cells; greenhouses are none."""
    sheet = Sheet()
    fill(sheet, GREENHOUSE_CELLS)
    fill_modules(sheet, 6)
    assert not sheet.meets(102) and len(sheet.full_modules()) == 6
    fill(sheet, (24, 25), 9)
    assert not sheet.meets(102)
    fill(sheet, [23])
    assert sheet.meets(102) and sheet.full_modules() == list(range(7))


def test_mission_starships():
    """Check card 103: three starships with modules and greenhouse."""
    sheet = Sheet()
    for starship in (0, 3, 5):
        fill(sheet, ZONES[starship])
    assert sheet.meets(103)
    for cell in (4, 31, 42, 0):
        held, sheet.cells[cell] = sheet.cells[cell], EMPTY
        assert not sheet.meets(103)
        sheet.cells[cell] = held


def test_mission_reactors():
    """Check card 104: three starships with 3 reactors, those printed circled included."""
    sheet = Sheet()
    for cell in (38, 32, 32, 26):
        sheet.circle_reactor(cell)
    assert sheet.reactors == [0, 0, 0, 2, 3, 3] and not sheet.meets(104)
    sheet.circle_reactor(31)
    assert sheet.meets(104)


def test_mission_tanks():
    """Check card 105: three tanks for starship 1, two for the others."""
    sheet = Sheet()
    for tanks, is_met in (
        ({0, 1, 2, 3, 5, 6}, False),
        ({0, 1, 2, 3, 4, 5, 6}, True),
        ({7, 8, 9, 10, 11, 12}, True),
        ({7, 8, 9, 10, 11}, False),
        ({0, 2, 3, 5, 7, 9, 11}, False),
    ):
        sheet.tanks = tanks
        assert sheet.meets(105) == is_met
    starships = [sum(cell in zone for cell in TANK_CELLS) for zone in ZONES]
    assert starships == [2, 3, 2, 2, 2, 2]


def test_missions_of_a_game():
    """Check core 4.7: first value in the turn, later value afterwards; three missions end the game."""
    referee = escape(2, (8, "energy"), (5, "energy"), (12, "plant"))
    for sheet in referee.sheets:
        sheet.plants, sheet.reactors = [3] * 6, [3, 3, 2, 1, 1, 2]
        fill(sheet, GREENHOUSE_CELLS)
        sheet.airlocks = {3, 9}
    play(referee, ("combination", 0), ("write", 23))
    assert referee.legal() == {("airlock", airlock) for airlock in (0, 1, 2, 4, 5, 6, 11, 13)}
    play(referee, ("airlock", 11), ("combination", 0), ("write", 1))
    assert referee.actor == 0 and referee.legal() == {("mission", 0), ("mission", 2), ("no_mission",)}
    play(referee, ("mission", 2), ("mission", 0), ("no_mission",))
    assert referee.turn == 2 and referee.board.taken == [[10, None, 10], [None] * 3]
    assert referee.board.turned_over == [True, False, True]
    fill_modules(referee.sheets[0], 7)
    decline_until(referee, "mission")
    assert referee.actor == 0 and targets(referee, "mission") == [1]
    play(referee, ("mission", 1), ("mission", 0))
    assert referee.actor is None and [row["missions"] for row in referee.points()] == [29, 5]


def test_modules_of_the_rulebook():
    """Check adventure_7 8.4: two full modules with 2 reactors, one tank circled: 4 x 2 + 4."""
    sheet = Sheet()
    for cell, value in zip(ZONES[2], (1, 3, 5, 6, 8, 11, 12), strict=True):
        sheet.cells[cell] = value
    assert sheet.module_points() == 0
    sheet.reactors[2] = 2
    for tanks, points in ((set(), 8), ({5}, 12), ({6}, 12), ({5, 6}, 16)):
        sheet.tanks = tanks
        assert sheet.module_points() == points
    sheet.reactors[2] = 0
    assert sheet.module_points() == 0


def test_greenhouse_values():
    """Check adventure_7 8.5: the plant from the start, x2, and nothing without a filled cell."""
    sheet = Sheet()
    sheet.races[2] = "circled"
    assert sheet.greenhouse_points() == 0
    sheet.cells[19] = 1
    points = []
    for plants in range(4):
        for state in ("circled", "lost", "open"):
            sheet.plants[2], sheet.races[2] = plants, state
            points.append(sheet.greenhouse_points())
    assert points == [0, 0, 0, 4, 2, 2, 8, 4, 4, 14, 7, 7]


def test_example_of_starship_1():
    """Check the example of adventure_7 4: modules 4 + 4 x 2, greenhouse 7 x 2, and 0 while it is empty."""
    sheet = Sheet()
    fill(sheet, range(9, 17))
    sheet.reactors[1], sheet.plants[1], sheet.tanks, sheet.races[1] = 2, 3, {3}, "circled"
    assert (sheet.module_points(), sheet.greenhouse_points()) == (12, 14)
    sheet.cells[15] = EMPTY
    assert (sheet.module_points(), sheet.greenhouse_points()) == (12, 0)
    fill(sheet, (17, 18))
    assert sheet.module_points() == 16


def test_whole_score():
    """Check adventure_7 8.7: 14 + 12 + 14 + 2 + 7 - 6 - 10 = 33."""
    referee = escape(2, (8, "robot"), (5, "energy"), (12, "plant"))
    sheet = referee.sheets[0]
    fill(sheet, [*ZONES[2], 15, 38, 39])
    sheet.reactors[2], sheet.reactors[5], sheet.tanks = 2, 3, {6}
    sheet.plants[1], sheet.races[1], sheet.races[2] = 3, "circled", "lost"
    sheet.plannings, sheet.errors = 3, 2
    referee.board.taken[0] = [10, 4, None]
    row = referee.points()[0]
    assert row == {"missions": 14, "greenhouses": 16, "modules": 19, "planning": -6, "system_errors": -10}
    assert sum(row.values()) == 33 and sum(referee.points()[1].values()) == 0


def test_highest_field_score():
    """Check adventure_7 4: 13 x 14 + 6 x 14 = 266, and the planning penalties."""
    sheet = Sheet()
    fill(sheet, range(43))
    sheet.tanks, sheet.reactors, sheet.plants, sheet.races = set(range(13)), [3] * 6, [3] * 6, ["circled"] * 6
    assert (sheet.module_points(), sheet.greenhouse_points()) == (182, 84)
    assert all(sheet.meets(card) for card in range(100, 106)) and not any(
        Sheet().meets(card) for card in range(100, 106)
    )
    referee = escape(2, (8, "robot"), (5, "energy"), (12, "plant"))
    penalties = []
    for _ in range(11):
        penalties.append(-referee.points()[0]["planning"])
        referee.sheets[0].cross_off_planning()
    assert penalties == [0, 1, 3, 6, 9, 12, 16, 20, 24, 28, 28] == [*PLANNING_PENALTIES, 28]


def test_end_of_game():
    """Check adventure_7 4: the third error or 43 filled cells end the game at the end of the turn; ties."""
    referee = escape(2, (5, "energy"), (8, "energy"), (12, "plant"))
    fill_all_but(referee.sheets[0], 1)
    referee.sheets[1].races = ["lost"] * 6
    play(referee, ("combination", 0), ("write", 1))
    assert referee.actor == 1  # all play the turn to its end
    play(referee, ("combination", 2), ("write", 8))
    decline_until(referee, "combination")
    assert referee.actor is None and referee.turn == 1 and referee.outcome() == [1.0, -1.0]
    referee = escape(2, (5, "energy"), (8, "energy"), (12, "plant"))
    fill(referee.sheets[1], [*range(4), *range(5, 9)])
    referee.sheets[1].errors = 2
    play(referee, ("combination", 0), ("write", 1))
    assert referee.actor is None and referee.sheets[1].errors == 3 and referee.turn == 1
    for errors, taken, outcome in (((2, 1), (20, 15), [-1.0, 1.0]), ((1, 1), (15, 15), [0.0, 0.0])):
        for seat in range(2):
            referee.sheets[seat].__init__()
            referee.sheets[seat].errors, referee.board.taken[seat] = errors[seat], [taken[seat], None, None]
        assert referee.outcome() == outcome


def test_solo_bonuses():
    """Check adventure_7 6: each circled x2 gives 1 solo bonus, spent in the same turn; none without its x2."""
    referee = solo_escape(hand=((3, "water"), (8, "planning"), (12, "plant")))
    sheet = referee.sheets[0]
    sheet.airlocks = {0, 3, 6}
    play(referee, ("combination", 0), ("write", 4), ("x", 15))
    assert referee.astra.bonuses_circled == 2 and referee.legal() == {("give", 2), ("remove", 2)}
    play(referee, ("remove", 2))
    assert referee.turn == 2 and referee.astra.bonuses_spent == 1 and sheet.races == ["circled"] * 2 + ["open"] * 4
    sheet.races[2] = "lost"
    sheet.fill(19, X)
    referee._circle_solo_bonuses()
    assert referee.astra.bonuses_circled == 2 and sheet.races[2] == "lost"
    for cell in (28, 35, 42):
        sheet.fill(cell, X)
        referee._circle_solo_bonuses()
    assert referee.astra.bonuses_circled == 5 and referee.astra.card.bonus_symbols == 6


def test_effect_cards():
    """Check adventure_7 8.8: cards A, B and C cross off an open x2; the last is not asked for, then nothing happens."""
    referee = solo_escape()
    sheet = referee.sheets[0]
    put_on_top(referee, "B", "C", "A")
    play(referee, ("combination", 0), ("write", 1))
    assert targets(referee, "greenhouse") == [0, 1, 2, 3, 4, 5] and kinds(referee) == {"greenhouse"}
    sheet.races = ["open", "circled", "lost", "open", "lost", "circled"]
    referee.astra.bonuses_circled = 2
    assert referee.legal() == {("greenhouse", 0), ("greenhouse", 3)}
    play(referee, ("greenhouse", 0))
    assert sheet.races == ["lost", "circled", "lost", "lost", "lost", "circled"]
    assert "combination" in kinds(referee) and referee.board.turned_over == [False] * 3
    sheet.airlocks = {0}
    play(referee, ("combination", 0), ("write", sheet.fitting_cells(referee._offers()[0][0])[0]))
    sheet.cells[4] = EMPTY
    sheet.fill(4, 8)
    referee._circle_solo_bonuses()
    assert sheet.races[0] == "lost" and referee.astra.bonuses_circled == 2


def test_effect_cards_of_the_second_pass():
    """Check astra 4: the same effect, and the mission of the letter is turned over, also for card C."""
    referee = solo_escape()
    referee.astra.pass_number = 2
    put_on_top(referee, "C")
    play(referee, ("combination", 0), ("write", 1))
    assert kinds(referee) == {"greenhouse"} and referee.board.turned_over == [False] * 3
    play(referee, ("greenhouse", 5))
    assert referee.board.turned_over == [False, False, True] and referee.sheets[0].races[5] == "lost"


def test_solo_error():
    """Check adventure_7 6 and astra ruling 5: the compensation applies, then any card is given or removed."""
    referee = solo_escape(hand=((3, "water"), (6, "astronaut"), (12, "plant")))
    sheet = referee.sheets[0]
    fill(sheet, [*range(4), *range(5, 9)])
    sheet.cells[1], sheet.cells[0], sheet.cells[2] = EMPTY, 13, 15
    assert referee.legal() == {("combination", 5), ("system_error",)}  # 12 with the Astronaut of the second card
    play(referee, ("system_error",))
    assert kinds(referee) == {"airlock", "pass"} and referee.actor == 0
    referee.astra.bonuses_circled = 1
    play(referee, ("airlock", 3))
    assert referee.legal() == {(kind, slot) for kind in ("give", "remove") for slot in range(3)}
    play(referee, ("give", 1))
    assert referee.snapshot()["astra"]["given"]["astronaut"] == 1 and sheet.airlocks == {3} and referee.turn == 2


def test_astra_score():
    """Check adventure_7 6 and 8.8: 15 points and 1 per level besides the cards."""
    for level in range(1, 9):
        referee = solo_escape(level)
        assert referee.points()[1] == {"astra_cards": 0, "astra_level": 15 + level}
        play(referee, ("combination", 0), ("write", 1))
        assert referee.points()[1] == {"astra_cards": card_value(level, "plant"), "astra_level": 15 + level}


def test_solo_wild():
    """Check astra 3.2: a wild action replaces that of the action card; the third card is left over all the same."""
    referee = solo_escape()
    sheet = referee.sheets[0]
    sheet.astronauts = 2
    play(referee, ("combination", 0))
    assert referee.legal() == {("keep_action",)} | {("wild", action) for action in (0, 2, 3, 4, 5)}
    play(referee, ("wild", 3), ("write", 2))
    assert sheet.tanks == {0} and sheet.reactors[0] == 0 and referee.turn == 2
    assert referee.snapshot()["astra"]["given"]["plant"] == 1
