"""Tests of the Virus referee by itself: viruses, propagations, the repetition of phases 5 and 6, solo mode."""

import pytest

from .cards import CARDS, EMPTY, INFECTED, X
from .dealer import Dealer
from .positions import fill, fill_all_but, kinds, play, put_on_top, targets
from .virus import VirusReferee
from .virus_positions import FIRST_SPACE, HAND, block, infect_asked, infected_quarters, solo_virus, virus
from .virus_sheet import BLUE, GREEN, QUARTER_CELLS, RED, VIRUS_QUARTERS, WALKWAYS, Sheet

OFFERS = ((5, "plant"), (6, "water"), (7, "robot"))
CLAIM_A, CLAIM_B, CLAIM_C, NO_MISSION = ("mission", 0), ("mission", 1), ("mission", 2), ("no_mission",)


def complete(sheet, *quarters, but=0):
    """Fill quarters by hand, all but some cells, and evacuate them."""
    for quarter in quarters:
        fill(sheet, list(QUARTER_CELLS[quarter])[but:])
    sheet.evacuate_complete_quarters()


def ready(sheet, plants=0, tanks=0):
    """Circle plants in quarters 0, 1, 3, 7, 9, 10, 4, 5, 6 and tanks 3, 4, ... by hand."""
    for quarter in (0, 1, 3, 7, 9, 10, 4, 4, 5, 5, 6, 6)[:plants]:
        sheet.plants[quarter] += 1
    sheet.tanks = {3, 4, 5, 6, 8, 9}.intersection((3, 4, 5, 6, 8, 9)[:tanks])


def write_plant(*more):
    """Return answers: the 5/plant of the offers in quarter 2, the action used."""
    return ("combination", 0), ("write", 10), ("use",), *more


def write_water():
    """Return answers: the 6/water of the offers in the tank of quarter 8, the action used."""
    return ("combination", 1), ("write", 42), ("use",)


def write_robot():
    """Return answers: the 7/robot of the offers in quarter 10, the action declined."""
    return ("combination", 2), ("write", 54), ("pass",)


# One propagation


def test_spreading():
    """Check adventure_6 9.3: closed walkways and complete neighbours; nothing when all are closed."""
    sheet = Sheet()
    complete(sheet, 0, 7)
    sheet.walkways = {1}
    assert infected_quarters(sheet, [0]) == [1]
    sheet.walkways = {0, 1, 2}
    assert infected_quarters(sheet, [0], 3) == [] and sheet.infected() == 1


def test_chain():
    """Check adventure_6 9.4: a quarter completed by an earlier virus passes its own virus on; evacuated at once."""
    sheet = Sheet()
    complete(sheet, 0)
    complete(sheet, 1, but=1)
    sheet.energies[1] = 2
    assert infected_quarters(sheet, [1, 0]) == [1, 4, 7, 2, 4, 5] and sheet.evacuated[1] == 8
    sheet = Sheet()
    complete(sheet, 1, but=1)
    assert infected_quarters(sheet, [0, 1]) == [0, 1] and sheet.evacuated[1] == 4
    assert infected_quarters(sheet, [0, 1]) == [0, 0, 2, 4, 5]  # in the next one red spreads, also to quarter 0


def test_order_of_viruses():
    """Check adventure_6 4 and ruling 11: ascending quarters, neighbours too; no virus passes through a complete one."""
    for grey in (0, 3, 7, 10):
        assert infected_quarters(Sheet(), [*VIRUS_QUARTERS, grey], 2) == 2 * sorted([*VIRUS_QUARTERS, grey])
    sheet = Sheet()
    complete(sheet, 5)
    assert infected_quarters(sheet, [5]) == [1, 2, 4, 6, 8, 9]
    complete(sheet, 1, 2, 4, 6, 8, 9)
    assert infected_quarters(sheet, [5]) == []


def test_quarantined_virus():
    """Check adventure_6, ruling 3: a virus in a quarantined quarter infects there, but does not leave."""
    referee = virus(2, *OFFERS)
    for sheet in referee.sheets:
        sheet.walkways = {3, 6, 7, 8}
    ready(referee.sheets[0], plants=4)
    complete(referee.sheets[1], 2, but=1)
    play(referee, *write_plant(), *write_robot())
    assert referee.active[GREEN] and infect_asked(referee) == {0: [0, 2], 1: [0]}
    assert referee.sheets[1].complete(2) and infected_quarters(referee.sheets[1], [2]) == []


@pytest.mark.parametrize("grey", [0, 3, 7, 10])
def test_most_infections(grey):
    """Check adventure_6 8: 18 infections in one propagation, one over each walkway of a virus quarter."""
    viruses = sorted([*VIRUS_QUARTERS, grey])
    sheet = Sheet()
    for quarter in viruses:
        earlier = [ends for ends in WALKWAYS if ends[1] == quarter and ends[0] in viruses]
        complete(sheet, quarter, but=len(earlier))
    assert len(infected_quarters(sheet, viruses)) == 18


# How many propagations


def test_number_of_propagations():
    """Check adventure_6 9.5: 2, 1 and 3 propagations."""
    referee = virus(3, *OFFERS)
    first, second, third = referee.sheets
    ready(first, plants=4)
    ready(second, tanks=4)
    block(third)
    third.errors = 1
    play(referee, *write_plant(), *write_water())
    assert third.errors == 2 and referee._due == [2, 1, 3] and referee.symbols == [False, False, True, False]
    assert referee.active == [True, False, False, False, False] and referee.snapshot()["program"] == (2, 0, None)
    assert infect_asked(referee) == {0: [0, 2] * 2, 1: [0, 2], 2: [0, 2] * 2 + [2]}  # the last of quarter 0 unasked
    assert [sheet.infected() for sheet in referee.sheets] == [5, 3, 7] and referee.turn == 2


def test_two_viruses():
    """Check adventure_6 9.9: two propagations with all three viruses for everybody."""
    referee = virus(3, *OFFERS)
    ready(referee.sheets[0], plants=4)
    ready(referee.sheets[1], tanks=2)
    play(referee, *write_plant(), *write_water())
    assert not any(referee.active)  # not before all have finished phase 4
    play(referee, *write_robot())
    assert infect_asked(referee) == {seat: [0, 2, 8] * 2 for seat in range(3)} and referee.turn == 2


@pytest.mark.parametrize(("plants", "due"), [(4, [1, 1, 1]), (7, [0, 0, 1]), (10, [0, 0, 1])])
def test_same_symbol_by_two(plants, due):
    """Check adventure_6 4: a symbol triggered by several counts once, and not for them; a virus once for all."""
    referee = virus(3, *OFFERS)
    ready(referee.sheets[0], plants=plants)
    ready(referee.sheets[1], plants=plants)
    play(referee, *write_plant(), *write_plant(), *write_robot())
    assert referee._due == due and referee.active[GREEN] == (plants == 4)
    assert referee.symbols == [plants == 7, plants == 10, False, False]


def test_symbols_are_gone():
    """Check adventure_6 4: a symbol crossed off by anyone in an earlier turn starts nothing."""
    referee = virus(2, *OFFERS)
    referee.active[GREEN], referee.symbols[2] = True, True
    ready(referee.sheets[0], plants=4)
    ready(referee.sheets[1], tanks=4)
    play(referee, *write_plant(), *write_water())
    assert referee.turn == 2 and [sheet.infected() for sheet in referee.sheets] == [1, 1]


@pytest.mark.parametrize("errors", [1, 2, 3])
def test_system_errors(errors):
    """Check adventure_6 1.4 and ruling 16: boxes 2 and 3 give one propagation on one's own sheet, before the end."""
    referee = virus(2, *OFFERS)
    block(referee.sheets[1])
    referee.sheets[1].errors = errors - 1
    play(referee, *write_robot())
    assert infect_asked(referee) == {0: [], 1: [0] if errors > 1 else []}
    assert [sheet.infected() for sheet in referee.sheets] == [1, 1 + (errors > 1)]
    assert (referee.actor is None) == (errors == 3)


def test_most_propagations_of_a_turn():
    """Check adventure_6, ruling 12 and 8: three in the first phase 5, three more by missions."""
    referee = virus(3, *OFFERS)
    ready(referee.sheets[0], plants=7)
    ready(referee.sheets[1], tanks=6)
    block(referee.sheets[2])
    referee.sheets[2].errors = 2
    referee.active[GREEN] = referee.active[BLUE] = True
    for sheet in referee.sheets:
        sheet.meets = lambda card, met=sheet is referee.sheets[0]: met
    play(referee, *write_plant(), *write_water())
    assert referee._due == [1, 1, 3]
    infect_asked(referee)
    for claim in (CLAIM_B, CLAIM_A, CLAIM_C):
        play(referee, claim, *([NO_MISSION] if claim != CLAIM_C else []))
        assert referee._due == [1, 1, 1]
        infect_asked(referee)
    assert referee.actor is None and referee.turn == 1 and all(referee.active)


# Missions and the repetition of phases 5 and 6


def two_missions():
    """Reach phase 6 of the position of adventure_6 9.10."""
    referee = virus(2, (5, "energy"), (6, "water"), (7, "robot"))
    complete(referee.sheets[0], 3, 4)
    referee.sheets[0].walkways = {0, 1, 2, 6, 9, 10, 12, 19}
    play(referee, *[("combination", 0), ("write", 50)] * 2)
    assert referee.actor == 0 and referee.legal() == {CLAIM_A, CLAIM_B, NO_MISSION}
    return referee


def test_two_missions():
    """Check adventure_6 9.10: two viruses at once, two propagations for everybody."""
    referee = two_missions()
    play(referee, CLAIM_A)
    assert not any(referee.active) and referee.legal() == {CLAIM_B, NO_MISSION}
    play(referee, CLAIM_B)
    assert infect_asked(referee) == {0: [0, 1, 5] * 2, 1: [0, 1, 5] * 2}
    assert referee.turn == 2 and referee.board.taken == [[8, 11, None], [None] * 3]
    assert [sheet.infected() for sheet in referee.sheets] == [7, 7]


def test_one_mission_after_the_other():
    """Check adventure_6 9.10: the second one in the repeated phase 6, still for its first value."""
    referee = two_missions()
    play(referee, CLAIM_A, NO_MISSION)
    assert infect_asked(referee) == {0: [0, 1], 1: [0, 1]} and referee.legal() == {CLAIM_B, NO_MISSION}
    play(referee, CLAIM_B)
    assert infect_asked(referee) == {0: [0, 1, 5], 1: [0, 1, 5]} and referee.turn == 2
    assert referee.board.taken[0] == [8, 11, None] and referee.board.turned_over == [True, True, False]


def test_mission_fulfilled_by_infections():
    """Check adventure_6, ruling 4: phase 6 again after the infections; the first value within the turn, no virus."""
    referee = two_missions()
    complete(referee.sheets[1], 7)
    complete(referee.sheets[1], 1, but=1)
    play(referee, CLAIM_A, NO_MISSION)  # the other player has evacuated one quarter only
    assert infect_asked(referee) == {0: [0, 1], 1: [0]} and referee.sheets[1].evacuated[1] == 4
    assert referee.actor == 0
    play(referee, NO_MISSION)
    assert referee.actor == 1 and referee.legal() == {CLAIM_A, NO_MISSION}
    play(referee, CLAIM_A)
    assert referee.turn == 2 and [taken[0] for taken in referee.board.taken] == [8, 8]
    assert referee.sheets[0].infected() == 3


def test_later_mission():
    """Check adventure_6 4 and ruling 14: a mission may be held back; afterwards its later value, and no virus."""
    referee = two_missions()
    play(referee, NO_MISSION)
    assert referee.turn == 2 and not any(referee.active)
    referee.board.turned_over[0] = referee.active[RED] = True
    for _ in range(2):
        write_anything(referee)
    play(referee, CLAIM_A, NO_MISSION)
    assert referee.board.taken[0] == [3, None, None] and referee.turn == 3
    assert [sheet.infected() for sheet in referee.sheets] == [1, 1]


def write_anything(referee):
    """Write the first combination, unmodified, in the last possible cell and decline its action."""
    play(referee, min(action for action in referee.legal() if action[0] == "combination"))
    if "shift" in kinds(referee):
        play(referee, ("shift", 0))
    play(referee, ("write", max(targets(referee, "write"))))
    if ("pass",) in referee.legal():
        play(referee, ("pass",))


# Solo mode


def finish_turn(referee):
    """Write the 3 with Energy in quarter 3 and decline missions; without a solo bonus the card is given unasked."""
    play(referee, ("combination", 0), ("write", 15))
    while referee.turn == 1 and NO_MISSION in referee.legal():
        play(referee, NO_MISSION)


def test_first_pass():
    """Check adventure_6 6 and 9.8, ruling 8: green or blue, the other one, a symbol; at once, without a bonus."""
    referee = solo_virus()
    put_on_top(referee, "A", "B", "C")
    finish_turn(referee)
    assert referee.legal() == {("virus", GREEN), ("virus", BLUE)} and referee.snapshot()["combinations"] == []
    play(referee, ("virus", GREEN))
    assert targets(referee, "infect") == [1, 2, 3, 4] and referee.astra.effect == "A"
    play(referee, ("infect", 1), ("infect", 10))
    assert referee.active == [True, True, False, False, False] and referee.astra.effect == "B"  # blue without asking
    play(referee, ("infect", 2), ("infect", 11), ("infect", 40))
    assert referee.legal() == {("propagation_symbol", symbol) for symbol in range(4)}
    play(referee, ("propagation_symbol", 3))
    assert infect_asked(referee) == {0: [0, 2, 8]} and referee.symbols == [False, False, False, True]
    assert "combination" in kinds(referee) and referee.astra.bonuses_circled == 0 and not any(referee.board.turned_over)
    referee.symbols = [True, True, False, True]
    assert referee._effect_targets("B") == {("propagation_symbol", 2)}
    referee.symbols[2] = True
    assert referee._effect_targets("B") == set() and list(referee._carry_out_effect("B")) == []


def test_second_pass():
    """Check adventure_6 6 and 9.8, ruling 7: red, purple or yellow; nothing but the card if it is active already."""
    referee = solo_virus()
    put_on_top(referee, "A", "B")
    referee.astra.pass_number, referee.active[RED], referee.board.taken[0][0] = 2, True, 8
    finish_turn(referee)
    assert referee.astra.effect == "B" and referee.board.turned_over == [True, False, False]
    assert infect_asked(referee) == {0: [0, 1, 5]} and referee.board.turned_over == [True, True, False]
    assert referee.active == [False, False, True, True, False] and referee.astra.bonuses_circled == 0
    referee.sheets[0].meets = lambda card: card == 96
    write_anything(referee)
    play(referee, CLAIM_B)
    assert referee.board.taken[0] == [8, 4, None] and referee.turn == 3  # no bonus to spend


def test_solo_bonuses():
    """Check adventure_6 6, rulings 5 and 6: own viruses and symbols, also of phase 6; not for a System Error."""
    for plants, due, bonuses in ((3, 0, 0), (4, 1, 1), (7, 0, 1), (10, 0, 1)):
        referee = solo_virus()
        ready(referee.sheets[0], plants=plants)
        play(referee, ("combination", 1), ("write", 10), ("use",))
        if plants == 3:
            play(referee, ("walkway", 0))
        assert referee._due == [due] and referee.astra.bonuses_circled == bonuses
        assert len(infect_asked(referee)[0]) == 2 * due
        assert kinds(referee) == ({"give", "remove"} if bonuses else {"combination"})  # given unasked
    referee = solo_virus()
    complete(referee.sheets[0], 3, 4)
    play(referee, ("combination", 0), ("write", 20 + 25), CLAIM_A)
    assert referee.astra.bonuses_circled == 1 and infect_asked(referee) == {0: [0, 1]}
    assert referee.legal() == {("give", 2), ("remove", 2)}
    referee = solo_virus()
    put_on_top(referee, "A")
    finish_turn(referee)
    referee.sheets[0].errors = 1
    play(referee, ("virus", BLUE), ("infect", 1))
    block(referee.sheets[0])
    play(referee, min(referee.legal()))
    assert referee.sheets[0].errors == 2 and referee.astra.bonuses_circled == 0 and kinds(referee) == {"infect"}
    infect_asked(referee)
    assert referee.legal() == {("give", slot) for slot in range(3)}


def test_sheet_filled_by_an_effect():
    """Check adventure_6, ruling 9: a System Error, a card for ASTRA, then the end."""
    referee = solo_virus()
    sheet = referee.sheets[0]
    put_on_top(referee, "C")
    fill_all_but(sheet, 15, 14)
    sheet.evacuated = [0] * 11
    sheet.evacuated[2] = sheet.evacuated[3] = None
    referee.active[GREEN] = True
    finish_turn(referee)  # card C activates blue; quarters 0 and 8 have open neighbours, all complete; green infects 14
    assert sheet.cells[14] == INFECTED and EMPTY not in sheet.cells and sheet.evacuated[2] == 4 and sheet.errors == 1
    play(referee, NO_MISSION)
    assert referee.turn == 2 and referee.legal() == {("give", slot) for slot in range(3)}
    play(referee, ("give", 1))
    assert referee.actor is None and len(referee.astra.given) == 2


def test_six_effect_cards_in_one_draw():
    """Check astra 7.2: three cards at the bottom of the first pass, three on top of the second: six propagations."""
    used = {card for card, face in CARDS.items() if tuple(face) in HAND}
    hand = [next(card for card in used if tuple(CARDS[card]) == face) for face in HAND]
    deck = [*hand, *(card for card in CARDS if card not in hand), *"ABC"]

    def shuffle(what, cards):
        return deck if len(cards) == 66 else sorted(cards, key=lambda card: (card not in ("A", "B", "C"), str(card)))

    referee = VirusReferee(1, 3, (94, 96, 98), shuffle)
    play(referee, FIRST_SPACE)
    referee.astra.discard, referee.astra.deck = referee.astra.deck[:-3], list("ABC")
    propagations = []
    propagate = referee._propagate
    referee._propagate = lambda seat, count: propagations.append(count) or propagate(seat, count)
    referee._suffer_incidents = lambda seat: iter(())
    finish_turn(referee)
    while "combination" not in kinds(referee):
        play(referee, min(referee.legal()))
    assert propagations == [1] * 6 and all(referee.active) and referee.symbols == [True, False, False, False]
    assert referee.board.turned_over == [True] * 3 and referee.turn == 2 and referee.astra.pass_number == 2


def test_effects_after_the_last_turn():
    """Check astra 7.3: propagations of turn 36 still count, then the game ends without a number."""
    referee = solo_virus()
    complete(referee.sheets[0], 1, but=1)
    referee.astra.pass_number, referee.astra.deck = 2, ["A"]
    finish_turn(referee)
    assert infect_asked(referee) == {0: [0]} and referee.sheets[0].evacuated[1] == 4  # red takes the last of quarter 1
    assert referee.actor is None and referee.sheets[0].errors == 0 and referee.board.turned_over[0]


def test_wrong_calls():
    """Check that wrong calls raise a ValueError."""
    for players, opponent, cards in ((2, 3, (94, 96, 98)), (7, None, (94, 96, 98)), (2, None, (94, 95, 98))):
        with pytest.raises(ValueError):
            VirusReferee(players, opponent, cards, Dealer())
    referee = VirusReferee(2, None, (94, 96, 98), Dealer())
    for action in (("infect", 5), ("combination", 0), ("pass",)):
        with pytest.raises(ValueError):
            referee.apply(action)
    assert X not in referee.sheets[0].cells
