"""Tests of the variants: the worked positions 13 to 15 (mlem 14) and the details of mlem 8 to 10."""

import pytest

from .actions import ABILITY, ABOVE, GO, GROUP, HERE, RETURN_MISSION, STAY, USE_BOOSTER
from .dealer import COMPONENTS, Dealer, components
from .positions import landing_at, move, moves, place, play, totals, travel_at
from .referee import MlemReferee
from .tables import BOOSTER, DOUBLE_MOON, DOUBLE_PLANET, PARACHUTE, PLUS_MINUS_ONE, SATELLITE
from .test_positions import AFTERBURNER, FOUR, ONE, THREE, TWO, named

BOARD = (DOUBLE_MOON, DOUBLE_PLANET)
TOKEN_OF_SPACE = {row["space"]: row["token_id"] for row in COMPONENTS["exploration_tokens"]["rows"]}


def on_mat(*spaces):
    """Return the first exploration tokens for these spaces."""
    return [TOKEN_OF_SPACE[space] for space in spaces]


def exploring(space, spaces, *rolls, board=BOARD, variants=("explorations",), **piles):
    """Return a travel position with the exploration tokens of these spaces on the mat."""
    return travel_at(space, board, *rolls, variants=variants, exploration_tokens=on_mat(*spaces), **piles)


def test_exploration_chains():
    """Check position 13."""
    referee = exploring(5, (8, 12, 13, 19, 21, 16, 6), (1, 1, 1), (1,))
    move(referee, ONE)
    state = referee.snapshot()
    assert (state["space"], state["phase"], state["pool"]) == (16, "landing", 1)
    assert state["explorations"]["on_mat"] == sorted(on_mat(13, 19, 21, 16, 6))
    assert len(state["explorations"]["pile"]) == 13, "the token drawn onto 16 is not activated"
    referee = exploring(5, (8, 12, 16, 20, 24), (1, 1, 1))
    move(referee, ONE)
    assert totals(referee) == [7, 5] and len(referee.explorations.pile) == 10
    referee = exploring(6, (10, 7, 8, 9, 11), (2, 2))
    move(referee, TWO)
    assert (referee.rocket.space, referee.rocket.pool) == (10, 2)
    referee = exploring(3, (7, 10, 8, 9, 11), (1, 3, "A", "A", "A", "A"))
    move(referee, AFTERBURNER)
    assert (referee.rocket.space, referee.rocket.pool) == (7, 6) and TOKEN_OF_SPACE[
        7
    ] not in referee.explorations.on_mat
    referee = MlemReferee(COMPONENTS, 2, {"explorations"}, 0, Dealer(rolls=["222222"]))
    before = referee.snapshot()["explorations"]
    play(referee, SATELLITE, DOUBLE_MOON)
    assert referee.rocket.space == 3 and referee.snapshot()["explorations"] == before


def test_exploration_points():
    """Check mlem 9: the commander of the travel phase takes the points; offsets and crashes activate nothing."""
    referee = exploring(9, (13, 12, 14, 20, 25), (2, 2, 3), board=(PLUS_MINUS_ONE, PARACHUTE))
    move(referee, TWO)
    assert referee.points()[0]["explorations"] == 2 and referee.snapshot()["explorations"]["owned"] == [[8], []]
    before = list(referee.explorations.on_mat)
    play(referee, ABOVE, STAY)
    assert referee.explorations.on_mat == before
    referee = exploring(13, (13, 6, 7, 8, 9), (2,), board=(DOUBLE_MOON, PARACHUTE))
    referee.apply(HERE)
    assert [row["explorations"] for row in referee.points()] == [0, 0]


def flying(token, space, *rolls, board=BOARD, variants=("ufo",), **piles):
    """Return a travel position with an expedition token in play."""
    return travel_at(space, board, *rolls, variants=variants, expedition_tokens=[token], **piles)


def test_additional_dice():
    """Check position 14 (a) and (b)."""
    referee = flying(5, 10, (3, 4, 4))
    assert referee.legal() == {ABILITY, GO}
    assert named(moves(lambda: flying(5, 10, (3, 4, 4)))) == {"t": (11, 3)}
    referee.apply(GO)
    assert referee.failures == 1
    assert flying(5, 8, (1, 2, 2)).failures == 1
    found = named(moves(lambda: flying(2, 12, (1, 1, 4))))
    assert found == {"4": (16, 2), "t": (18, 3), "4t": (22, 2)}
    referee = flying(2, 12, (1, 1, 4), (2, 2, 2))
    move(referee, ABILITY)
    assert referee.ufo.spent and referee.rocket.space == 18
    play(referee, STAY, STAY)
    assert referee.failures == 1 and referee.ufo.token != 2 and not referee.ufo.spent


def test_keep_dice():
    """Check position 14 (c) and mlem 8: no used die is lost, boosters are flipped all the same."""
    assert flying(3, 17, (1, 3, 3)).legal() == {THREE}
    found = named(moves(lambda: flying(3, 17, (1, 3, 3))))
    assert found == {"3": (23, 1), "3t": (23, 3)}
    referee = flying(3, 16, ("A", "A", 1), board=(BOOSTER, DOUBLE_MOON))
    play(referee, AFTERBURNER, USE_BOOSTER, ONE)
    assert referee.legal() == {ABILITY, GO}
    play(referee, ABILITY, GO)
    assert (referee.rocket.space, referee.rocket.pool) == (22, 3) and referee.rocket.slots[0].booster_used


def test_keep_dice_without_a_number_die():
    """Check mlem 8 and 15: the ability is offered as soon as anything that moves is added, once per expedition."""
    for element in (AFTERBURNER, USE_BOOSTER, ONE):
        referee = flying(3, 16, ("A", "A", 1), board=(BOOSTER, DOUBLE_MOON))
        assert referee.legal() == {ONE, AFTERBURNER, USE_BOOSTER}
        referee.apply(element)
        assert referee.legal() == {ONE, AFTERBURNER, USE_BOOSTER, ABILITY, GO} - {element}
        referee.apply(ABILITY)
        assert referee.legal() == {ONE, AFTERBURNER, USE_BOOSTER, GO} - {element}
    found = named(moves(lambda: flying(3, 16, ("A", "A", 2), board=(BOOSTER, DOUBLE_MOON))))
    assert found == {
        "A": (20, 3),
        "At": (20, 3),
        "b": (17, 3),
        "bt": (17, 3),
        "Ab": (21, 3),
        "Abt": (21, 3),
    }
    referee = flying(3, 9, (3, 4), board=(BOOSTER, DOUBLE_MOON))
    assert referee.legal() == {USE_BOOSTER, GO}, "nothing that moves is added yet"
    referee.apply(USE_BOOSTER)
    assert referee.legal() == {ABILITY, GO}


def test_keep_dice_denied_to_the_next_commander():
    """Check mlem 8: a commander about to leave can spend the token although no die is kept by it."""
    for elements, options in (((AFTERBURNER,), {ABILITY, GO}), ((AFTERBURNER, ABILITY), {GO})):
        referee = flying(3, 10, ("A", 3), (1, 3))
        move(referee, *elements)
        play(referee, HERE, STAY)
        assert (referee.actor, referee.rocket.space, referee.rocket.pool) == (1, 11, 2)
        referee.apply(THREE)
        assert referee.legal() & {ABILITY, GO} == options


def test_reroll():
    """Check mlem 8: a reroll after any roll, once, before anything else; then the new result counts."""
    referee = flying(9, 8, (1, 2, 2), (3, 1, 1))
    assert referee.legal() == {ABILITY, GO}
    referee.apply(ABILITY)
    assert referee.legal() == {THREE} and referee.failures == 0
    referee = flying(9, 8, (3, 2, 2), (1, 1, 1))
    assert referee.legal() == {THREE, ABILITY}
    referee.apply(ABILITY)
    assert referee.failures == 1 and referee.phase == "boarding"
    referee = flying(9, 9, (3, 1, 1), (3, 3, 4), board=(BOOSTER, BOOSTER))
    play(referee, USE_BOOSTER)
    assert referee.legal() == {ONE, USE_BOOSTER + 1, GO}
    referee = flying(9, 9, (3, 1, 1), (3, 3, 4), board=(BOOSTER, BOOSTER))
    referee.apply(ABILITY)
    assert referee.legal() == {USE_BOOSTER, USE_BOOSTER + 1, GO}
    move(referee, USE_BOOSTER + 1)
    assert (referee.rocket.space, referee.rocket.pool) == (10, 3)


def test_new_results_must_be_used():
    """Check mlem 8: after a reroll with a match boosters alone do not make a move; they may go with a group."""
    for first in ((3, 1, 1), (3, 3, 4)):
        referee = flying(9, 9, first, (1, 2, 4), board=(BOOSTER, BOOSTER))
        play(referee, ABILITY)
        assert referee.legal() == {ONE, TWO, USE_BOOSTER, USE_BOOSTER + 1}
        play(referee, USE_BOOSTER)
        assert referee.legal() == {ONE, TWO, USE_BOOSTER + 1}
        move(referee, ONE)
        assert (referee.rocket.space, referee.rocket.pool) == (11, 2)


def test_the_right_passes_on():
    """Check mlem 8: an unused ability passes on with the command, a used one does not."""
    referee = flying(2, 12, (4, 2, 1), (2, 2))
    play(referee, FOUR, GO, HERE, STAY)
    assert referee.actor == 1 and referee.rocket.space == 16 and referee.legal() == {ABILITY, GO}
    referee = flying(2, 12, (4, 2, 1), (2, 2, 2))
    play(referee, ABILITY, GO, HERE, STAY)
    assert referee.failures == 1, "on 18 the 4 of the token would have helped"


def test_ufo_contact():
    """Check position 14 (d) and (e)."""
    referee = travel_at(20, BOARD, (1, 3, 2, 2), variants=("ufo",), expedition_tokens=[1, 2])
    assert referee.ufo.space == 24
    move(referee, ONE, THREE)
    assert referee.snapshot()["ufo"]["owned"] == [[5], []] and referee.ufo.tokens_left == [4, 3, 2, 1]
    play(referee, HERE, HERE)
    assert (referee.ufo.space, referee.ufo.token, referee.rocket.pool, referee.points()[0]["ufo"]) == (23, 2, 4, 5)
    for space, owned in ((16, [5]), (8, []), (12, [])):

        def put(referee, space=space):
            referee.ufo.space = space

        referee = travel_at(
            5,
            BOARD,
            (1, 1, 1),
            variants=("ufo", "explorations"),
            prepare=put,
            exploration_tokens=on_mat(8, 12, 13, 19, 21),
        )
        move(referee, ONE)
        assert referee.rocket.space == 16 and referee.ufo.owned == [owned, []]


def test_empty_expedition_pile():
    """Check mlem 8: without a token 6 dice, no movement, no ability; the UFO stops at 0."""
    referee = MlemReferee(COMPONENTS, 2, {"ufo"}, 0, Dealer())
    assert referee.ufo.space == 26 - COMPONENTS["expedition_tokens"]["rows"][referee.ufo.token - 1]["ufo_steps"]
    for _ in range(13):
        referee.ufo.reveal()
    assert referee.ufo.space == 0
    assert referee.ufo.reveal() == 6 and referee.ufo.token is None and referee.ufo.ability() is None
    table = components()
    for row in table["expedition_tokens"]["rows"]:
        row["ufo_steps"] = 30
    assert MlemReferee(table, 2, {"ufo"}, 0, Dealer()).ufo.space == 0


def test_unused_token_is_removed():
    """Check mlem 8: the token goes at the end of the expedition, also when the game ends with it."""

    def prepare(referee):
        referee.failures = 10

    referee = travel_at(5, BOARD, (2, 2), variants=("ufo",), expedition_tokens=[3], prepare=prepare)
    assert referee.snapshot()["over"] and referee.ufo.token is None and referee.ufo.ability() is None


def test_end_and_missions():
    """Check position 15: the eighth astronaut and the 11th failure in one expedition."""

    def prepare(referee):
        referee.failures = 10
        for function, space in ((0, 6), (1, 7), (2, 7), (3, 9), (4, 10), (6, 11), (7, 11)):
            place(referee, 0, function, space)

    referee = landing_at(15, (DOUBLE_MOON, PARACHUTE, BOOSTER), (2, 1), (1,), prepare=prepare, pool=2)
    play(referee, HERE, STAY, STAY)
    assert (referee.commander, referee.phase) == (1, "travel")
    move(referee, TWO)
    assert referee.rocket.space == 17
    play(referee, STAY, STAY)
    assert (referee.failures, referee.phase, referee.actor) == (11, "parachute", 1)
    referee.apply(HERE)
    state = referee.snapshot()
    assert state["over"] and referee.actor is None and referee.legal() == set()
    assert state["expedition"] == 1 and state["available"][2] == [True] * 8 and state["starter"] == 0
    assert referee.points()[1]["moons"] == 4 and referee.mat.placed(0) == 8
    assert referee.outcome() == [1.0, -1.0, -1.0]


def test_missions_in_hand():
    """Check position 15 and mlem 10: four dealt, one returned, points by completed tokens."""
    dealer = Dealer(mission_tokens=[6, 5, 12, 19, 1, 2, 3, 4])
    referee = MlemReferee(COMPONENTS, 2, {"secret_missions", "ufo", "explorations"}, 1, dealer)
    assert dealer.asked == ["expedition_tokens", "exploration_tokens", "mission_tokens"]
    assert (referee.phase, referee.actor) == ("missions", 1) and referee.legal() == {24, 25, 26, 27}
    assert referee.ufo.token is None and referee.ufo.space == 26 and referee.expedition == 0
    play(referee, RETURN_MISSION + 3, RETURN_MISSION)
    assert referee.snapshot()["missions"] == [[5, 12, 19], [1, 2, 3]]
    assert referee.phase == "boarding" and referee.actor == 1 and referee.ufo.token is not None
    place(referee, 0, DOUBLE_PLANET, 18)
    assert [row["missions"] for row in referee.points()] == [5, 0]
    place(referee, 0, DOUBLE_MOON, 23)
    assert [row["missions"] for row in referee.points()] == [10, 0]
    place(referee, 1, DOUBLE_MOON, 8)
    assert [row["missions"] for row in referee.points()] == [10, 2]


def test_mission_from_the_neighbouring_space():
    """Check position 15: a moon of 18 reached from 17 with +1 counts."""

    dealer = Dealer(rolls=[(2, 4, 4)])
    referee = MlemReferee(COMPONENTS, 2, {"secret_missions"}, 0, dealer)
    play(referee, RETURN_MISSION, RETURN_MISSION, PLUS_MINUS_ONE)
    referee.missions.hands = [[5, 12, 19], [1, 2, 3]]
    referee.rocket.space, referee.rocket.pool = 15, 3
    play(referee, DOUBLE_MOON, GROUP + 1, GO, ABOVE)
    assert referee.points()[0] == {
        "moons": 5,
        "deep_space": 0,
        "planets": 0,
        "goals": 0,
        "ufo": 0,
        "explorations": 0,
        "missions": 5,
    }


@pytest.mark.parametrize("players", range(2, 6))
def test_shared_victory(players):
    """Check mlem 6: equal totals share the victory."""

    def prepare(referee):
        referee.failures = 10

    referee = travel_at(5, (DOUBLE_MOON,) * players, (2, 2), prepare=prepare)
    assert referee.snapshot()["over"] and referee.outcome() == [2 / players - 1] * players
