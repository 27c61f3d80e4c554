"""The actions of Dome: tower, dome, energy tracks, astronauts, planning (dome 3)."""

import pytest

from tests.games.welcome_to_the_moon.dome.positions import SKYSCRAPERS, DomePosition
from tests.referees.welcome_to_the_moon.cards import EMPTY, X

# The printed sheet: the cells that each level of the tower is linked to, from the top; the kinds of the sections.
LINKED_CELLS = (
    (16, 25, 37),
    (8, 15, 24, 36),
    (7, 14, 23, 35),
    (6, 13, 22, 34),
    (5, 12, 21, 33),
    (4, 11, 20, 32),
    (3, 10, 19, 31),
    (2, 9, 30),
)
NOT_LINKED = (0, 1, 17, 18, 26, 27, 28, 29)
KINDS = ("odd", "even") * 4
LEFT, RIGHT = range(2)


def write(position, number, action, cell=34):
    """Pick a number with an action and write it in a level that is opened for it."""
    zone = next(cells for cells in SKYSCRAPERS if cell in cells)
    position.put(0, {other: X for other in zone if other != cell} | {cell: EMPTY})
    return position.pick(number, action).act("write", cell)


# Plant and water


@pytest.mark.parametrize("cell", range(38))
def test_the_tower(cell):
    """dome 1.3, 3.1, 3.6: a symbol of the tower level linked to the number, without asking; 8 levels have no link."""
    for action, kept, other in (("plant", "plants", "waters"), ("water", "waters", "plants")):
        position = write(DomePosition(), 8, action, cell)
        assert position.actor == 1 and position.value(kept) == [int(cell in cells) for cells in LINKED_CELLS]
        assert position.value(other) == [0] * 8, "each its own symbol"
        assert sum(position.value(kept)) == (cell not in NOT_LINKED)


def test_symbols_run_out():
    """dome 1.3, 3.1: two plants and one water in each level; with none left the action does nothing."""
    for action, kept, most in (("plant", "plants", 2), ("water", "waters", 1)):
        for count in range(4):
            position = DomePosition().set(0, **{kept: [0, 0, 0, min(count, most), 0, 0, 0, 0]})
            write(position, 8, action, 22)
            assert position.actor == 1 and position.value(kept) == [0, 0, 0, min(count + 1, most), 0, 0, 0, 0]


def test_a_full_tower():
    """dome 1.3: 16 plants and 8 waters in all."""
    position = DomePosition()
    for level, cells in enumerate(LINKED_CELLS):
        for count, action in enumerate(("plant", "plant", "water")):
            write(position, 8, action, cells[count])
            assert position.value("plants")[level] + position.value("waters")[level] == count + 1
    assert position.value("plants") == [2] * 8 and position.value("waters") == [1] * 8


@pytest.mark.parametrize("action", ["robot", "energy", "astronaut", "planning"])
def test_other_actions_circle_nothing(action):
    """dome 3.1: neither a number with another action nor an X brings a symbol."""
    position = DomePosition().pick(8, action)
    if action == "astronaut":
        position.act("shift", 2)
    position.act("write", 22)
    if action == "planning":
        position.act("write_x", 23)
    assert sum(position.value("plants")) == sum(position.value("waters")) == 0


# Robot


def test_an_untouched_dome():
    """dome 1.4, 3.2: 7 builds the left foot, which is odd, and 8 the right one, which is even."""
    position = DomePosition().pick(7, "robot").act("write", 6)
    assert position.legal() == {("build", LEFT), ("pass", 0)}
    assert position.act("build", LEFT).built() == [0, 1] and position.actor == 1 and position.unbuilt() == 7
    position = DomePosition().pick(8, "robot").act("write", 6)
    assert position.legal() == {("build", RIGHT), ("pass", 0)}
    assert position.act("build", RIGHT).built() == [14, 15] and position.actor == 1 and position.unbuilt() == 7


@pytest.mark.parametrize("side", [LEFT, RIGHT])
@pytest.mark.parametrize("is_cut", [False, True])
def test_the_whole_dome(side, is_cut):
    """dome 1.4, 3.2: piece by piece from one side, each half of its section's kind; then a robot does nothing."""
    position = DomePosition().cut(0, *(range(8) if is_cut else ()))
    sections = range(8) if side == LEFT else range(7, -1, -1)
    pieces = [section for section in sections for _ in range(1 + is_cut)]
    for section in pieces[:-1]:
        right, wrong = (7, 8) if KINDS[section] == "odd" else (8, 7)
        unbuilt = position.unbuilt()
        assert ("build", side) not in write(position, wrong, "robot").legal()
        assert write(position, right, "robot").act("build", side).unbuilt() == unbuilt - 1
    write(position, 8 if side == LEFT else 7, "robot").act("build", LEFT)  # a single piece is the leftmost one
    assert position.built() == list(range(16))
    assert [write(position, number, "robot").actor for number in (7, 8)] == [1, 1]


def test_the_example_of_a_cut_section():
    """dome 3.2: section 0 built, section 1 cut: 8 builds its left half or the right foot, 7 nothing."""
    position = DomePosition().cut(0, 1).build_sections(0, 0)
    assert write(position, 7, "robot").actor == 1, "nothing can be built, and nobody is asked"
    assert write(position, 8, "robot").legal() == {("build", LEFT), ("build", RIGHT), ("pass", 0)}
    position.act("build", LEFT)
    assert position.built() == [0, 1, 2] and position.unbuilt() == 7
    assert write(position, 8, "robot").act("build", RIGHT).built() == [0, 1, 2, 14, 15]
    assert position.unbuilt() == 6
    seven = write(position, 7, "robot")
    assert seven.legal() == {("build", RIGHT), ("pass", 0)}
    eight = write(position, 8, "robot")
    assert eight.legal() == {("build", LEFT), ("pass", 0)}
    assert eight.act("build", LEFT).built() == [0, 1, 2, 3, 14, 15]
    assert write(position, 7, "robot").act("build", RIGHT).built() == [0, 1, 2, 3, 12, 13, 14, 15]


@pytest.mark.parametrize("section", range(8))
def test_the_last_section(section):
    """dome 3.2: a single piece is one choice; both halves of the last section can be built, and then the other one."""
    others = [other for other in range(8) if other != section]
    right, wrong = (7, 8) if KINDS[section] == "odd" else (8, 7)
    whole = DomePosition().build_sections(0, *others)
    assert write(whole, wrong, "robot").actor == 1
    assert write(whole, right, "robot").legal() == {("build", LEFT), ("pass", 0)}
    assert whole.act("build", LEFT).built() == list(range(16))
    for side in (LEFT, RIGHT):
        position = DomePosition().build_sections(0, *others).cut(0, section)
        assert write(position, right, "robot").legal() == {("build", LEFT), ("build", RIGHT), ("pass", 0)}
        position.act("build", side)
        assert position.unbuilt() == 1 and 2 * section + side in position.built()
        assert write(position, right, "robot").legal() == {("build", LEFT), ("pass", 0)}
        assert position.act("build", LEFT).unbuilt() == 0


@pytest.mark.parametrize("decline", [True, False])
def test_declining_a_robot(decline):
    """dome 3.6, 3.2, 3.5: sections 6 and 7 are left; 5/robot, an X, 7/robot, 7/robot leave 1 piece or 2."""
    position = DomePosition().build_sections(0, *range(6))
    assert write(position, 5, "robot").legal() == {("build", LEFT), ("pass", 0)}
    position.act(*(("pass",) if decline else ("build", LEFT)))
    assert position.actor == 1 and position.unbuilt() == 2 - (not decline)
    write(position, 8, "planning").act("write_x", 6)
    if decline:
        assert position.legal() == {("cut", 6), ("cut", 7)}
        position.act("cut", 6)
    assert position.cuts() == [6 if decline else 7]
    for half in (12, 13):
        write(position, 7, "robot")
        if decline:
            assert position.act("build", LEFT).built()[-1] == half
    assert position.actor == 1 and position.unbuilt() == (1 if decline else 2)
    assert position.points_by_category()["dome"] == (-6 if decline else -12)


# Energy


@pytest.mark.parametrize("track", range(4))
def test_energy(track):
    """dome 1.5, 3.3, 3.6: the topmost box of one of four tracks with four boxes each; there is no pass."""
    position = DomePosition()
    for boxes in range(4):
        assert write(position, 8, "energy").legal() == {("track", other) for other in range(4)}
        position.act("track", track)
        assert position.actor == 1
        assert position.value("energies") == [boxes + 1 if other == track else 0 for other in range(4)]
    assert write(position, 8, "energy").legal("track") == [other for other in range(4) if other != track]


def test_the_last_boxes():
    """dome 3.3: the only track left is not asked for, and with none left nothing happens."""
    position = DomePosition().set(0, energies=[4, 4, 2, 4])
    for boxes in (3, 4, 4):
        assert write(position, 8, "energy").actor == 1 and position.value("energies") == [4, 4, boxes, 4]


def test_all_values_of_a_row_go_together():
    """dome 3.3: one energy crosses off 2/5/9 of the tower together; 2/6/10 are valid then."""
    position = DomePosition().set(0, plants=[1, 2, 2, 0, 0, 0, 0, 0], waters=[0, 0, 1, 0, 0, 0, 0, 0])
    assert position.points_by_category()["tower"] == 2 + 5 + 9
    write(position, 8, "energy").act("track", 1)
    assert position.points_by_category()["tower"] == 2 + 6 + 10


# Astronaut


def test_keeping_an_astronaut():
    """dome 3.4, welcome 4.5: with a change of 0 the player decides; every other change crosses off a symbol."""
    for answer, number, astronauts in (
        (("pass", 0), 8, 0),
        (("shift", 2), 8, 1),
        (("shift", 0), 6, 1),
        (("shift", 1), 7, 1),
        (("shift", 3), 9, 1),
        (("shift", 4), 10, 1),
    ):
        position = DomePosition().pick(8, "astronaut")
        assert position.legal() == {("pass", 0), *(("shift", index) for index in range(5))}
        position.act(*answer)
        assert position.asks() == {"write"} and position.features()["picked_number"] == [number]
        position.act("write", 6)
        assert position.actor == 1 and position.filled() == {6: number} and position.value("astronauts") == astronauts


def test_a_kept_astronaut_is_observed():
    """dome 3.4, welcome 2.3: while choosing the level a player knows whether the symbol will be crossed off."""
    for answer, kept in ((("pass", 0), 1), (("shift", 2), 0)):
        position = DomePosition().pick(8, "astronaut")
        assert position.features()["keeps_astronaut"] == [0]
        position.act(*answer)
        assert position.features()["keeps_astronaut"] == [kept]
        position.act("write", 6)
        assert position.actor == 1 and position.features()["keeps_astronaut"] == [0], "that of another player is not"


def test_a_kept_astronaut_is_not_kept_by_the_next_one():
    """dome 3.4: neither by another player nor in another turn."""
    position = DomePosition().offer((8, "astronaut"), (9, "water"), (9, "water"))
    position.play(("combination", 0), "pass", ("write", 6))
    position.play(("combination", 0), ("shift", 2), ("write", 6))
    assert [position.value("astronauts", seat) for seat in range(2)] == [0, 1]
    position.pick(9, "astronaut").play(("shift", 2), ("write", 7))
    assert position.value("astronauts") == 1


@pytest.mark.parametrize(
    ("number", "shifts", "can_keep"), [(7, [1, 2, 3, 4], True), (6, [2, 3, 4], True), (5, [3, 4], False)]
)
def test_keeping_needs_the_printed_number(number, shifts, can_keep):
    """dome 3.4: with a 5 as the highest number of the only unfinished skyscraper."""
    position = DomePosition().cross_but(0, 7, 8).put(0, {6: 5}).pick(number, "astronaut", ((15, "robot"),) * 2)
    assert position.legal("shift") == shifts and (("pass", 0) in position.legal()) == can_keep


@pytest.mark.parametrize(("number", "shift", "written"), [(1, 1, 0), (2, 0, 0), (15, 4, 17)])
def test_written_numbers_reach_from_0_to_17(number, shift, written):
    """dome 3.4, 2.1, welcome 4.5: nothing fits beyond them."""
    position = DomePosition().pick(number, "astronaut").play(("shift", shift), ("write", 6))
    assert position.filled() == {6: written}
    side = 5 if written == 0 else 7
    assert all(side not in position.cells_for(other) for other in range(1, 16))


def test_a_full_row_of_astronauts():
    """dome 3.4, 1.5: eight symbols; with all of them crossed off the number is modified all the same."""
    for before, after in ((7, 8), (8, 8)):
        position = DomePosition().set(0, astronauts=before).pick(8, "astronaut")
        assert ("pass", 0) in position.legal()
        position.play(("shift", 0), ("write", 6))
        assert position.filled() == {6: 6} and position.value("astronauts") == after


def test_an_astronaut_can_cost_points():
    """dome 3.4, 6.2: the first symbol is the most, worth -10 without an energy; keeping it costs nothing."""
    for answer, points in (("pass", 0), ("shift", -10)):
        position = DomePosition().pick(8, "astronaut").play((answer, 0 if answer == "pass" else 2), ("write", 6))
        assert position.points_by_category()["astronauts"] == points


# Planning


def test_an_x_needs_an_open_level():
    """dome 3.5, 2.2, welcome 4.8: the number just written opens levels; no order is asked of an X."""
    position = DomePosition().put(0, {12: 1}).pick(8, "planning").act("write", 6)
    expected = [5, 7, 11, 13, 21, 22, 33, 34]
    assert position.legal() == {("pass", 0), *(("write_x", cell) for cell in expected)}
    position.act("write_x", 7)
    assert position.filled() == {6: 8, 7: X, 12: 1} and position.open_levels() == [5, 8, 11, 13, 21, 22, 33, 34]


def test_an_x_demands_a_cut():
    """dome 3.5, 1.4, welcome 4.8: one section, anywhere on the dome, after the X; it cannot be declined."""
    for section in range(8):
        position = DomePosition().pick(8, "planning").play(("write", 6), ("write_x", 7))
        assert position.actor == 0 and position.cuts() == []
        assert position.legal() == {("cut", other) for other in range(8)}
        position.act("cut", section)
        assert position.actor == 1 and position.cuts() == [section]
        assert position.unbuilt() == 9 and position.built() == []


@pytest.mark.parametrize("half", [None, 6, 7])
def test_what_may_be_cut(half):
    """dome 3.5: sections 0, 1 and 7 built, section 3 cut, maybe with one half built: one of 2, 4, 5 and 6."""
    position = DomePosition().build_sections(0, 0, 1, 7).cut(0, 3).build(0, *([] if half is None else [half]))
    pieces = 6 - (half is not None)
    assert position.unbuilt() == pieces
    position.pick(8, "planning").play(("write", 6), ("write_x", 7))
    assert position.legal() == {("cut", section) for section in (2, 4, 5, 6)}
    position.act("cut", 4)
    assert position.cuts() == [3, 4] and position.unbuilt() == pieces + 1


def test_the_only_section_to_cut():
    """dome 3.5, welcome 3.3: it is cut without asking."""
    position = DomePosition().cut(0, *range(7)).pick(8, "planning").play(("write", 6), ("write_x", 7))
    assert position.actor == 1 and position.cuts() == list(range(8)) and position.unbuilt() == 16


@pytest.mark.parametrize(("cuts", "built"), [(range(8), ()), ((0, 1), range(2, 8)), ((), range(8))])
def test_a_free_x(cuts, built):
    """dome 3.5: all unbuilt sections are cut already, or the dome is complete."""
    position = DomePosition().cut(0, *cuts).build_sections(0, *built)
    before = position.cuts(), position.built()
    position.pick(8, "planning").play(("write", 6), ("write_x", 7))
    assert position.actor == 1 and (position.cuts(), position.built()) == before and position.cells()[7] == X


def test_no_x_and_no_cut():
    """dome 3.5, 3.6: declined, or without an open level after the number."""
    position = DomePosition().pick(8, "planning").act("write", 6)
    assert position.act("pass").actor == 1 and position.cuts() == [] and position.filled() == {6: 8}
    position = DomePosition().cross_but(0, 8).put(0, {7: 5}).pick(8, "planning").act("write", 8)
    assert position.actor == 1 and position.cuts() == []


def test_a_declined_x_is_not_paid_by_the_next_player():
    """dome 3.5: a cut that one player owes does not pass on to the next."""
    position = DomePosition().offer((8, "planning"), (9, "water"), (9, "water"))
    position.play(("combination", 0), ("write", 6), ("write_x", 7), ("cut", 0))
    position.play(("combination", 0), ("write", 6), "pass")
    assert position.state["turn"] == 2 and [position.cuts(seat) for seat in range(2)] == [[0], []]


# Declining


@pytest.mark.parametrize(
    ("action", "asked"), [("planning", "write_x"), ("robot", "build"), ("astronaut", "shift"), ("energy", "track")]
)
def test_what_may_be_passed(action, asked):
    """dome 3.6, 3.4, welcome 4.7: robot, planning and astronaut; energy has only its tracks."""
    position = DomePosition().pick(8, action)
    if action != "astronaut":
        position.act("write", 6)
    assert position.asks() == ({asked} if action == "energy" else {asked, "pass"})
    if action != "energy":
        position.act("pass")
        if action == "astronaut":
            position.act("write", 6)
        assert position.actor == 1 and position.filled() == {6: 8} and position.points() == -48


def test_why_energy_plant_and_water_have_no_pass():
    """dome 3.6: whatever is circled or crossed off, one more never lowers a score and changes no open level."""
    for boxes in range(5):
        for plants in range(3):
            for waters in range(2):
                sheet = {"plants": [plants] * 8, "waters": [waters] * 8, "energies": [boxes] * 4, "astronauts": 1}
                for rival in (0, 2):
                    position = DomePosition().set(0, **sheet, missions=[8, 4, 0]).set(1, astronauts=rival)
                    before, open_levels = position.points(), position.open_levels()
                    changes = [{"energies": [min(boxes + (t == track), 4) for t in range(4)]} for track in range(4)]
                    changes += [{"plants": [min(plants + 1, 2)] + [plants] * 7}, {"waters": [1] + [waters] * 7}]
                    for change in changes:
                        position.set(0, **{**sheet, **change})
                        assert position.points() >= before and position.open_levels() == open_levels
                        assert position.closed_races() == []
