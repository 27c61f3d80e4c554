"""Dome in words: what a player reads before choosing."""

from tests.games.welcome_to_the_moon.dome.positions import HIGH, NONE, DomePosition
from tests.referees.welcome_to_the_moon.cards import X


def choices(position):
    """The legal actions in words."""
    return [position.batch.describe(int(action)) for action in position.batch.legal_actions()]


def test_a_sheet():
    """dome 1.1, 1.2, 1.3, 1.4, 1.5: the whole of it."""
    position = DomePosition().put(0, {6: 8, 7: X, 8: 12}).cut(0, 1, 2).build(0, 0, 1, 2).close_races(0, 4)
    position.set(0, ends=[HIGH] + [NONE] * 7, plants=[0, 0, 0, 2, 0, 0, 0, 0], waters=[0, 0, 0, 1, 1, 0, 0, 0])
    position.set(0, energies=[2, 0, 1, 4], missions=[8, 0, 4], astronauts=3, system_errors=1)
    own_sheet = position.words().partition("Player 0 (you): ")[2].partition("\n\n")[0]
    assert own_sheet.splitlines() == [
        "3 astronauts crossed off, missions: A for 12, C for 8, System Errors 1 of 3",
        "   row   S1  S2  S3  S4   tower",
        "    +7           .",
        "    +6       .   .",
        "    +5       .   .",
        "    +4       .   .   .     p  p  w",
        "    +3  12   .   .   .     p  p  w",
        "    +2   X   .   .   .     p  p  w",
        "    +1   8   .^  .^  .^   (p)(p)(w)",
        "    -1   .^  .^  .^  .^    p  p (w)",
        "    -2   .   .   .   .     p  p  w",
        "    -3   .   .   .   .     p  p  w",
        "    -4   .   .       .     p  p  w",
        "    -5   .           .",
        "    -6   .",
        "  (S1 to S4 skyscrapers; ^ an open level; p plant, w water; in brackets what is circled or gained)",
        "  bonuses of the ends: S1 top (6), bottom 20; S2 top 20, bottom 10; S3 top 12, bottom 6; S4 top 10, bottom 15",
        "  dome, sections 1 to 8: OO E|e o|o ee oo ee oo ee",
        "  (o odd, e even; | cut into two pieces; upper case when built)",
        "  energy track of the missions, 2 of 4 boxes crossed off: a mission is worth 12, later 8",
        "  energy track of the tower, 0 of 4 boxes crossed off: levels with 1, 2, 3 circled symbols are worth 2, 5, 9",
        "  energy track of the astronauts, 1 of 4 boxes crossed off: whoever has the most crossed off gets 0, "
        "others with at least one get 2",
        "  energy track of the dome, 4 of 4 boxes crossed off: each unbuilt piece costs 2",
    ]


def test_missions_are_told_with_what_they_are_worth():
    """dome 5.2: to the player who reads, by the energies crossed off so far."""
    position = DomePosition().set(0, energies=[3, 0, 0, 0]).build(0, *range(16))
    position.state["turned_over"] = [0, 1, 0]
    words = position.words()
    assert "the whole dome built: 15, later 9\n" in words and "levels of the tower: 9 (turned over)\n" in words
    assert "the whole dome built: 8, later 4\n" in position.words(1)
    position.missions_met()
    assert choices(position)[0] == "accomplish mission C for 15 (card 92: the whole dome built)"


def test_an_astronaut_that_may_be_kept():
    """dome 3.4: two choices leave the number as it is, and say what they do."""
    assert choices(DomePosition().pick(8, "astronaut")) == [
        "keep the number 8 and do not use the astronaut: no symbol is crossed off",
        *(f"make the number {number}" for number in range(6, 11)),
    ]


def test_robot_planning_and_energy():
    """dome 3.2, 3.3, 3.5: pieces, sections and tracks."""
    position = DomePosition().build_sections(0, 0).pick(8, "robot").act("write", 6)
    assert choices(position) == [
        "do not use the action",
        "build the leftmost unbuilt piece of the dome",
        "build the rightmost unbuilt piece of the dome",
    ]
    position = DomePosition().pick(8, "planning").play(("write", 6), ("write_x", 7))
    assert choices(position) == [f"cut section {section} of the dome" for section in range(1, 9)]
    position = DomePosition().pick(8, "energy").act("write", 6)
    tracks = ("missions", "tower", "astronauts", "dome")
    assert choices(position) == [f"cross off a box of the energy track of the {track}" for track in tracks]


def test_an_effect_card():
    """dome 7.2: which card it is, and what can be lost."""
    position = DomePosition(1).close_races(*range(6)).draw("C", (5, "robot"), (6, "water"), (7, "plant"))
    assert "ASTRA's effect card C has been drawn\n" in position.words()
    assert choices(position) == [
        "cross off the high bonus of 10 at the top of skyscraper 4",
        "cross off the high bonus of 15 at the bottom of skyscraper 4",
    ]
    assert "effect card" not in position.act("race", 6).words()
