"""Tests of the Launch referee by itself: the worked positions of the specification."""

import random
from collections import Counter

import pytest

from .astra import Astra
from .cards import ACTIONS, CARDS, EMPTY, X
from .dealer import Dealer
from .launch import LaunchReferee
from .launch_sheet import FLOOR_CELLS, QUARTERS, Sheet, astra_track_score, precrossed_boxes, track_score

MISSIONS = (64, 66, 68)


def pile_of(*combinations):
    """Return the first cards of three piles so that turn 1 offers these (number, action) combinations."""
    piles, used = [], set()
    for number, action in combinations:
        first = next(card for card, face in CARDS.items() if face.action == action and card not in used)
        used.add(first)
        second = next(card for card, face in CARDS.items() if face.number == number and card not in used)
        used.add(second)
        piles.append([first, second])
    return piles


def start(players, *combinations, missions=MISSIONS):
    """Start a game with several players whose first turn offers the given combinations."""
    referee = LaunchReferee(players, None, missions, Dealer(piles=pile_of(*combinations)))
    assert referee.snapshot()["combinations"] == list(combinations)
    return referee


def play(referee, *actions):
    """Apply actions one after the other."""
    for action in actions:
        referee.apply(action)


def fill(sheet, cells, value=X):
    """Fill cells by hand, without effects."""
    for cell in cells:
        sheet.cells[cell] = value


def kinds(referee):
    """Return the kinds of the legal actions."""
    return {action[0] for action in referee.legal()}


def solo(level=1, missions=MISSIONS, deck=None, seed=0):
    """Start a solo game and return it with its dealer."""
    dealer = Dealer(seed, deck=deck)
    return LaunchReferee(1, level, missions, dealer), dealer


def idle_until(referee, turn, rng, kind="combination"):
    """Play a solo game whose sheet and ASTRA track never fill until a decision of this kind in the given turn."""
    while referee.actor is not None and (referee.turn < turn or kind not in kinds(referee)):
        if kinds(referee) == {"combination"}:
            referee.sheets[0].__init__()
            referee.astra_boxes = 0
        referee.apply(rng.choice(sorted(referee.legal())))


def test_tables():
    """Check the totals of core 1.1 and adventure_1 1.1 to 1.3."""
    assert Counter(card.action for card in CARDS.values()) == dict(zip(ACTIONS, (14, 14, 14, 7, 7, 7), strict=True))
    assert Counter(CARDS.values()) == Counter((16 - number, action) for number, action in CARDS.values())
    assert [cell for quarter in QUARTERS for cell in quarter.cells] == list(range(53))
    assert all(set(quarter.cells) <= set(FLOOR_CELLS[quarter.floor]) for quarter in QUARTERS)
    totals = [sum(quarter[field] for quarter in QUARTERS) for field in (2, 4, 5)]
    assert totals == [41, 5, 10]
    assert [track_score(n) for n in (0, 4, 5, 8, 9, 17, 28, 30, 31)] == [0, 0, 15, 15, 30, 60, 120, 135, 150]


def test_bad_shuffles_are_refused():
    """Check that wrong orders raise an AssertionError and wrong calls a ValueError."""
    with pytest.raises(AssertionError):
        LaunchReferee(2, None, MISSIONS, lambda what, cards: cards[:21])
    with pytest.raises(AssertionError):
        LaunchReferee(1, 1, MISSIONS, lambda what, cards: cards[::-1])
    with pytest.raises(ValueError):
        LaunchReferee(2, None, (66, 64, 68), Dealer())
    with pytest.raises(ValueError):
        LaunchReferee(2, 3, MISSIONS, Dealer())
    referee = LaunchReferee(2, None, MISSIONS, Dealer())
    with pytest.raises(ValueError):
        referee.apply(("write", 0))
    with pytest.raises(ValueError):
        referee.outcome()


def test_floors():
    """Check adventure_1 8.1 and 8.2: where a combination may be written."""
    referee = start(2, (6, "astronaut"), (9, "water"), (10, "robot"))
    referee.apply(("combination", 0))
    assert referee.legal() == {("write", cell) for cell in [*range(6), *range(45, 53)]}
    sheet = Sheet()
    sheet.cells[46], sheet.cells[47], sheet.cells[49] = 4, X, 9
    assert sheet.legal_cells(6, "water") == [6, 7, 8, 9, 10, 48]
    assert sheet.legal_cells(9, "water") == [6, 7, 8, 9, 10]
    assert sheet.legal_cells(10, "water") == [6, 7, 8, 9, 10, 50, 51, 52]


@pytest.mark.parametrize("activated", [True, False])
def test_chain(activated):
    """Check adventure_1 8.3: a chain of X marks with an activation."""
    referee = start(2, (6, "water"), (5, "robot"), (7, "plant"))
    sheet = referee.sheets[0]
    sheet.cells[45], sheet.cells[47], sheet.cells[11] = 1, 9, 1
    play(referee, ("combination", 0), ("write", 46))
    assert sheet.rockets == 2 and kinds(referee) == {"x", "decline_x"} and len(referee.legal()) == 50
    play(referee, ("x", 48), ("x", 12))
    assert referee.legal() == {("activate", rocket) for rocket in range(7)}
    play(referee, ("activate", 3 if activated else 0), ("decline_x",))
    assert referee.actor == 1 and sheet.rockets == 4 and referee.points()[0]["track"] == 0
    for cell in range(21, 27):
        sheet.fill(cell, X)
    assert (sheet.rockets, sheet.score()) == ((12, 45) if activated else (8, 15))
    assert sheet.pending_x == 1 and sheet.sabotages[4] == "triggered" and sheet.triggered_now == [4]


@pytest.mark.parametrize(("arrows", "expected"), [(range(6), [True] * 7), (range(5), [True] * 5 + [False, True])])
def test_effects_without_choice(arrows, expected):
    """Check adventure_1 3.2 and core ruling 5: one target is taken, none is lost, no X without an empty cell."""
    referee = start(2, (6, "astronaut"), (5, "robot"), (7, "plant"))
    sheet = referee.sheets[0]
    fill(sheet, set(range(53)) - {2, 41})
    for arrow in arrows:
        sheet.arrows[arrow] = True
    play(referee, ("combination", 0), ("write", 2))
    assert sheet.arrows == expected and sheet.rockets == 3
    assert referee.legal() == {("x", 41), ("decline_x",)}
    referee.apply(("x", 41))
    assert referee.actor == 1 and sheet.rockets == 7
    sheet.cells[2], sheet.rockets = EMPTY, 0
    fill(referee.sheets[1], set(range(53)) - {2})
    play(referee, ("combination", 0), ("write", 2))
    assert referee.sheets[1].arrows == [False] * 7 and referee.sheets[1].pending_x == 0 and "mission" in kinds(referee)


def test_repair_and_launch():
    """Check adventure_1 8.4: rockets, errors, tie rockets; a launch decides over a better tie-break."""
    sheet = Sheet()
    sheet.rockets, sheet.circled = 29, 2
    sheet.cross_off_rockets(3)
    assert (sheet.rockets, sheet.repaired, sheet.launches(), sheet.score()) == (31, 1, False, 145)
    for rockets, circled, score in ((17, 3, 45), (28, 0, 120)):
        sheet = Sheet()
        sheet.rockets, sheet.circled = rockets, circled
        assert sheet.score() == score
    referee = start(2, (6, "energy"), (5, "robot"), (7, "plant"))
    sheet = referee.sheets[0]
    fill(sheet, range(27, 31))
    sheet.arrows[4], sheet.rockets, sheet.circled = True, 29, 2
    play(referee, ("combination", 0), ("write", 31), ("combination", 2), ("write", 37))
    assert (sheet.rockets, sheet.repaired, sheet.tie_rockets) == (31, 2, 4)
    assert referee.actor is None and referee.legal() == set() and referee.snapshot()["over"]
    assert referee.points() == [{"track": 150, "system_errors": 0}, {"track": 0, "system_errors": -10}]
    assert referee.outcome() == [1.0, -1.0]


def test_sabotage():
    """Check adventure_1 8.5: sabotages of one turn, shared and suffered."""
    referee = start(3, (6, "robot"), (5, "plant"), (7, "energy"))
    for seat in (0, 1):
        fill(referee.sheets[seat], range(16, 20))
    fill(referee.sheets[2], [43])
    play(referee, ("combination", 0), ("write", 20), ("combination", 0), ("write", 20))
    assert referee.snapshot()["players"][0]["sabotages"][2:4] == ["triggered"] * 2
    assert referee.snapshot()["players"][2]["sabotages"] == ["open"] * 8
    play(referee, ("combination", 1), ("write", 44), ("decline_x",))
    players = referee.snapshot()["players"]
    assert [player["circled"] for player in players] == [1, 1, 2]
    dead = [[player["sabotages"][symbol] for symbol in (2, 3, 7)] for player in players]
    assert dead == [["triggered"] * 2 + ["crossed_off"]] * 2 + [["crossed_off"] * 2 + ["triggered"]]
    assert referee.snapshot()["turn"] == 2


@pytest.mark.parametrize("first", [1, 2])
def test_order_of_missions(first):
    """Check adventure_1 8.6: card 69 is judged when it is taken."""
    referee = start(2, (6, "robot"), (5, "plant"), (7, "water"), missions=(64, 66, 69))
    sheet = referee.sheets[0]
    fill(sheet, FLOOR_CELLS[6])
    sheet.rockets, sheet.circled = 31, 5
    play(referee, ("combination", 0), ("write", 11), ("combination", 0), ("write", 11))
    assert referee.actor == 0 and referee.legal() == {("mission", 1), ("mission", 2), ("no_mission",)}
    referee.apply(("mission", first))
    if first == 1:
        assert sheet.open_errors() == 2 and referee.turn == 2 and referee.snapshot()["turned_over"][1]
    else:
        assert referee.legal() == {("mission", 1), ("no_mission",)} and not any(referee.board.turned_over)
        referee.apply(("mission", 1))
        assert (sheet.repaired, sheet.tie_rockets) == (5, 1)
        assert referee.outcome() == [1.0, -1.0] and referee.snapshot()["players"][0]["missions"] == [None, 3, 3]


def test_mission_values_in_a_game():
    """Check core 11.5 in a game: two players take the first value together, the third the later one."""
    referee = start(3, (6, "robot"), (5, "plant"), (7, "water"), missions=(64, 66, 69))
    for sheet in referee.sheets:
        fill(sheet, FLOOR_CELLS[6])
    for _ in range(3):
        play(referee, ("combination", 0), ("write", 16))
    play(referee, ("mission", 1), ("mission", 1), ("no_mission",))
    assert referee.turn == 2 and [sheet.rockets for sheet in referee.sheets] == [3, 3, 0]
    while "mission" not in kinds(referee):
        referee.apply(min(referee.legal()))
    assert referee.actor == 2
    referee.apply(("mission", 1))
    assert referee.board.taken == [[None, 3, None], [None, 3, None], [None, 2, None]]


@pytest.mark.parametrize(
    ("sheets", "outcome"),
    [
        # (rockets, circled, repaired, tie rockets) of each player
        ([(24, 2, 1, 0), (24, 1, 0, 0), (23, 0, 0, 0)], [-1.0, 1.0, -1.0]),  # 100, 100, 90
        ([(31, 8, 5, 0), (31, 4, 1, 0), (30, 0, 0, 0)], [-1.0, -1.0, 1.0]),  # three times 135
        ([(31, 4, 0, 0), (30, 0, 0, 0), (5, 8, 0, 0)], [-1.0, 1.0, -1.0]),  # 130, 135, -25
        ([(27, 4, 3, 0), (28, 4, 3, 0), (27, 5, 4, 0)], [0.0, 0.0, -1.0]),  # three times 115
        ([(31, 8, 8, 1), (31, 1, 1, 0), (31, 0, 0, 0)], [1.0, -1.0, -1.0]),
        ([(31, 8, 8, 1), (31, 7, 7, 1), (31, 7, 7, 1)], [-1.0, 0.0, 0.0]),
        ([(31, 8, 8, 0), (31, 8, 8, 0), (31, 8, 8, 0)], [2 / 3 - 1] * 3),
    ],
)
def test_ranking(sheets, outcome):
    """Check core 11.7 with scores of this adventure, and the ranking of launches (adventure_1 4)."""
    referee = start(3, (6, "robot"), (5, "plant"), (7, "water"))
    for sheet, values in zip(referee.sheets, sheets, strict=True):
        sheet.rockets, sheet.circled, sheet.repaired, sheet.tie_rockets = values
    referee.board.taken[0] = [1, 1, 1]  # ends the game
    for _ in range(3):
        play(referee, ("combination", 0), ("write", 13))
    assert referee.actor is None and referee.outcome() == pytest.approx(outcome)


def test_astra_track():
    """Check astra 9.4 and adventure_1 8.7: boxes crossed off before the game, score."""
    assert [precrossed_boxes(level) for level in range(1, 9)] == [15, 12, 10, 8, 6, 4, 2, 0]
    boxes = (0, 15, 16, 17, 20, 21, 75, 76, 80, 81)
    assert [astra_track_score(n) for n in boxes] == [10, 10, 20, 20, 20, 30, 130, 140, 140, 150]


def test_bonus_of_the_same_turn():
    """Check astra 9.6 and the solo bonus of adventure_1 6: a sabotage pays at once."""
    katherine = Astra(3, 1, Dealer())
    katherine.trigger_bonus()
    assert katherine.bonuses_circled == 2
    referee, _ = solo()
    fill(referee.sheets[0], range(45, 53))
    fill(referee.sheets[0], set(range(45)) - {20, 7, 44, 22, 36, 2})
    referee.apply(min(referee.legal()))
    pick = referee._unused_slot
    referee.apply(min(referee.legal()))
    while kinds(referee) <= {"x", "decline_x", "activate"}:
        referee.apply(min(referee.legal()))
    while kinds(referee) == {"mission", "no_mission"}:
        referee.apply(("no_mission",))
    assert referee.astra.bonuses_circled == referee.sheets[0].sabotages.count("triggered") > 0
    assert referee.legal() == {("give", pick), ("remove", pick)}
    card = referee.astra.drawn[pick]
    referee.apply(("remove", pick))
    astra = referee.snapshot()["astra"]
    assert astra["removed"] == [card] and astra["boxes"] == 15 and astra["bonuses_spent"] == 1


def test_effect_card_without_choice():
    """Check adventure_1 8.8: the last sabotage, then only an error; the 8th ends the game at the end of the turn."""
    ships = list(CARDS)
    random.Random(5).shuffle(ships)
    deck = ships[:42] + ["B"] + ships[42:45] + ["A"] + ships[45:] + ["C"]
    referee, _ = solo(deck=deck)
    idle_until(referee, 14, random.Random(1))
    sheet = referee.sheets[0]
    sheet.__init__()
    sheet.sabotages = ["triggered", "crossed_off", "crossed_off", "crossed_off", "open"] + ["crossed_off"] * 3
    sheet.circled, referee.astra_boxes = 6, 0
    play(referee, min(referee.legal()))
    assert referee.snapshot()["top"] == "B"
    play(referee, ("write", 45))
    assert referee.turn == 15 and sheet.sabotages[4] == "crossed_off" and sheet.circled == 7
    assert not any(referee.board.turned_over) and len(referee.snapshot()["combinations"]) == 3
    while referee.turn == 15:
        referee.apply(min(referee.legal()))
    assert referee.turn == 16 and sheet.circled == 8 and kinds(referee) == {"combination"}
    while referee.actor is not None:
        referee.apply(min(referee.legal()))
    assert referee.turn == 16 and sheet.circled == 8 and sheet.cells.count(EMPTY) == 50


def test_system_error_gives_any_card():
    """Check astra 3.4 and adventure_1 ruling 6: choice of the card, no free box, bonus in an error turn."""
    referee, _ = solo()
    for bonuses, wanted in ((0, {"give"}), (1, {"give", "remove"})):
        sheet = referee.sheets[0] = Sheet()
        sheet.circled = 7
        referee.astra.bonuses_circled = bonuses
        course = referee._write(0)
        fill(sheet, range(53))
        assert next(course, None) is None and sheet.circled == 8
        assert next(referee._write(0), None) is None and sheet.circled == 8
        assert referee._give_actions() == {(kind, slot) for kind in wanted for slot in range(3)}


def test_deck_and_second_pass():
    """Check astra 9.5, 9.7 and rulings 1 to 3: effect cards at the bottom, reshuffle, missions, end in turn 36."""
    referee, dealer = solo(deck=Dealer(8).first_deck(last="ABC"))
    rng = random.Random(2)
    idle_until(referee, 15, rng, kind="cross_off_sabotage")
    assert referee.turn == 22 and len(dealer.asked) == 1
    for left in (2, 1, 0):
        snapshot = referee.snapshot()
        assert kinds(referee) == {"cross_off_sabotage"} and snapshot["combinations"] == []
        assert snapshot["astra"]["deck"] == left and snapshot["astra"]["pass"] == 1
        referee.sheets[0].sabotages = ["open"] * 8
        referee.apply(("cross_off_sabotage", 3))
    cards = dealer.asked[1][1]
    assert len(cards) == 45 and set("ABC") <= set(cards) and referee.turn == 22
    assert referee.snapshot()["astra"]["pass"] == 2 and not any(referee.board.turned_over)
    referee.board.taken[0][2] = 2
    idle_until(referee, 99, rng)
    assert referee.turn == 36 and all(referee.board.turned_over) and referee.board.taken[0][2] == 2
    assert len(referee.astra.given + referee.astra.removed) == 35 and len(dealer.asked) == 2


def test_solo_results():
    """Check the table of adventure_1 6."""
    rows = ((31, 0, 80, 1.0), (30, 0, 81, -1.0), (31, 0, 81, 0.0), (31, 1, 81, 1.0), (5, 0, 18, -1.0), (9, 0, 25, 0.0))
    for rockets, ties, boxes, result in rows:
        referee, _ = solo()
        sheet = referee.sheets[0]
        play(referee, min(referee.legal()))
        sheet.rockets, sheet.tie_rockets, referee.astra_boxes = rockets, ties, boxes
        referee._decision = None
        assert referee.outcome() == [result]
