"""What players of Virus see of each other: set-up, incidents and missions are blind, repetitions included.

Every test lets the first player go through a phase in several ways; what the second player observes, may do and reads
must be the same, until all have finished the phase.
"""

import numpy as np
import pytest

from tests.games.welcome_to_the_moon.positions import card_face
from tests.games.welcome_to_the_moon.virus.positions import VirusPosition
from tests.referees.welcome_to_the_moon.cards import ACTIONS

OFFER = (5, "plant"), (6, "water"), (7, "planning")
A, B = ("mission", 0), ("mission", 1)
NO_MISSION = ("no_mission", 0)
AROUND_0_7_3 = (0, 1, 2, 12, 19, 6, 9, 10)


def seen(position):
    """All that the actor is told, without the moves that led here."""
    legal, features = position.legal(), position.features()
    return legal, features, position.words(position.actor)


def assert_blind(begin, *ways):
    """Let the first player go these ways, and compare what the second player sees before and after the phase.

    Args:
        begin: makes a position in which the first player begins a phase.
        *ways: actions of the first player in this phase, by which it is finished.
    """
    positions = [begin().play(*way) for way in ways]
    first = positions[0]
    assert all(position.actor == 1 and position.state["phase"] == first.state["phase"] for position in positions)
    for position in positions[1:]:
        assert seen(position) == seen(first)
        np.testing.assert_array_equal(position.batch.mask, first.batch.mask)
    return positions


def test_the_set_up_is_blind():
    """virus 1.6, welcome 1.5, 3.2: where the others put the grey virus is seen when all have chosen."""
    ways = [[("infect", cell)] for cell in range(55) if cell // 5 in (0, 3, 7, 10)]
    positions = assert_blind(lambda: VirusPosition(2, grey=None), *ways)
    assert positions[0].features()["opponent_1_grey_virus"] == [0, 0, 0, 0]
    positions[7].act("infect", 54)
    assert positions[7].actor == 0 and positions[7].features()["own_grey_virus"] == [0, 1, 0, 0]
    assert positions[7].features()["opponent_1_grey_virus"] == [0, 0, 0, 1]
    positions[7].finish_player()
    assert positions[7].features()["opponent_1_grey_virus"] == [0, 1, 0, 0]


@pytest.mark.parametrize("players", [1, 2])
def test_cards_in_the_set_up(players):
    """virus 1.6, welcome 1.5: nothing is flipped or drawn, but what lies on top is seen."""
    position = VirusPosition(players, grey=None)
    features = position.features()
    assert features["actions"] == [0] * 18 and features["turn"] == [0] and "Set-up" in position.words()
    if players == 1:
        top = card_face(position.deck()[0])[1]
        assert features["numbers"] == [0, 0, 0] and features["deck_top"].index(1) == ACTIONS.index(top)
        assert position.hand() == [] and features["hidden_cards"] == [66]
        return
    tops = [card_face(pile[0]) for pile in position.piles()[0]]
    assert features["numbers"] == [number for number, _ in tops]
    assert [features["next_actions"][6 * pile :][:6].index(1) for pile in range(3)] == [
        ACTIONS.index(action) for _, action in tops
    ]
    position.play(("infect", 0), ("infect", 0))
    assert [action for _, action in position.combinations()] == [action for _, action in tops]


def test_writing_is_blind():
    """virus 3.5, welcome 3.2: the symbols that others cross off in this phase are hidden, too."""
    positions = assert_blind(
        lambda: VirusPosition().circle(0, plants=4, tanks=4).circle(1, plants=4, tanks=4).offer(*OFFER),
        [("combination", 0), ("write", 10), "use"],
        [("combination", 0), ("write", 10), "pass"],
        [("combination", 1), ("write", 42), "use"],
        [("combination", 2), ("write", 20), ("write_x", 7)],
    )
    assert positions[0].features()["open_symbols"] == [1] * 6
    positions[0].play(("combination", 1), ("write", 42), "use")
    assert positions[0].features()["open_symbols"] == [0, 1, 1, 1, 0, 1], "green and symbol 2, when all have finished"


def begin_incidents():
    """Green was activated: both players have to infect a space of quarter 0, then one of quarter 2."""
    position = VirusPosition().circle(0, plants=4).offer(*OFFER)
    return position.play(("combination", 0), ("write", 10), "use", ("combination", 2), ("write", 54), "pass")


def test_infections_are_blind():
    """virus 4.3, welcome 5.3: nobody sees the infections of the others before all have finished."""
    ways = [[("infect", grey), ("infect", green)] for grey in (1, 2, 3, 4) for green in (11, 12, 13, 14)]
    positions = assert_blind(begin_incidents, *ways)
    features = positions[-1].features()
    assert features["opponent_1_cell_kinds"][4] == features["opponent_1_cell_kinds"][14] == 0
    assert features["opponent_1_cell_numbers"][10] == 5, "what was written is seen"
    assert features["propagations_left"] == [1] and features["infected_quarter"] == [1] + [0] * 10
    positions[-1].play(("infect", 1), ("infect", 10))
    assert positions[-1].actor == 0 and positions[-1].features()["opponent_1_cell_kinds"][1] == 3
    positions[-1].finish_player()
    assert positions[-1].features()["opponent_1_cell_kinds"][14] == 3


def test_own_infections_are_seen_at_once():
    """virus 4.3, welcome 5.3: by the owner, who chooses with full knowledge of the own sheet."""
    features = begin_incidents().act("infect", 3).features()
    assert features["own_cell_kinds"][3] == 3 and features["infected_quarter"] == [0, 0, 1] + [0] * 8


def test_the_virus_that_is_handled_is_seen():
    """virus 4.3: quarter 4 is asked for twice, first because of grey in quarter 0, then because of red in quarter 1."""
    position = VirusPosition().activate("red").complete(0, 0, 1).begin_propagation(0)
    found = []
    while position.asks() == {"infect"}:
        features = position.features()
        found.append((features["spreading_virus"].index(1), features["infected_quarter"].index(1)))
        position.act("infect", position.legal("infect")[0])
    assert found == [(0, 4), (0, 7), (1, 2), (1, 4), (1, 5)]
    position = begin_incidents()
    assert position.features()["spreading_virus"] == position.features()["infected_quarter"] == [1] + [0] * 10


def begin_missions():
    """Both players meet cards 94 and 96."""
    position = VirusPosition()
    for seat in range(2):
        position.complete(seat, 3, 4).close(seat, *AROUND_0_7_3)
    return position.offer((5, "energy"), *OFFER[1:]).play(*(("combination", 0), ("write", 50)) * 2)


def test_missions_are_blind():
    """virus 5.2, welcome 3.2: neither what the others accomplish nor the viruses that come of it are seen."""
    positions = assert_blind(begin_missions, [NO_MISSION], [A, NO_MISSION], [B, NO_MISSION], [A, B])
    assert positions[-1].legal() == {A, B, NO_MISSION}
    assert positions[-1].features()["mission_viruses"] == [0, 0, 0]
    positions[-1].act(*NO_MISSION)
    assert positions[-1].actor == 0 and positions[-1].features()["mission_viruses"] == [1, 1, 0]


def begin_second_incidents():
    """The first player has accomplished card 94, so that incidents come again."""
    return begin_missions().play(A, NO_MISSION, NO_MISSION)


def test_repeated_incidents_are_blind():
    """virus 5.2, 4.3, welcome 5.3, 6.4: as the first ones."""
    ways = [[("infect", grey), ("infect", red)] for grey in (1, 4) for red in (5, 9)]
    positions = assert_blind(begin_second_incidents, *ways)
    assert positions[0].features()["opponent_1_missions"] == [8, 0, 0], "missions of the phase before are seen"
    assert positions[0].features()["mission_turned_over"] == [0, 0, 0]


def test_repeated_missions_are_blind():
    """virus 5.2, welcome 6.4: the second player may still get 8, and does not see a second mission of the first."""

    def begin():
        return begin_second_incidents().play(*[("infect", 1), ("infect", 5)] * 2)

    positions = assert_blind(begin, [NO_MISSION], [B])
    assert positions[1].legal() == {A, B, NO_MISSION}
    assert positions[1].features()["opponent_1_cell_kinds"][1] == 3, "infections of the phase before are seen"
    positions[1].play(A, B)
    assert [positions[1].value("missions", seat) for seat in range(2)] == [[8, 11, 0]] * 2


def test_others_do_not_see_how_far_a_player_has_come():
    """virus 4.3, welcome 5.3: while a player infects, nothing changes for another one, whose turn has not come."""
    position = begin_incidents()
    before = position.batch.observe(1).copy(), position.batch.known_points(1), position.words(1)
    position.act("infect", 3)
    assert position.actor == 0
    np.testing.assert_array_equal(position.batch.observe(1), before[0])
    assert (position.batch.known_points(1), position.words(1)) == before[1:]
