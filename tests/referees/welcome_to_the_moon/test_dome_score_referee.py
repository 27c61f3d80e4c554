"""Tests of the Dome referee by itself: missions, score, end of the game and the solo game."""

import random

import pytest

from .cards import ACTIONS, CARDS, EMPTY, X
from .dealer import Dealer
from .dome import DomeReferee
from .dome_sheet import ASTRONAUT_VALUES, DOME_LOSSES, END_CELLS, ENDS, MISSION_VALUES, TOWER_VALUES, ZONES, Sheet
from .missions import MISSIONS as MISSION_CARDS
from .positions import decline_until, fill, fill_all_but, kinds, play, put_on_top, solo, start, targets

MISSIONS = (88, 90, 92)
HAND = ((3, "water"), (9, "energy"), (12, "plant"))


def dome(players, *combinations, missions=MISSIONS):
    """Start a game whose first turn offers the given combinations."""
    return start(DomeReferee, players, missions, *combinations)


def quiet(players, missions=MISSIONS):
    """Start a game whose first turn can be played with 8 and Water, which asks nothing more."""
    return dome(players, (8, "water"), (10, "plant"), (5, "plant"), missions=missions)


QUIET_TURN = (("combination", 0), ("write", 6))


# Missions (adventure_5 3, phase 6)


def test_skyscraper_missions():
    """Check cards 88 and 89: all levels of one skyscraper, two tops, with numbers or X marks."""
    sheet = Sheet()
    for zone in ZONES:
        fill(sheet, list(zone)[:-1], 5)
        assert not sheet.meets(88) and not sheet.meets(89)
    for zone in ZONES:
        sheet = Sheet()
        fill(sheet, zone)
        assert sheet.meets(88) and not sheet.meets(89)
        fill(sheet, [zone[0]], EMPTY)
        assert not sheet.meets(88)
    for first in range(4):
        for second in range(first):
            sheet = Sheet()
            sheet.cells[(8, 18, 28, 37)[first]], sheet.cells[(8, 18, 28, 37)[second]] = 17, X
            assert sheet.meets(89) and not sheet.meets(88)
    sheet = Sheet()
    fill(sheet, [0, 9, 19, 29, 37])
    assert not sheet.meets(89)


def test_tower_missions():
    """Check cards 90 and 91: at least two symbols in three levels, all three in two levels."""
    sheet = Sheet()
    for plants, waters, two, three in (
        ([2, 1, 1, 0, 0, 0, 0, 0], [0, 1, 0, 1, 1, 1, 1, 1], False, False),
        ([2, 1, 1, 0, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0, 0, 0], True, False),
        ([2, 0, 0, 0, 0, 0, 0, 2], [1, 0, 0, 0, 0, 0, 0, 0], False, False),
        ([2, 0, 0, 0, 0, 0, 0, 2], [1, 0, 0, 0, 0, 0, 0, 1], False, True),
        ([0, 2, 2, 0, 0, 2, 0, 0], [0, 1, 1, 0, 0, 1, 0, 0], True, True),
    ):
        sheet.plants, sheet.waters = plants, waters
        assert (sheet.meets(90), sheet.meets(91)) == (two, three)


def test_dome_mission():
    """Check card 92 and adventure_5 ruling 8: both halves of cut sections; a complete dome stays complete."""
    sheet = Sheet()
    assert not sheet.meets(92)
    sheet.cuts, sheet.built = {2}, set(range(16)) - {4}
    assert not sheet.meets(92) and sheet.dome_loss() == 6
    sheet.built.add(4)
    assert sheet.meets(92) and sheet.dome_loss() == 0
    referee = dome(2, (8, "planning"), (10, "plant"), (5, "plant"))
    referee.sheets[0].built = set(range(16))
    play(referee, ("combination", 0), ("write", 6), ("x", 5))
    assert referee.actor == 1 and referee.sheets[0].cuts == set() and referee.sheets[0].meets(92)


def test_x_mission():
    """Check card 93 and adventure_5 ruling 10: four X marks anywhere."""
    sheet = Sheet()
    fill(sheet, [6, 7, 8], X)
    sheet.cells[5] = 4
    assert not sheet.meets(93)
    sheet.cells[33] = X
    assert sheet.meets(93)


def test_claims():
    """Check core 4.7 and adventure_5 ruling 9: first shared in the turn, refused, later; the third ends the game."""
    referee = quiet(3)
    for sheet in referee.sheets:
        sheet.plants[:3] = [2, 2, 2]
        sheet.built = set(range(16))
    play(referee, *QUIET_TURN * 3)
    assert referee.actor == 0 and referee.legal() == {("mission", 1), ("mission", 2), ("no_mission",)}
    play(referee, ("mission", 1), ("mission", 2))  # nothing left to ask
    play(referee, ("mission", 1), ("no_mission",), ("no_mission",))
    assert referee.turn == 2 and referee.board.turned_over == [False, True, True]
    assert referee.board.taken == [[None, 8, 8], [None, 8, None], [None, None, None]]
    referee.board.taken[2][0] = 8
    decline_until(referee, "mission")
    assert referee.actor == 1
    play(referee, ("mission", 2), ("mission", 2), ("mission", 1))
    assert referee.actor is None and referee.turn == 2
    assert referee.board.taken == [[None, 8, 8], [None, 8, 4], [8, 4, 4]]
    for boxes, values in enumerate(((8, 4), (10, 6), (12, 8), (15, 9), (18, 10))):
        for sheet in referee.sheets:
            sheet.energies[0] = boxes
        assert [row["missions"] for row in referee.points()] == [2 * values[0], sum(values), values[0] + 2 * values[1]]


# Score (adventure_5 4)


def test_values():
    """Check adventure_5 1.5: the five rows of every track, and that no box makes anything worse (core 4.3)."""
    rows = zip(MISSION_VALUES, TOWER_VALUES, ASTRONAUT_VALUES, DOME_LOSSES, strict=True)
    assert [(*first, *second, *third, fourth) for first, second, third, fourth in rows] == [
        (8, 4, 2, 5, 9, -10, 0, 6),
        (10, 6, 2, 6, 10, 0, 2, 5),
        (12, 8, 3, 7, 12, 10, 4, 4),
        (15, 9, 3, 8, 15, 20, 7, 3),
        (18, 10, 4, 10, 18, 30, 10, 2),
    ]
    for values in (MISSION_VALUES, TOWER_VALUES, ASTRONAUT_VALUES, [(-loss,) for loss in DOME_LOSSES]):
        columns = list(zip(*values, strict=True))
        assert all(list(column) == sorted(column) for column in columns)
    assert all(0 < one < two < three for one, two, three in TOWER_VALUES)  # a symbol more is never worse
    assert all((face.first, face.later) == MISSION_VALUES[0] for face in MISSION_CARDS.values() if face.adventure == 5)


@pytest.mark.parametrize("boxes", range(5))
def test_tracks(boxes):
    """Check adventure_5 4: each area is scored with the row of its own track."""
    referee = quiet(2)
    before = referee.points()[0]
    areas = ("missions", "tower", "astronauts", "dome")
    for track, area in enumerate(areas):
        sheet = referee.sheets[0] = Sheet()
        referee.board.taken[0] = [8, 4, None]
        sheet.plants, sheet.waters = [1, 0, 2, 1, 2, 0, 0, 0], [0, 1, 0, 1, 1, 0, 0, 0]  # 1, 1, 2, 2, 3 symbols
        sheet.astronauts, sheet.built = 1, {0, 1}
        referee.sheets[1].astronauts = 1
        start_row, sheet.energies[track] = referee.points()[0], boxes
        one, two, three = TOWER_VALUES[boxes]
        values = {
            "missions": sum(MISSION_VALUES[boxes]),
            "tower": 2 * one + 2 * two + three,
            "astronauts": ASTRONAUT_VALUES[boxes][0],
            "dome": -7 * DOME_LOSSES[boxes],
        }
        assert referee.points()[0] == {**start_row, area: values[area]}
        referee.sheets[1].astronauts = 2
        assert referee.points()[0]["astronauts"] == ASTRONAUT_VALUES[boxes if area == "astronauts" else 0][1]
    assert before == {
        "missions": 0,
        "tower": 0,
        "skyscrapers": 0,
        "astronauts": 0,
        "dome": -48,
        "system_errors": 0,
    }


@pytest.mark.parametrize("end", range(8))
def test_values_of_ends(end):
    """Check adventure_5 1.2 and 4.3: high and low value of every end."""
    referee = dome(2, (15, "planning"), (14, "energy"), (12, "plant"))
    referee.sheets[0].fill(END_CELLS[end], X)
    referee._incidents()
    referee.sheets[1].fill(END_CELLS[end], 4)
    assert [row["skyscrapers"] for row in referee.points()] == list(ENDS[end])
    assert [sheet.races.count("open") for sheet in referee.sheets] == [7, 7]


def test_astronauts():
    """Check adventure_5 8.6: most, most, not most, none."""
    referee = quiet(4)
    for sheet, count, boxes in zip(referee.sheets, (3, 3, 1, 0), (2, 0, 4, 4), strict=True):
        sheet.astronauts, sheet.energies[2] = count, boxes
    assert [row["astronauts"] for row in referee.points()] == [10, -10, 10, 0]
    for sheet in referee.sheets:
        sheet.astronauts = 0
    assert [row["astronauts"] for row in referee.points()] == [0, 0, 0, 0]


def test_example_score():
    """Check adventure_5 8.7: 16 + 35 + 33 + 20 - 20 - 5 = 79."""
    referee = quiet(2)
    sheet = referee.sheets[0]
    referee.board.taken[0] = [8, None, 4]
    sheet.energies = [1, 2, 3, 1]
    sheet.plants, sheet.waters = [1, 0, 1, 2, 1, 2, 0, 0], [0, 1, 0, 0, 1, 1, 0, 0]
    assert sorted(sheet.symbols()) == [0, 0, 1, 1, 1, 2, 2, 3]
    sheet.races = ["low", "open", "lost", "low", "high", "open", "lost", "open"]
    sheet.astronauts, sheet.errors = 2, 1
    sheet.cuts, sheet.built = {3}, set(range(16)) - {6, 7, 8, 9, 10, 11}
    row = referee.points()[0]
    assert row == {
        "missions": 16,
        "tower": 35,
        "skyscrapers": 33,
        "astronauts": 20,
        "dome": -20,
        "system_errors": -5,
    }
    assert sum(row.values()) == 79


# End of the game (adventure_5 4)


def test_errors():
    """Check adventure_5 1.5: 0, 5, 10, 15 points lost; the third error ends the game with the turn."""
    for errors, lost in enumerate((0, 5, 10, 15)):
        referee = dome(2, (8, "water"), (10, "plant"), (5, "plant"))
        referee.sheets[1].errors = errors
        assert referee.points()[1]["system_errors"] == -lost
        play(referee, ("combination", 0), ("write", 6), ("combination", 0), ("write", 6))
        assert (referee.actor is None) == (errors == 3) and referee.turn == (1 if errors == 3 else 2)


def test_full_sheet():
    """Check adventure_5 4: 38 filled levels end the game for everybody, after the missions of the turn."""
    referee = quiet(2)
    fill_all_but(referee.sheets[0], 8)
    referee.sheets[0].cells[7] = 7
    play(referee, ("combination", 0), ("write", 8), *QUIET_TURN)
    assert referee.actor == 0 and referee.legal() == {("mission", 0), ("no_mission",)}
    play(referee, ("mission", 0))
    assert referee.actor is None and referee.turn == 1 and referee.sheets[0].races[0] == "high"
    assert referee.outcome() == [1.0, -1.0]


def test_tie_break():
    """Check adventure_5 4: equal scores, fewest System Errors, then shared victory."""
    for errors, ends, cuts, outcome in (
        ((2, 1, 0), ("high", "low", "open"), (0, 0, 1), [-1.0, 1.0, -1.0]),  # -48, -48, -54
        ((2, 1, 0), ("high", "low", "open"), (0, 0, 0), [-1.0, -1.0, 1.0]),
        ((1, 1, 0), ("low", "low", "open"), (0, 0, 1), [0.0, 0.0, -1.0]),
        ((0, 0, 0), ("open", "lost", "open"), (0, 0, 0), [2 / 3 - 1] * 3),
        ((3, 0, 0), ("high", "open", "lost"), (0, 2, 1), [1.0, -1.0, -1.0]),  # -53, -60, -54
    ):
        referee = quiet(3)
        for seat, sheet in enumerate(referee.sheets):
            sheet.errors, sheet.races[6], sheet.cuts = errors[seat], ends[seat], set(range(cuts[seat]))
        referee._decision = None
        assert referee.outcome() == pytest.approx(outcome)


# The solo game (adventure_5 6)


def test_astronauts_against_astra():
    """Check adventure_5 8.8: most with at least as many as the Astronaut cards given; removed ones do not count."""
    referee = solo(DomeReferee, 3, MISSIONS, *HAND)
    sheet = referee.sheets[0]
    cards = [card for card, face in CARDS.items() if face.action == "astronaut"]
    others = [card for card, face in CARDS.items() if face.action == "energy"]
    sheet.astronauts, sheet.energies[2] = 2, 1
    referee.astra.given, referee.astra.removed = cards[:3] + others, cards[3:]
    assert referee.points()[0]["astronauts"] == 2
    referee.astra.given = cards[:2] + others
    assert referee.points()[0]["astronauts"] == 0
    sheet.energies[2] = 4
    assert referee.points()[0]["astronauts"] == 30
    sheet.astronauts, referee.astra.given = 0, []
    assert referee.points()[0]["astronauts"] == 0


@pytest.mark.parametrize("level", range(1, 9))
def test_points_of_astra(level):
    """Check adventure_5 6: 10 points and 2 per level besides the cards; a higher score wins, equal ones are a draw."""
    referee = solo(DomeReferee, level, MISSIONS, *HAND)
    assert referee.points()[1] == {"astra_cards": 0, "astra_level": 10 + 2 * level}
    referee.sheets[0].built, referee._decision = set(range(16)), None
    for more, result in ((1, 1.0), (0, 0.0), (-1, -1.0)):
        referee.sheets[0].skyscraper_points = lambda more=more: 10 + 2 * level + more
        assert referee.outcome() == [result]


@pytest.mark.parametrize("by_x", [False, True])
def test_solo_bonus(by_x):
    """Check adventure_5 6: a bonus for each high end, by number or X, to be spent in the same turn; none for a low."""
    referee = solo(DomeReferee, 3, MISSIONS, (15, "robot"), (8, "planning"), (12, "plant"))
    sheet = referee.sheets[0]
    fill(sheet, [*range(1, 8), *range(10, 18)])
    play(referee, ("combination", 0), ("write", 22 if by_x else 8))
    assert referee.astra.bonuses_circled == (0 if by_x else 1)
    play(referee, ("x", 18))
    assert referee.astra.bonuses_circled == (1 if by_x else 2) and kinds(referee) == {"cut"}
    play(referee, ("cut", 0))
    assert referee.legal() == {("give", 2), ("remove", 2)}
    play(referee, ("remove", 2))
    assert referee.astra.bonuses_spent == 1 and referee.astra.given == []
    sheet.races[4] = "lost"
    sheet.fill(28, X)
    referee._circle_solo_bonuses()
    assert sheet.races[4] == "low" and referee.astra.bonuses_circled == (1 if by_x else 2)


def test_effect_cards():
    """Check adventure_5 6 and 8.8: A, B and C cross off a high value; missions are turned over on the second pass."""
    referee = solo(DomeReferee, 3, MISSIONS, *HAND)
    sheet = referee.sheets[0]
    put_on_top(referee, "C", "A", "B")
    play(referee, ("combination", 2), ("write", 21))
    assert referee.turn == 2 and referee.legal() == {("end", end) for end in range(8)}  # no pass
    play(referee, ("end", 2))
    assert sheet.races[2] == "lost" and targets(referee, "end") == [0, 1, 3, 4, 5, 6, 7]
    sheet.races = ["high", "open", "lost", "low", "high", "open", "high", "high"]
    assert targets(referee, "end") == [1, 5]
    play(referee, ("end", 5))  # the third card has one target left
    assert sheet.races == ["high", "lost", "lost", "low", "high", "lost", "high", "high"]
    assert "combination" in kinds(referee) and referee.board.turned_over == [False] * 3
    sheet.fill(18, X)
    referee._circle_solo_bonuses()
    assert sheet.races[2] == "low" and referee.astra.bonuses_circled == 0
    assert sheet.skyscraper_points() == 6 + 10 + 5 + 25 + 10 + 15
    referee.astra.pass_number = 2
    referee.astra.deck[:0] = ["B", "A", "C"]
    referee.astra.discard = referee.astra.discard[:-3]
    play(referee, min(referee.legal()))
    sheet.races[0], sheet.races[1] = "open", "open"
    decline_until(referee, "end")
    assert referee.turn == 3 and referee.legal() == {("end", 0), ("end", 1)}  # the second pass crosses off as well
    play(referee, ("end", 0))
    assert sheet.races[:2] == ["lost", "lost"] and kinds(referee) == {"combination"}  # card C found no target
    assert referee.board.turned_over == [True, True, True]


def test_missions_turned_over():
    """Check adventure_5 6: a mission turned over by ASTRA is worth the later value."""
    referee = solo(DomeReferee, 3, MISSIONS, *HAND)
    referee.sheets[0].built = set(range(16))
    referee.board.turn_over(2)
    play(referee, ("combination", 0), ("write", 6), ("track", 0), ("mission", 2))
    assert referee.board.taken[0] == [None, None, 4] and referee.points()[0]["missions"] == 6


def test_solo_turn():
    """Check adventure_5 6: number and action of two cards, the parity of a Robot is that of the number."""
    hand = ((3, "water"), (9, "robot"), (12, "plant"))
    for pick, (number, action) in enumerate(((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))):
        referee = solo(DomeReferee, 3, MISSIONS, *hand)
        assert targets(referee, "combination") == list(range(6))
        play(referee, ("combination", pick), ("write", 6))
        if hand[action][1] == "robot":
            side = 1 if hand[number][0] == 12 else 0
            assert referee.legal() == {("build", side), ("pass",)}
            play(referee, ("build", side))
        (left,) = {0, 1, 2} - {number, action}
        given = referee.snapshot()["astra"]["given"]
        assert given == {name: int(name == hand[left][1]) for name in ACTIONS} and referee.turn == 2


def test_solo_error():
    """Check astra 3.4: after a System Error any card is given or removed."""
    referee = solo(DomeReferee, 3, MISSIONS, *HAND)
    sheet = referee.sheets[0]
    fill(sheet, range(9, 38))
    sheet.cells[5:7] = [3, 12]  # a 3, 9 or 12 fits neither below nor above
    referee.astra.bonuses_circled = 1
    course = referee._write(0)
    assert next(course, None) is None and sheet.errors == 1
    assert referee._give_actions() == {(kind, slot) for kind in ("give", "remove") for slot in range(3)}


def test_deck():
    """Check astra 9.5 and rulings 1 to 3: one reshuffle at turn 22, effect cards at the bottom, end in turn 36."""
    dealer = Dealer(8, deck=Dealer(8).first_deck(last="ABC"))
    referee = DomeReferee(1, 5, MISSIONS, dealer)
    rng = random.Random(4)
    while referee.actor is not None:
        if "combination" in kinds(referee):
            assert len(dealer.asked) == 1 + (referee.turn >= 22)
            referee.sheets[0].__init__()
        answers = sorted(referee.legal())
        referee.apply(("no_mission",) if ("no_mission",) in answers else rng.choice(answers))
    assert referee.turn == 36 and all(referee.board.turned_over)
    assert len(referee.astra.given + referee.astra.removed) == 35 and len(dealer.asked[1][1]) == 45
