"""Tests of the Battle referee in the solo mode: ASTRA's move, its effect cards, solo bonuses and the result."""

import pytest

from .battle_positions import complete, fill_all_but, mine, occupy, play_turn, solo_battle, stack
from .battle_sheet import PLANETS, A, B, Sheet
from .cards import CARDS
from .positions import kinds, play, targets


def turn_two(*cards, prepare=lambda sheet: None, level=1):
    """Play turn 1 of a solo game; turn 2 on the right sheet, prepared, begins with these cards on top of the deck."""
    referee = solo_battle(level)
    stack(referee, *cards)
    prepare(referee.sheets[1])
    play_turn(referee)
    assert referee.turn == 2
    return referee


def astras_asteroids(sheet):
    """Return the asteroids with ASTRA's insignia."""
    return [asteroid for asteroid, owner in enumerate(sheet.asteroids) if owner == B]


@pytest.mark.parametrize(
    ("card", "complete_planets", "planet"),
    [
        ((11, "plant"), (4, 5, 6), 0),  # the rulebook's example
        ((3, "astronaut"), (0, 1), 2),
        ((14, "plant"), (6, 0), 1),
        ((11, "plant"), (4,), 5),
        ((11, "plant"), (5,), 4),
        ((4, "plant"), (), 1),
        ((13, "water"), (5, 6, 0, 1, 2, 3), 4),
    ],
)
def test_planet_of_astra(card, complete_planets, planet):
    """Check adventure_8 6.2 and 8.7: the planet of the number, or the next open one."""
    referee = turn_two(card, prepare=lambda sheet: complete(sheet, *complete_planets, half=A))
    sheet = referee.sheets[1]
    expected = [B if cell == PLANETS[planet].cells[0] else None for cell in PLANETS[planet].cells]
    assert [sheet.cells[cell] for cell in PLANETS[planet].cells] == expected and sheet.cells.count(B) == 1
    assert referee.astra.hand_complete()
    if card == (3, "astronaut"):
        assert sheet.moons == [[], [], [B], [], [], [], []]


def test_choice_of_the_planet():
    """Check adventure_8 8.7 and ruling S5: two open planets are chosen between, before the next card is drawn."""
    referee = turn_two((9, "energy"))
    assert referee.legal() == {("planet", 3), ("planet", 4)} and referee.actor == 0
    assert referee.snapshot()["combinations"] == [(9, "energy")] and referee.snapshot()["top"] is not None
    play(referee, ("planet", 4))
    sheet = referee.sheets[1]
    assert sheet.cells[20] == B and astras_asteroids(sheet) == [12] and referee.astra.hand_complete()
    assert sheet.halves[B].columns == [0, 0, 0]


@pytest.mark.parametrize("action", ["plant", "water", "robot", "energy", "astronaut", "planning"])
def test_action_of_astra(action):
    """Check adventure_8 6.3: what ASTRA does instead of Astronaut and Energy; it has no bonus and no tracks."""
    referee = turn_two((6, action), prepare=lambda sheet: mine(sheet, B, 4))
    sheet = referee.sheets[1]
    assert sheet.plants[2] == (1 if action == "plant" else 2) and sheet.waters[2] == (0 if action == "water" else 1)
    assert sheet.moons[2] == ([B] if action in ("astronaut", "planning") else [])
    assert len(astras_asteroids(sheet)) == (5 if action in ("robot", "energy") else 4)
    assert vars(sheet.halves[B]) == vars(Sheet().halves[B])


def test_action_of_astra_without_a_target():
    """Check adventure_8 6.3: without a symbol, a spot or an asteroid nothing happens."""

    def prepare(sheet):
        sheet.plants[1] = 0
        sheet.moons[1] = [A, A]
        mine(sheet, A, 13)

    for action in ("plant", "astronaut", "planning", "energy"):
        referee = turn_two((4, action), prepare=prepare)
        sheet = referee.sheets[1]
        assert sheet.plants == [1, 0, 2, 2, 2, 2, 2] and sheet.moons[1] == [A, A] and astras_asteroids(sheet) == []


def test_planet_completed_by_astra():
    """Check adventure_8 6.2, 6.3 and ruling S1: the bonus of the cell is lost, the moon closed, a tie is yours."""
    referee = turn_two((10, "planning"), prepare=lambda sheet: occupy(sheet, p4="AAAB"))
    sheet = referee.sheets[1]
    assert sheet.cells[24] == B and sheet.flags[4] == {A} and sheet.moons[4] == [] and sheet.halves[A].plants == 0
    referee = turn_two((10, "plant"), prepare=lambda sheet: occupy(sheet, p4="AABB"))
    assert referee.sheets[1].flags[4] == {B} and referee.sheets[1].plants[4] == 1


@pytest.mark.parametrize(("insignia", "moon", "flag"), [("AABB", [B], {A}), ("AABB", [B, B], {B}), ("AAAA", [], {A})])
def test_control_in_solo_mode(insignia, moon, flag):
    """Check adventure_8 6.2 and 8.3: a tie goes to the player alone, also at the end."""
    sheet = solo_battle().sheets[1]
    sheet.moons[1] = list(moon)
    occupy(sheet, p1=insignia + "A")
    assert sheet.flags[1] == flag and sheet.majority(0) == {A}


def test_sheets_alternate():
    """Check adventure_8 6: ASTRA and the player draw on the left sheet in odd turns, on the right one in even turns."""
    referee = solo_battle()
    for turn in range(1, 7):
        drawn = [[sheet.cells.count(half) for half in (A, B)] for sheet in referee.sheets]
        play_turn(referee, [("planet", targets(referee, "planet")[0])] if kinds(referee) == {"planet"} else [])
        grown = [sheet.cells.count(A) - before[A] for sheet, before in zip(referee.sheets, drawn, strict=True)]
        assert grown == ([1, 0] if turn % 2 else [0, 1])
    assert [sheet.cells.count(A) for sheet in referee.sheets] == [3, 3]


def test_pairs_and_the_card_given():
    """Check adventure_8 6.1: six pairs with ASTRA's card among them; the third card is given without a choice."""
    referee = solo_battle(hand=((10, "water"), (8, "plant"), (14, "robot")))
    assert referee.legal() == {("combination", pick) for pick in range(6)}
    play(referee, ("combination", 1))  # 10 with the Robot
    assert targets(referee, "planet") == [4]
    play(referee, ("planet", 4), ("use",))
    assert referee.turn == 2 and referee.astra.given_by_action()["plant"] == 1
    assert referee.sheets[0].cells[20:22] == [B, A] and referee.sheets[0].asteroids[0] == A
    assert referee.sheets[0].waters[4] == 0  # ASTRA's action


@pytest.mark.parametrize("drawn_before", [0, 1, 2])
def test_effect_card_before_or_after_the_move_of_astra(drawn_before):
    """Check adventure_8 6.1 and ruling S5: an effect card is resolved as soon as it is drawn."""
    cards = [(4, "plant"), (8, "water"), (12, "energy")]
    cards.insert(drawn_before, "A")
    referee = turn_two(*cards)
    assert kinds(referee) == {"moon"} and len(referee.snapshot()["combinations"]) == drawn_before
    assert len(referee.legal()) == 7 and referee.sheets[1].cells.count(B) == (drawn_before > 0)
    play(referee, ("moon", 5))
    assert referee.sheets[1].moons[5] == [B, B] and referee.sheets[0].moons == [[]] * 7
    assert kinds(referee) == {"combination"} and referee.sheets[1].cells.count(B) == 1


def test_effect_of_the_rulebook():
    """Check adventure_8 6.4 and 8.8: one on A's moon, the other on C's or D's; both on A's moon if it is empty."""

    def prepare(sheet, moon):
        occupy(sheet, p1="AAAA", p2="AAA", p4="AA", p5="AA", p0="AB", p3="ABBBBB")
        sheet.moons[1], sheet.moons[2] = list(moon), [B, B]

    referee = turn_two("A", (6, "water"), prepare=lambda sheet: prepare(sheet, [B]))
    assert referee.legal() == {("moon", 4), ("moon", 5)} and referee.sheets[1].moons[1] == [B, B]
    play(referee, ("moon", 4))
    assert referee.sheets[1].moons == [[], [B, B], [B, B], [], [B], [], []]
    referee = turn_two("B", (6, "water"), prepare=lambda sheet: prepare(sheet, []))
    assert kinds(referee) == {"combination"}
    assert referee.sheets[1].moons == [[], [B, B], [B, B], [], [], [], []]


def test_effect_on_tied_moons():
    """Check adventure_8 8.9 and ruling S2: both insignia on the chosen moon, split only if it has one spot."""
    referee = turn_two("C", (6, "water"), prepare=lambda sheet: occupy(sheet, p4="A", p5="A"))
    assert referee.legal() == {("moon", 4), ("moon", 5)}
    play(referee, ("moon", 4))
    assert referee.sheets[1].moons[4] == [B, B] and referee.sheets[1].moons[5] == []

    def prepare(sheet):
        occupy(sheet, p4="A", p5="A")
        sheet.moons[4] = [B]

    referee = turn_two("C", (6, "water"), prepare=prepare)
    play(referee, ("moon", 4))
    assert referee.sheets[1].moons[4] == [B, B] and referee.sheets[1].moons[5] == [B] and kinds(referee) != {"moon"}


def test_own_insignia_on_moons_count():
    """Check adventure_8 6.4: cells and moon together, complete planets and full moons left out."""

    def prepare(sheet):
        occupy(sheet, p3="AA", p2="A", p0="AAA")
        sheet.moons[2] = [A]

    referee = turn_two("A", (6, "water"), prepare=prepare)
    assert targets(referee, "moon") == [2, 3]
    play(referee, ("moon", 2))
    assert referee.sheets[1].moons[2] == [A, B] and referee.sheets[1].moons[3] == [B]


@pytest.mark.parametrize("spots", [0, 1])
def test_effect_without_enough_spots(spots):
    """Check adventure_8 6.4: an insignia without a free spot is lost."""

    def prepare(sheet):
        sheet.moons = [[A, B] for _ in PLANETS]
        sheet.moons[3] = [B] if spots else [A, A]
        complete(sheet, 0)

    referee = turn_two("A", (6, "water"), prepare=prepare)
    assert kinds(referee) == {"combination"} and len(referee.sheets[1].moons[3]) == 2
    assert sum(moon.count(B) for moon in referee.sheets[1].moons) == 6 + 2 * spots
    assert referee.astra.discard[-1] == "A" and not referee.board.turned_over[0]  # the first pass


def test_second_pass():
    """Check astra 4: the same effect, and the mission of the letter is turned over, for all letters."""
    referee = solo_battle()
    referee.astra.pass_number = 2
    stack(referee, "C", (6, "water"))
    play_turn(referee)
    assert kinds(referee) == {"moon"} and not referee.board.turned_over[2]
    play(referee, ("moon", 0))
    assert referee.board.turned_over == [False, False, True]
    tracks = referee.sheets[0].halves[A]
    tracks.plants, tracks.waters = 6, 4
    play(referee, ("combination", 0), ("planet", targets_after_pick(referee, 0)))
    while "mission" not in kinds(referee):
        play(referee, min(referee.legal()))
    play(referee, ("mission", 2))
    assert referee.board.taken[0] == [None, None, 4]


def targets_after_pick(referee, pick):
    """Return the first planet that a pair can be drawn on."""
    sheet, half = referee.active(0)
    return sheet.reachable_planets(half, *referee.astra.pairs()[pick])[0]


def test_solo_bonuses():
    """Check adventure_8 6.5, 8.10 and ruling S4: every second flag of both sheets, whoever fills the last cell."""
    referee = solo_battle()
    circled = []
    for sheet, planet in ((0, 0), (0, 6), (1, 0), (1, 6)):
        occupy(referee.sheets[sheet], **{f"p{planet}": "AA"})
        referee._draw_insignia(referee.sheets[sheet], planet, B)
        circled.append(referee.astra.bonuses_circled)
    assert circled == [0, 1, 1, 2]
    occupy(referee.sheets[1], p1="BBBB")
    referee._draw_insignia(referee.sheets[1], 1, A)  # ASTRA's flag
    assert referee.astra.bonuses_circled == 2
    for sheet in referee.sheets:
        complete_with_bonuses(referee, sheet)
    assert sum(sheet.flag_count(A) for sheet in referee.sheets) == 13 and referee.astra.bonuses_circled == 6


def complete_with_bonuses(referee, sheet):
    """Fill a sheet with the player's insignia."""
    for planet in range(len(PLANETS)):
        while not sheet.complete(planet):
            referee._draw_insignia(sheet, planet, A)


def test_seventh_solo_bonus_is_lost():
    """Check adventure_8 6.5: six symbols for fourteen flags."""
    referee = solo_battle()
    for sheet in referee.sheets:
        sheet.cells = [None] * 33
        complete_with_bonuses(referee, sheet)
    assert sum(sheet.flag_count(A) for sheet in referee.sheets) == 14 and referee.astra.bonuses_circled == 6


def test_solo_bonus_in_the_same_turn():
    """Check adventure_8 6.5: the bonus of the second flag may remove the card of this turn."""
    referee = solo_battle()
    occupy(referee.sheets[1], p0="AAA")
    occupy(referee.sheets[0], p3="AAAAAA")
    play(referee, ("combination", 2), ("planet", 3), ("pass",))  # 8 with Water: cell 19, its robot declined
    assert referee.legal() == {("give", 2), ("remove", 2)} and referee.astra.bonuses_circled == 1
    play(referee, ("remove", 2))
    assert referee.astra.given == [] and [CARDS[card].action for card in referee.astra.removed] == ["plant"]


def test_last_cell_filled_by_astra():
    """Check adventure_8 6.5 and ruling S3: an error without being asked, missions, any card for ASTRA, the end."""
    referee = turn_two((8, "robot"), prepare=lambda sheet: fill_all_but(sheet, 3))
    sheet = referee.sheets[1]
    assert sheet.full() and sheet.flags[3] == {A} and astras_asteroids(sheet) == [12]
    assert sheet.halves[A].errors == 1 and sheet.halves[A].plants == 0 and referee.astra.hand_complete()
    assert referee.legal() == {("mission", 0), ("no_mission",)}  # all flags
    play(referee, ("mission", 0))
    assert referee.legal() == {("give", slot) for slot in range(3)}
    play(referee, ("give", 0))
    assert referee.actor is None and referee.turn == 2


def test_system_error_is_not_forced_by_stored_astronauts():
    """Check core 4.1 over the six pairs: with a stored symbol the player chooses."""

    def prepare(sheet):
        complete(sheet, 0, 1, 2, 3)
        sheet.halves[A].astronauts_stored = 1

    referee = turn_two((4, "plant"), (6, "water"), (8, "plant"), prepare=prepare)
    assert referee.legal() == {("combination", 4), ("combination", 5), ("system_error",)}  # 8 to planet 4
    play(referee, ("system_error",))
    assert referee.legal() == {("give", 0), ("give", 1), ("give", 2)} and referee.sheets[1].halves[A].errors == 1


@pytest.mark.parametrize(("level", "fixed"), [(1, 23), (5, 35), (8, 44)])
def test_score_of_astra(level, fixed):
    """Check adventure_8 6.5 and astra 9.2: cards and 20 + 3 per level, nothing from the sheets."""
    referee = solo_battle(level)
    complete(referee.sheets[0], *range(7))
    mine(referee.sheets[0], B, 5)
    referee.astra.given = [card for card, face in CARDS.items() if face.action == "robot"][:2]
    own, astra = referee.points()
    assert astra["astra_level"] == fixed and astra["astra_cards"] == 2 * {1: 2, 5: 4, 8: 5}[level]
    assert own["planets"] == 18  # the right sheet alone: ties go to the player


@pytest.mark.parametrize(("missions", "outcome"), [(12, [1.0]), (5, [1.0]), (0, [-1.0])])
def test_result(missions, outcome):
    """Check astra 6: the higher score wins."""
    referee = solo_battle()
    for sheet in referee.sheets:
        complete(sheet, *range(7))
    referee.sheets[0].halves[A].plants = 8
    referee.board.taken[0][0] = missions or None
    referee.sheets[0].halves[A].errors = 0 if missions else 1
    referee._decision = None
    own, astra = (sum(row.values()) for row in referee.points())
    assert (own, astra) == (25 + missions - (0 if missions else 5), 23) and referee.outcome() == outcome


def test_equal_scores_are_a_draw():
    """Check astra ruling 4."""
    referee = solo_battle()
    for sheet in referee.sheets:
        complete(sheet, *range(7))
    referee.sheets[0].halves[A].plants, referee.sheets[1].halves[A].plants = 7, 1
    referee._decision = None
    assert [sum(row.values()) for row in referee.points()] == [23, 23] and referee.outcome() == [0.0]
