"""Tests of the Battle referee by itself: missions, score and result."""

import pytest

from .battle_positions import battle, complete, mine, occupy, offer
from .battle_sheet import A, B, Sheet
from .positions import play

PLAIN = ((10, "water"), (8, "water"), (12, "water"))


def with_flags(half, planets):
    """Return a sheet with the flags of a half on planets."""
    sheet = Sheet()
    complete(sheet, *planets, half=half)
    return sheet


def with_asteroids(half, count):
    """Return a sheet with asteroids of a half."""
    sheet = Sheet()
    mine(sheet, half, count)
    return sheet


def with_tracks(half, **tracks):
    """Return a sheet with boxes crossed off."""
    sheet = Sheet()
    vars(sheet.halves[half]).update(tracks)
    return sheet


def with_moons(half, planets):
    """Return a sheet with insignia on moons."""
    sheet = Sheet()
    for planet in planets:
        sheet.moons[planet].append(half)
    return sheet


# adventure_8 3.7: a sheet by half that just meets a card, and one that just does not.
CONDITIONS = {
    106: [
        (lambda half: with_flags(half, (0, 2, 4, 6)), True),
        (lambda half: with_flags(half, (0, 2, 4)), False),
    ],
    107: [
        (lambda half: with_flags(half, (0, 1, 2)), True),
        (lambda half: with_flags(half, (6, 3, 5)), True),
        (lambda half: with_flags(half, (0, 4, 6, 2, 5)), False),
        (lambda half: with_flags(half, (1, 3, 0, 4, 6)), False),
        (lambda half: with_flags(half, (1, 3, 2, 5)), False),
    ],
    108: [
        (lambda half: with_asteroids(half, 7), True),
        (lambda half: with_asteroids(half, 6), False),
    ],
    109: [
        (lambda half: with_tracks(half, columns=[2, 2, 2]), True),
        (lambda half: with_tracks(half, columns=[4, 1, 4]), False),
        (lambda half: with_tracks(half, columns=[2, 2, 1]), False),
    ],
    110: [
        (lambda half: with_tracks(half, plants=6, waters=4), True),
        (lambda half: with_tracks(half, plants=5, waters=9), False),
        (lambda half: with_tracks(half, plants=11, waters=3), False),
    ],
    111: [
        (lambda half: with_moons(half, (0, 2, 3, 6)), True),
        (lambda half: with_moons(half, (0, 2, 3, 3, 2)), False),
    ],
}


@pytest.mark.parametrize("half", [A, B])
@pytest.mark.parametrize("card", CONDITIONS)
def test_conditions(card, half):
    """Check adventure_8 3.7: met, just not met, and never by the other half."""
    for make, is_met in CONDITIONS[card]:
        sheet = make(half)
        assert sheet.meets(card, half) == is_met and not sheet.meets(card, 1 - half)


def test_shared_flags_count():
    """Check adventure_8 3.4: both fully own a shared planet, for missions and score."""
    sheet = Sheet()
    sheet.moons[0], sheet.moons[1], sheet.moons[2], sheet.moons[4] = [B], [B], [B], [A]
    occupy(sheet, p0="ABA", p1="AABBA", p2="ABABA", p4="AABBB")
    assert sheet.meets(106, A) and sheet.meets(106, B) and sheet.meets(107, A) and sheet.meets(107, B)


def test_moons_of_complete_planets_count():
    """Check adventure_8 3.7: an insignia on a moon that is closed stays there."""
    sheet = with_moons(A, (0, 2, 3, 6))
    complete(sheet, 0, 6)
    assert sheet.meets(111, A)


@pytest.mark.parametrize("card", CONDITIONS)
def test_conditions_are_met_on_one_sheet(card):
    """Check adventure_8 3.7 and ruling 12: on either sheet of the player, also the inactive one, but never added up."""
    missions = tuple(card if card in pair else pair[0] for pair in ((106, 107), (108, 109), (110, 111)))
    letter = missions.index(card)
    make_met, make_not_met = CONDITIONS[card][0][0], CONDITIONS[card][-1][0]
    for left, right, is_met in (
        (make_met(A), Sheet(), True),
        (Sheet(), make_met(B), True),
        (make_not_met(A), make_not_met(B), False),
        (make_met(B), make_met(A), False),  # the neighbours'
    ):
        referee = battle(3, *PLAIN, missions=missions)
        referee.sheets[0], referee.sheets[2] = left, right
        assert (("mission", letter) in referee._possible_missions(0)) == is_met


def test_missions_by_a_neighbours_move():
    """Check adventure_8 3.4 and ruling 12: the last insignia of the one may meet the condition of the other."""
    referee = battle(2, (14, "water"), (8, "water"), (12, "water"))
    sheet = referee.sheets[0]  # player 1 plays on sheet 1 in turn 1
    complete(sheet, 0, 2, 4)
    occupy(sheet, p6="BB")
    play(referee, ("combination", 0), ("planet", 6), ("combination", 1), ("planet", 3))
    assert (referee.actor, referee.legal()) == (1, {("mission", 0), ("no_mission",)})
    play(referee, ("mission", 0))
    assert referee.board.taken == [[None] * 3, [12, None, None]] and referee.turn == 2


def test_first_and_later_values():
    """Check core 4.7: the first value is shared within the turn, a declined mission gives the later one."""
    referee = battle(3, *PLAIN, missions=(107, 109, 111))
    offer(referee, *PLAIN)
    for seat in range(3):
        referee.sheets[seat].halves[A].columns = [2, 2, 2]
    for _ in range(3):
        play(referee, ("combination", 1), ("planet", 3))
    play(referee, ("mission", 1), ("no_mission",), ("mission", 1))
    assert [taken[1] for taken in referee.board.taken] == [11, None, 11] and referee.board.turned_over[1]
    for _ in range(3):
        play(referee, ("combination", 1), ("planet", 3))
    assert referee.actor == 1
    play(referee, ("mission", 1))
    assert referee.board.taken[1] == [None, 6, None] and referee.points()[1]["missions"] == 6


def test_end_by_missions():
    """Check adventure_8 4: the third mission of a player ends the game at the end of the turn."""
    referee = battle(2, *PLAIN, missions=(106, 109, 110))
    complete(referee.sheets[0], 0, 2, 4, 6, half=A)
    referee.sheets[0].halves[A].columns = [2, 2, 2]
    referee.sheets[1].halves[B].plants, referee.sheets[1].halves[B].waters = 6, 4
    play(referee, ("combination", 1), ("planet", 3), ("combination", 1), ("planet", 3))
    play(referee, ("mission", 2), ("mission", 0), ("mission", 1))
    assert referee.actor is None and referee.turn == 1 and referee.points()[0]["missions"] == 12 + 11 + 10


def test_score():
    """Check adventure_8 8.6: the example of section 4."""
    sheet = Sheet()
    tracks = sheet.halves[A]
    tracks.plants, tracks.waters, tracks.columns, tracks.plannings, tracks.errors = 5, 3, [2, 0, 3], 3, 1
    complete(sheet, 0, 4, 2, 1, half=A)
    complete(sheet, 3, 5, 6)
    areas = sheet.areas(A)
    assert areas == {"plants": 13, "water": 10, "planets": 8 + 2 + 9, "planning": -10, "system_errors": -5}
    assert sum(areas.values()) == 27
    assert sheet.areas(B) == {"plants": 0, "water": 0, "planets": 4 + 2 + 2, "planning": 0, "system_errors": 0}


def test_remaining_planets():
    """Check adventure_8 4, 8.6 and ruling 9: awarded by cells and moon, ties shared, also without any insignia."""
    sheet = Sheet()
    occupy(sheet, p1="AAB", p3="AB", p4="B")
    sheet.moons[1], sheet.moons[3], sheet.moons[5] = [B], [A, A], [B]
    found = [sorted(sheet.majority(planet)) for planet in range(7)]
    assert found == [[A, B], [A, B], [A, B], [A], [B], [B], [A, B]]
    assert sheet.areas(A)["planets"] == 2 + 4 + 2 + 4 + 2 and sheet.areas(B)["planets"] == 2 + 4 + 2 + 2 + 2 + 2
    assert sheet.flags == [frozenset()] * 7 and not sheet.meets(106, A)  # such flags bring no mission


def test_a_flag_never_changes():
    """Check adventure_8 3.4: what a complete planet was awarded for stays, and it counts at the end."""
    sheet = Sheet()
    occupy(sheet, p0="ABB")
    assert sheet.flags[0] == {B} and 0 not in sheet.free_moons() and sheet.areas(A)["planets"] == 18 - 2


def test_last_values():
    """Check adventure_8 1.3: full tracks."""
    sheet = Sheet()
    tracks = sheet.halves[B]
    tracks.plants, tracks.waters, tracks.columns, tracks.plannings, tracks.errors = 11, 9, [4, 4, 4], 7, 2
    expected = {"plants": 40, "water": 45, "planets": 3 * 8 + 2 * 10 + 2 * 12, "planning": -36, "system_errors": -10}
    assert sheet.areas(B) == expected


def test_both_halves_are_added():
    """Check adventure_8 4: a player scores half A of the left and half B of the right sheet."""
    referee = battle(3, *PLAIN)
    for index, sheet in enumerate(referee.sheets):
        sheet.halves[A].plants, sheet.halves[B].waters = index + 1, 2 * index + 1
        sheet.halves[B].errors = 1
    rows = referee.points()
    assert [row["plants"] for row in rows] == [2, 4, 7] and [row["water"] for row in rows] == [19, 3, 10]
    assert [row["system_errors"] for row in rows] == [-5, -5, -5]


@pytest.mark.parametrize(
    ("errors", "outcome"), [((1, 1), [0.0, 0.0]), ((0, 1), [1.0, -1.0]), ((1, 0), [-1.0, 1.0]), ((0, 0), [0.0, 0.0])]
)
def test_ties(errors, outcome):
    """Check adventure_8 4: equal scores, fewer errors on both halves together win, then a shared victory."""
    referee = battle(2, *PLAIN)
    for sheet in referee.sheets:
        complete(sheet, *range(7), half=A)
    referee.sheets[0].halves[A].errors, referee.sheets[0].halves[B].errors = errors
    for seat, errors_of_seat in enumerate(errors):
        if errors_of_seat:  # 5 points back
            referee.board.taken[seat][1] = 5
    referee._decision = None
    assert referee.outcome() == outcome
