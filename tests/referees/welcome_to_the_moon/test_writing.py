"""Tests of what the referees of Adventures 2 to 4 share: obligation, modifiers, Planning, errors, ranking."""

import random

import pytest

from .cards import ACTIONS, EMPTY, X
from .colony import ColonyReferee
from .dealer import Dealer
from .journey import JourneyReferee
from .mine import MineReferee
from .positions import decline_until, fill, fill_all_but, kinds, play, put_on_top, solo, start, targets
from .writing import rank_points, solo_rank_points

MISSIONS = {JourneyReferee: (70, 72, 74), ColonyReferee: (76, 78, 80), MineReferee: (82, 84, 86)}
REFEREES = tuple(MISSIONS)


@pytest.mark.parametrize("kind", REFEREES)
def test_wrong_calls(kind):
    """Check that wrong orders raise an AssertionError and wrong calls a ValueError."""
    missions = MISSIONS[kind]
    with pytest.raises(AssertionError):
        kind(2, None, missions, lambda what, cards: cards[:21])
    with pytest.raises(AssertionError):
        kind(1, 1, missions, lambda what, cards: cards[::-1])
    for players, opponent, cards in (
        (2, 3, missions),
        (1, None, missions),
        (7, None, missions),
        (2, None, (64, 66, 68)),
    ):
        with pytest.raises(ValueError):
            kind(players, opponent, cards, Dealer())
    referee = kind(2, None, missions, Dealer())
    assert referee.actor == 0 and kinds(referee) == {"combination"}
    with pytest.raises(ValueError):
        referee.apply(("write", 0))
    with pytest.raises(ValueError):
        referee.outcome()


@pytest.mark.parametrize("kind", REFEREES)
@pytest.mark.parametrize(("number", "values"), [(3, range(1, 6)), (8, range(6, 11)), (13, range(11, 16))])
def test_modifier(kind, number, values):
    """Check core 11.2 in a game: all five values, each used as an Astronaut."""
    for shift, value in zip(range(-2, 3), values, strict=True):
        referee = start(kind, 2, MISSIONS[kind], (number, "astronaut"), (5, "energy"), (7, "plant"))
        play(referee, ("combination", 0))
        assert targets(referee, "shift") == [-2, -1, 0, 1, 2]
        play(referee, ("shift", shift), ("write", 10))
        assert referee.sheets[0].cells[10] == value and referee.sheets[0].astronauts == 1 and referee.actor == 1


def test_limits_of_the_modifier():
    """Check core 11.2: values from 0 to 17."""
    for number, shifts in ((1, [-1, 0, 1, 2]), (2, [-2, -1, 0, 1, 2]), (15, [-2, -1, 0, 1, 2])):
        sheet = MineReferee(2, None, (82, 84, 86), Dealer()).sheets[0]
        assert sheet.shifts(number) == shifts
        fill(sheet, range(1, 36))
        assert sheet.shifts(number) == shifts
        fill_all_but(sheet, 1)
        sheet.cells[0], sheet.cells[2] = number, number + 2
        assert (
            sheet.shifts(number) == [1] and sheet.writable(number, "astronaut") and not sheet.writable(number, "water")
        )


@pytest.mark.parametrize("kind", REFEREES)
def test_obligation(kind):
    """Check core 11.3: one cell is left between 7 and 9."""
    referee = start(kind, 3, MISSIONS[kind], (5, "robot"), (10, "astronaut"), (12, "plant"))
    for sheet in referee.sheets:
        fill_all_but(sheet, 1)
        sheet.cells[0], sheet.cells[2] = 7, 9
    assert referee.legal() == {("combination", 1), ("system_error",)}
    play(referee, ("combination", 1))
    assert referee.legal() == {("shift", -2)}
    play(referee, ("shift", -2))
    assert referee.legal() == {("write", 1)}
    play(referee, ("write", 1))
    assert referee.sheets[0].cells[1] == 8 and referee.sheets[0].astronauts == 1
    play(referee, ("system_error",))
    assert referee.sheets[1].errors == 1 and referee.sheets[1].cells[1] == EMPTY
    referee = start(kind, 2, MISSIONS[kind], (8, "robot"), (10, "astronaut"), (12, "plant"))
    fill_all_but(referee.sheets[0], 1)
    referee.sheets[0].cells[0], referee.sheets[0].cells[2] = 7, 9
    assert referee.legal() == {("combination", 0), ("combination", 1)}


@pytest.mark.parametrize("kind", [ColonyReferee, MineReferee])
def test_error_without_choice(kind):
    """Check core 4.1: nothing fits, the System Error is not asked for; the third ends the game with the turn."""
    referee = start(kind, 2, MISSIONS[kind], (5, "robot"), (6, "energy"), (12, "plant"))
    fill_all_but(referee.sheets[1], 1)
    referee.sheets[1].cells[0], referee.sheets[1].cells[2] = 9, 9
    play(referee, ("combination", 2), ("write", 20))
    decline_until(referee, "mission")
    assert referee.sheets[1].errors == 1 and referee.actor == 1 and referee.turn == 1
    referee.sheets[1].errors = 3
    decline_until(referee, "combination")
    assert referee.actor is None and referee.turn == 1
    assert [row["system_errors"] for row in referee.points()] == [0, -15]


@pytest.mark.parametrize("kind", REFEREES)
def test_planning(kind):
    """Check core 4.3 and ruling 5: an X anywhere or a pass; nothing is asked without an empty cell."""
    referee = start(kind, 3, MISSIONS[kind], (5, "planning"), (6, "energy"), (12, "plant"))
    fill_all_but(referee.sheets[2], 3)
    play(referee, ("combination", 0), ("write", 4))
    cells = set(range(referee.sheets[0].CELLS)) - {4}
    assert referee.legal() == {("x", cell) for cell in cells} | {("pass",)}
    play(referee, ("x", 2), ("combination", 0), ("write", 4), ("pass",), ("combination", 0), ("write", 3))
    assert referee.actor != 2 or kinds(referee) == {"mission", "no_mission"}
    assert [sheet.plannings for sheet in referee.sheets] == [1, 0, 0] and referee.sheets[0].cells[2] == X
    decline_until(referee, "combination")
    assert referee.actor is None and referee.turn == 1  # the third sheet is full


@pytest.mark.parametrize("kind", REFEREES)
def test_full_rows(kind):
    """Check core ruling 7: the actions keep their main effect when all symbols are crossed off."""
    sheet = kind.SHEET()
    for _ in range(12):
        sheet.cross_off_astronaut()
        sheet.cross_off_planning()
    expected = {JourneyReferee: (6, 6), ColonyReferee: (9, 9), MineReferee: (8, 6)}
    assert (sheet.astronauts, sheet.plannings) == expected[kind]


def test_majorities():
    """Check core 11.6, adventure_3 8.7 and 8.8 and astra 9.8: dense ranking, comparison with ASTRA's cards."""
    assert rank_points([4, 4, 3, 1, 0]) == [20, 20, 10, 5, 0]
    assert rank_points([5, 5, 2, 0]) == [20, 20, 10, 0] and rank_points([1, 2, 3, 4, 0]) == [0, 5, 10, 20, 0]
    assert rank_points([0, 0]) == [0, 0] and rank_points([0, 1]) == [0, 20]
    assert [solo_rank_points(*amounts) for amounts in ((3, 3), (3, 4), (2, 3), (0, 0), (1, 0))] == [20, 10, 10, 0, 20]


@pytest.mark.parametrize("kind", REFEREES)
def test_missions(kind):
    """Check core 11.5: shared first value, later value, third mission ends the game; values as points."""
    first, later = {JourneyReferee: (9, 5), ColonyReferee: (12, 6), MineReferee: (8, 4)}[kind]
    referee = start(kind, 3, MISSIONS[kind], (5, "robot"), (6, "energy"), (12, "plant"))
    for sheet in referee.sheets:
        sheet.meets = lambda card: card in (70, 76, 82)
    for seat in range(3):
        decline_until(referee, "combination")
        assert referee.actor == seat
        play(referee, ("combination", 2), ("write", 20))
    decline_until(referee, "mission")
    assert [referee.actor, referee.legal()] == [0, {("mission", 0), ("no_mission",)}]
    play(referee, ("mission", 0), ("mission", 0), ("no_mission",))
    assert referee.turn == 2 and [row["missions"] for row in referee.points()] == [first, first, 0]
    decline_until(referee, "mission")
    assert referee.actor == 2 and referee.board.turned_over == [True, False, False]
    referee.board.taken[2][1:] = [1, 1]
    play(referee, ("mission", 0))
    assert referee.points()[2]["missions"] == later + 2
    assert referee.actor is None and referee.turn == 2 and referee.snapshot()["over"]


@pytest.mark.parametrize("kind", REFEREES)
def test_tie_break(kind):
    """Check core 11.7: equal scores, fewest System Errors; shared victory."""
    for errors, taken, outcome in (
        ((2, 1, 0), (91, 86, 80), [-1.0, 1.0, -1.0]),  # 81, 81, 80
        ((1, 1, 0), (86, 86, 80), [0.0, 0.0, -1.0]),
        ((0, 0, 0), (80, 80, 80), [2 / 3 - 1] * 3),
        ((0, 3, 0), (80, 96, 80), [-1.0, 1.0, -1.0]),
    ):
        referee = start(kind, 3, MISSIONS[kind], (5, "robot"), (6, "energy"), (12, "plant"))
        for seat in range(3):
            referee.sheets[seat].errors = errors[seat]
            referee.board.taken[seat] = [taken[seat], None, None]
        referee._decision = None
        assert referee.outcome() == pytest.approx(outcome)
        assert [row["system_errors"] for row in referee.points()] == [-5 * count for count in errors]


@pytest.mark.parametrize("kind", REFEREES)
def test_solo_turn(kind):
    """Check astra 3: six pairs, the unused card, any card after an error, bonuses of the same turn, the result."""
    hand = ((3, "water"), (9, "energy"), (12, "plant"))
    pairs = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))
    for pick, (number, action) in enumerate(pairs):
        referee = solo(kind, 3, MISSIONS[kind], *hand)
        assert targets(referee, "combination") == list(range(6))
        play(referee, ("combination", pick), ("write", 20))
        assert referee.sheets[0].cells[20] == hand[number][0]
        decline_until(referee, "combination")
        (left,) = {0, 1, 2} - {number, action}
        given = referee.snapshot()["astra"]["given"]
        assert given == {name: int(name == hand[left][1]) for name in ACTIONS} and referee.turn == 2
    referee = solo(kind, 3, MISSIONS[kind], *hand)
    referee.astra.bonuses_circled = 2
    play(referee, ("combination", 2), ("write", 20))
    assert referee.legal() == {("give", 2), ("remove", 2)}
    play(referee, ("remove", 2))
    astra = referee.snapshot()["astra"]
    assert len(astra["removed"]) == 1 and sum(astra["given"].values()) == 0 and astra["bonuses_spent"] == 1
    fixed = {JourneyReferee: 5 + 3, ColonyReferee: 10 + 9, MineReferee: 5 + 6}[kind]
    assert referee.points()[1] == {"astra_cards": 0, "astra_level": fixed}
    for missions, result in ((fixed + 1, 1.0), (fixed, 0.0), (fixed - 1, -1.0)):
        referee.board.taken[0] = [missions, None, None]
        referee._decision = None
        assert referee.outcome() == [result] and referee.points()[0]["missions"] == missions


@pytest.mark.parametrize("kind", REFEREES)
def test_solo_error(kind):
    """Check astra 3.4 and ruling 5: after a System Error any card may be given or removed."""
    referee = solo(kind, 3, MISSIONS[kind], (3, "water"), (9, "energy"), (12, "plant"))
    play(referee, ("combination", 2), ("write", 20))
    decline_until(referee, "combination")
    sheet = referee.sheets[0]
    for bonuses, wanted in ((0, {"give"}), (1, {"give", "remove"})):
        fill(sheet, range(sheet.CELLS))
        referee.astra.bonuses_circled = bonuses
        course = referee._write(0)
        next(course, None)  # Journey asks for the line of its compensation
        assert sheet.errors == bonuses + 1
        assert referee._give_actions() == {(name, slot) for name in wanted for slot in range(3)}


@pytest.mark.parametrize("kind", REFEREES)
def test_effect_cards(kind):
    """Check astra 4 and 9.7: choice of the target, one target, none; card C; missions on the second pass."""
    referee = solo(kind, 3, MISSIONS[kind], (3, "water"), (9, "energy"), (12, "plant"))
    sheet = referee.sheets[0]
    put_on_top(referee, "C", "A", "B")
    play(referee, ("combination", 2), ("write", 20))
    assert targets(referee, kind.EFFECT_TARGET) == [0, 1, 2, 3] and referee.turn == 2
    assert referee.snapshot()["combinations"] == [] and referee.snapshot()["top"] == "B"
    sheet.races = [sheet.WON, "open", "lost", "open"]
    assert targets(referee, kind.EFFECT_TARGET) == [1, 3]
    play(referee, (kind.EFFECT_TARGET, 3))  # the second card has one target left
    assert sheet.races == [sheet.WON, "lost", "lost", "lost"] and "combination" in kinds(referee)
    assert referee.board.turned_over == [False] * 3 and referee.astra.discard[-3:] == ["C", "A", "B"]
    referee.astra.pass_number = 2
    referee.astra.deck[:0] = ["B", "C"]
    referee.astra.discard = referee.astra.discard[:-2]
    referee.board.taken[0][2] = 9
    play(referee, min(referee.legal()))
    decline_until(referee, "combination")
    assert sheet.races == [sheet.WON, "lost", "lost", "lost"] and referee.turn == 3
    assert referee.board.turned_over == [False, True, True] and referee.board.taken[0][2] == 9
    assert kinds(referee) == {"combination"}


@pytest.mark.parametrize("kind", REFEREES)
def test_deck(kind):
    """Check astra 9.5 and rulings 1 to 3: one reshuffle at turn 22, effect cards at the bottom, end in turn 36."""
    dealer = Dealer(8, deck=Dealer(8).first_deck(last="ABC"))
    referee = kind(1, 5, MISSIONS[kind], dealer)
    rng = random.Random(4)
    while referee.actor is not None:
        if "combination" in kinds(referee):
            assert len(dealer.asked) == 1 + (referee.turn >= 22)
            if referee.turn == 22:
                assert referee.astra.pass_number == 2 and not any(referee.board.turned_over)
            referee.sheets[0].__init__()
            if referee.turn < 22:
                referee.sheets[0].races = ["lost"] * 4
        answers = sorted(referee.legal())
        referee.apply(("no_mission",) if ("no_mission",) in answers else rng.choice(answers))
    assert referee.turn == 36 and all(referee.board.turned_over)
    assert len(referee.astra.given + referee.astra.removed) == 35
    assert len(dealer.asked[1][1]) == 45
