"""The missions, the score and the end of Battle (battle 5, 6)."""

import pytest

from tests.games.welcome_to_the_moon.battle.positions import BattlePosition, number_for
from tests.games.welcome_to_the_moon.positions import INCIDENTS, MISSIONS
from tests.referees.welcome_to_the_moon.battle_sheet import PLANETS, A, B

VALUES = {106: (12, 5), 107: (9, 4), 108: (9, 5), 109: (11, 6), 110: (10, 4), 111: (10, 6)}
# The halves of player 0 among three players: sheet 0 as A and sheet 2 as B, whichever is played on.
OWN_HALVES = ((0, A), (2, B))
GREEN, BLUE, GREY = (0, 4, 6), (2, 5), (1, 3)


def missions_with(card):
    """Three mission cards with this one among them, and its letter."""
    letter = (card - 106) // 2
    cards = [106, 108, 110]
    cards[letter] = card
    return tuple(cards), letter


def met(card, prepare, turn=1, players=3):
    """Whether player 0 meets a mission; `prepare` changes the position."""
    cards, letter = missions_with(card)
    position = BattlePosition(players, missions=cards, turn=turn)
    prepare(position)
    return letter in position.missions_met()


def has_flags(*planets, half=A, index=0, shared=False):
    """Complete planets with the insignia of a half; shared ones also have an equal number of the other half."""

    def prepare(position, index=index):
        own, other = "AB"[half], "AB"[1 - half]
        for planet in planets:
            size = len(PLANETS[planet].cells)
            cells = own * (size // 2 + 1) + other * (size // 2)
            position.occupy(index, {planet: cells}, {planet: other} if shared else {})
            assert position.read(index)["flags"][planet] == ([A, B] if shared else [half])

    return prepare


def has_tracks(index=0, half=A, **tracks):
    """Cross off boxes or take asteroids by hand."""
    return lambda position, index=index: position.mark(index, half, **tracks)


def has_moons(moons, index=0):
    """Draw on moons: {planet: insignia}."""
    return lambda position, index=index: position.occupy(index, moons=moons)


@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize(("index", "half"), OWN_HALVES)
class TestConditions:
    """Each condition is met and just not met, on the sheet of the turn and on the other one (battle 5.1, 5.2)."""

    def test_four_flags(self, turn, index, half):
        """battle 5.1, 5.2: card 106, shared flags included."""
        place = {"half": half, "index": index}
        assert met(106, has_flags(0, 1, 2, 3, **place), turn) and met(106, has_flags(1, 4, 5, 6, **place), turn)
        assert met(106, has_flags(0, 1, 2, 3, **place, shared=True), turn)
        assert not met(106, has_flags(3, 4, 6, **place), turn)
        assert not met(106, has_flags(0, 1, 2, 3, 4, 5, 6, half=1 - half, index=index), turn)

    def test_flags_of_all_kinds(self, turn, index, half):
        """battle 5.1, 5.2: card 107."""
        place = {"half": half, "index": index}
        for green in GREEN:
            assert met(107, has_flags(green, BLUE[0], GREY[1], **place), turn)
            assert not met(107, has_flags(green, *BLUE, **place), turn)
        assert met(107, has_flags(GREEN[1], BLUE[1], GREY[0], **place, shared=True), turn)
        assert not met(107, has_flags(*GREEN, *GREY, **place), turn)
        assert not met(107, has_flags(*BLUE, *GREY, **place), turn)

    def test_asteroids(self, turn, index, half):
        """battle 5.1, 5.2: card 108; of the neighbours only one can have seven."""
        assert met(108, has_tracks(index, half, asteroids=7), turn)
        assert met(108, has_tracks(index, half, asteroids=13), turn)
        assert not met(108, has_tracks(index, half, asteroids=6), turn)
        assert not met(108, has_tracks(index, 1 - half, asteroids=7), turn)

    def test_planet_values(self, turn, index, half):
        """battle 5.1, 5.2: card 109."""
        assert met(109, has_tracks(index, half, energies=[2, 2, 2]), turn)
        assert met(109, has_tracks(index, half, energies=[4, 2, 3]), turn)
        for energies in ([1, 2, 2], [4, 1, 4], [4, 4, 1]):
            assert not met(109, has_tracks(index, half, energies=energies), turn)
        assert not met(109, has_tracks(index, 1 - half, energies=[4, 4, 4]), turn)

    def test_plants_and_waters(self, turn, index, half):
        """battle 5.1, 5.2: card 110."""
        assert met(110, has_tracks(index, half, plants=6, waters=4), turn)
        assert met(110, has_tracks(index, half, plants=11, waters=9), turn)
        assert not met(110, has_tracks(index, half, plants=5, waters=9), turn)
        assert not met(110, has_tracks(index, half, plants=11, waters=3), turn)
        assert not met(110, has_tracks(index, 1 - half, plants=11, waters=9), turn)

    def test_moons(self, turn, index, half):
        """battle 5.1, 5.2: card 111 wants four different moons, also those of complete planets."""
        own, other = "AB"[half], "AB"[1 - half]
        four = {0: own, 3: own + other, 5: own + own, 6: own}
        assert met(111, has_moons(four, index), turn)
        assert not met(111, has_moons({**four, 6: other}, index), turn)
        assert not met(111, has_moons({0: own * 2, 3: own * 2, 5: own * 2}, index), turn)
        assert not met(111, has_moons(dict.fromkeys(range(7), other * 2), index), turn)

        def closed(position):
            position.occupy(index, moons=four).complete(index, 0, 6)

        assert met(111, closed, turn)


def test_conditions_are_not_added_up_over_two_sheets():
    """battle 5.1: each on one sheet."""

    def both(**tracks):
        def prepare(position):
            for index, half in OWN_HALVES:
                position.mark(index, half, **tracks)

        return prepare

    assert not met(108, both(asteroids=6)) and not met(109, both(energies=[1, 4, 4]))
    assert not met(110, both(plants=5, waters=9))
    assert not met(109, lambda p: p.mark(0, A, energies=[2, 2, 0]).mark(2, B, energies=[0, 0, 2]))
    assert not met(110, lambda p: p.mark(0, A, plants=6).mark(2, B, waters=4))
    assert not met(106, lambda p: [has_flags(0, 1, 2)(p), has_flags(3, 4, 5, half=B, index=2)(p)])
    assert not met(107, lambda p: [has_flags(0, 1)(p), has_flags(2, half=B, index=2)(p)])
    assert not met(111, lambda p: p.occupy(0, moons={0: "A", 1: "A"}).occupy(2, moons={2: "B", 3: "B"}))


def test_sheets_of_others_do_not_count():
    """battle 5.2: sheet 1 lies between players 1 and 2."""
    for half in (A, B):
        assert not met(108, has_tracks(1, half, asteroids=13))
        assert not met(106, has_flags(*range(7), half=half, index=1))


@pytest.mark.parametrize("turn", [1, 2])
def test_two_players(turn):
    """battle 5.2, 2.2: both share both sheets, each with another half."""
    for index, half, is_met in ((0, A, True), (0, B, False), (1, B, True), (1, A, False)):
        assert met(108, has_tracks(index, half, asteroids=7), turn, players=2) == is_met


def test_a_neighbour_completes_a_condition():
    """battle 5.2, 4.1: player 1 fills the last cell of a planet of sheet 1, whose flag goes to player 2, who has B."""
    position = BattlePosition(3, missions=(106, 108, 110))
    has_flags(0, 1, 2, half=B, index=1)(position)
    position.occupy(1, {6: "BB"}).offer((14, "water"), (8, "plant"), (8, "plant"))
    position.play(("combination", 1), ("write", 3), ("combination", 0), ("write", 6))
    assert position.actor == 2 and position.asks() == {"combination"}, "not before all have finished"
    position.play(("combination", 1), ("write", 3))
    assert position.actor == 2 and position.legal() == {("mission", 0), ("no_mission", 0)}
    assert position.act("mission", 0).points_by_category(2)["missions"] == 12


def test_bonuses_count():
    """battle 5.1: the seventh asteroid by the robot of a cell, the moons that it brings."""
    position = BattlePosition(missions=(106, 108, 111)).occupy(0, {2: "BB"}, {0: "A", 1: "A"})
    position.mark(0, A, asteroids=6).draw_on(6, "plant", 2)
    position.play("robot", ("moon", 2), ("moon", 3))
    assert position.missions_met() == [1, 2]


MET = {
    106: has_flags(0, 1, 2, 3),
    107: has_flags(4, 5, 1),
    108: has_tracks(asteroids=7),
    109: has_tracks(energies=[2, 2, 2]),
    110: has_tracks(plants=6, waters=4),
    111: has_moons({0: "A", 2: "A", 4: "A", 6: "A"}),
}


@pytest.mark.parametrize("card", VALUES)
def test_values(card):
    """battle 5.1, welcome 6.2: the first value for all who take it in one turn, later the later one."""
    cards, letter = missions_with(card)
    position = BattlePosition(3, missions=cards)
    for index in range(3):
        MET[card](position, index)
    position.carry_on(MISSIONS).play(("mission", letter), ("mission", letter), "no_mission")
    assert [position.points_by_category(seat)["missions"] for seat in range(3)] == [VALUES[card][0]] * 2 + [0]
    assert position.state["turn"] == 2
    position.carry_on(MISSIONS)
    assert position.actor == 2
    assert position.act("mission", letter).points_by_category(2)["missions"] == VALUES[card][1]


# Score


def test_the_example_of_a_score():
    """battle 6.3: 13 + 10 + 8 + 2 + 9 - 10 - 5 = 27 for one half; the other one has an error; missions count once."""
    position = BattlePosition(3).complete(0, 0, 4, 2, 1).complete(0, 3, 5, 6, half="B").complete(2, *range(7))
    position.mark(0, A, plants=5, waters=3, energies=[2, 0, 3], plannings=3, errors=1)
    assert position.points_by_category() == {
        "missions": 0,
        "plants": 13,
        "water": 10,
        "planets": 8 + 2 + 9,
        "planning": -10,
        "system_errors": -5,
        "astra_cards": 0,
        "astra_level": 0,
    }
    position.mark(2, B, errors=1).set(0, missions=[12, 0, 4])
    assert position.points() == 27 - 5 + 16


@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize(("index", "half"), OWN_HALVES)
def test_values_of_tracks(turn, index, half):
    """battle 6.3, 1.4: the printed values, of both halves of a player, whichever is played on."""
    position = BattlePosition(3, turn=turn)
    for name, category, values in (
        ("plants", "plants", (0, 2, 4, 7, 10, 13, 17, 21, 25, 30, 35, 40)),
        ("waters", "water", (0, 3, 6, 10, 14, 19, 24, 30, 37, 45)),
        ("plannings", "planning", (0, -3, -6, -10, -15, -21, -28, -36)),
        ("errors", "system_errors", (0, -5, -10)),
    ):
        for boxes, value in enumerate(values):
            position.mark(index, half, **{name: boxes})
            found = [position.points_by_category(seat)[category] for seat in range(3)]
            assert found == [value, 0, 0]
        position.mark(index, half, **{name: 0})
    for kind, values in enumerate(((2, 3, 4, 6, 8), (2, 4, 6, 8, 10), (4, 5, 6, 9, 12))):
        planets = (GREEN, BLUE, GREY)[kind]
        for boxes, value in enumerate(values):
            energies = [0, 0, 0]
            energies[kind] = boxes
            position.mark(index, half, energies=energies)
            assert position.points_by_category()["planets"] == 36 + len(planets) * (value - values[0])
        position.mark(index, half, energies=[0, 0, 0])


def test_both_halves_are_added():
    """battle 6.3: player 0 of three has half A of sheet 0 and half B of sheet 2."""
    position = BattlePosition(3).mark(0, A, plants=3, waters=1).mark(2, B, plants=4, waters=2)
    position.mark(0, B, plants=11).mark(2, A, plants=1)
    assert [position.points_by_category(seat)["plants"] for seat in range(3)] == [7 + 10, 40, 2]
    assert [position.points_by_category(seat)["water"] for seat in range(3)] == [3 + 6, 0, 0]


@pytest.mark.parametrize(
    ("cells", "moon", "controlled_by"),
    [
        ("AAB", "B", (A, B)),
        ("AAB", "", (A,)),
        ("ABB", "", (B,)),
        ("", "", (A, B)),
        ("", "A", (A,)),
        ("AB", "BA", (A, B)),
    ],
)
def test_incomplete_planets(cells, moon, controlled_by):
    """battle 6.2: as if they were awarded now, ties and untouched ones to both; no flag is drawn."""
    position = BattlePosition().complete(0, 0, 1, 2, 3, 4, 6, half="B").complete(1, *range(7))
    position.occupy(0, {5: cells}, {5: moon})
    assert position.read()["flags"][5] == []
    assert position.points_by_category(0)["planets"] == 2 * (A in controlled_by)
    assert position.points_by_category(1)["planets"] == 16 + 18 + 2 * (B in controlled_by)


def test_planets_of_the_end_fulfil_no_mission():
    """battle 6.2: player 0 leads on all planets when the game ends, with three flags."""
    position = BattlePosition(missions=(106, 108, 110))
    has_flags(0, 1, 2)(position)
    position.occupy(0, {3: "A", 4: "A", 5: "A", 6: "A"}).mark(1, A, errors=2)
    position.carry_on(MISSIONS)
    assert position.is_over and position.points_by_category()["missions"] == 0
    assert position.points_by_category()["planets"] == 18 + 18, "the planets count"


# End of the game


@pytest.mark.parametrize("players", [1, 3])
def test_no_incidents(players):
    """battle 4.2: nothing happens between drawing and missions."""
    position = BattlePosition(players).occupy(0, {0: "AB", 6: "ABA"}, {3: "A"}).mark(0, A, asteroids=6, plants=11)
    before = [position.read(index) for index in range(2)]
    position.carry_on(INCIDENTS)
    assert [position.read(index) for index in range(2)] == before and "mission" not in position.asks()


@pytest.mark.parametrize("index", [0, 1, 2])
def test_two_system_errors_of_a_half(index):
    """battle 6.1, 2.5: they end the game, on any sheet; one on each half does not."""
    for half in (A, B):
        assert BattlePosition(3).mark(index, half, errors=2).end() is not None
    assert BattlePosition(3).mark(index, A, errors=1).mark(index, B, errors=1).end() is None
    position = BattlePosition(3)
    for sheet, half in OWN_HALVES:
        position.mark(sheet, half, errors=1)
    assert position.end() is None, "one on each of the two halves of a player"


def test_the_second_system_error_as_played():
    """battle 6.1, 2.5: the turn is finished by all, then the game is over."""
    position = BattlePosition(3).complete(0, 2, 3).mark(0, A, errors=1).offer((6, "robot"), (8, "water"), (7, "plant"))
    assert position.actor == 1 and position.tracks()["errors"] == 2
    position.play(("combination", 1), ("write", 3))
    assert position.actor == 2
    position.play(("combination", 1), ("write", 3))
    assert position.is_over and position.outcome()[0] == -1


@pytest.mark.parametrize("planet", range(7))
def test_a_full_sheet(planet):
    """battle 6.1, 1.1: 33 cells, with any insignia, on any sheet; 32 are not enough."""
    assert BattlePosition(3).fill_but_last(1, planet).end() is None
    position = BattlePosition(3).fill_but_last(0, planet).draw_on(number_for(planet), "astronaut", planet)
    assert not position.is_over, "the others finish the turn"
    assert position.finish_turn().is_over and position.state["turn"] == 1
    assert None not in position.read()["cells"]


def test_three_missions():
    """battle 6.1, welcome 7.1: they end the game; two do not."""
    assert BattlePosition().set(0, missions=[12, 5, 0]).end() is None
    assert BattlePosition().set(0, missions=[12, 5, 4]).end() == [1, -1]
    assert BattlePosition().mark(0, A, plants=11, waters=9, energies=[4, 4, 4], asteroids=13).end() is None


@pytest.mark.parametrize(
    ("errors", "missions", "plannings", "outcome"),
    [
        (((1, 1), (0, 1), (0, 0)), (10, 5, 3), (0, 0, 1), [-1, -1, 1]),
        (((1, 1), (0, 1), (0, 0)), (10, 5, 0), (0, 0, 1), [-1, 1, -1]),
        (((1, 1), (1, 1), (0, 0)), (10, 10, 0), (0, 0, 1), [0, 0, -1]),
        (((1, 1), (0, 1), (1, 0)), (10, 5, 5), (0, 0, 0), [-1, 0, 0]),
        (((1, 1), (0, 0), (0, 0)), (12, 0, 0), (0, 0, 0), [1, -1, -1]),
    ],
)
def test_ties(errors, missions, plannings, outcome):
    """battle 6.3, welcome 7.4: equal scores, then fewer System Errors on both halves together, then shared."""
    for turn in (1, 2):
        position = BattlePosition(4, turn=turn).set(3, missions=[1, 1, 1]).mark(3, A, plannings=7)
        for seat in range(3):
            position.mark(seat, A, errors=errors[seat][0], plannings=plannings[seat])
            position.mark((seat - 1) % 4, B, errors=errors[seat][1])
            position.set(seat, missions=[missions[seat], 0, 0])
        assert position.end() == [*outcome, -1]
