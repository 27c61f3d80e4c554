"""Whole games of the referees of Adventures 2 to 7: what must hold in every position, whatever the adventure."""

import random
from collections import Counter

from .cards import CARDS, EMPTY, WITHOUT_VALUE, X
from .dealer import Dealer
from .missions import MISSIONS
from .positions import kinds

# The keys of a sheet's snapshot under which the marks are listed by their ids.
SETS_OF_MARKS = ("lines", "tanks", "tunnels", "antennas", "pockets", "pumps", "cuts", "built", "walkways", "airlocks")

SETTINGS = [(players, None) for players in range(2, 7)] + [(1, level) for level in range(1, 9)]


def mission_cards(adventure, rng):
    """Draw one mission card of each letter."""
    pairs = [[card for card, face in MISSIONS.items() if face[:2] == (adventure, letter)] for letter in "ABC"]
    return tuple(rng.choice(pair) for pair in pairs)


def fits_somewhere(cells, accessible, zones, value):
    """Tell by trying every accessible cell whether a value can be written."""
    for cell in accessible:
        assert cells[cell] == EMPTY
        trial = list(cells)
        trial[cell] = value
        if all(ascending(trial, zone) for zone in zones if cell in zone):
            return True
    return False


def ascending(cells, zone):
    """Tell whether the numbers of a zone ascend."""
    numbers = [cells[cell] for cell in zone if cells[cell] not in WITHOUT_VALUE]
    return numbers == sorted(set(numbers))


def check_position(referee, turns):
    """Check a position of any adventure: order, counts, obligation, cards, limits of the game."""
    snapshot, asked = referee.snapshot(), kinds(referee)
    for sheet, player in zip(referee.sheets, snapshot["players"], strict=True):
        cells = player["cells"]
        assert all(ascending(cells, zone) for zone in sheet.zones())
        # core 7: each turn a number or a System Error
        written = sum(held not in WITHOUT_VALUE for held in cells) + player["errors"]
        assert snapshot["turn"] - 2 < written <= snapshot["turn"]
        paid = cells.count(X) - sheet.unpaid_x
        assert paid == sheet.plannings or paid > sheet.plannings == sheet.PLANNING_SYMBOLS
        assert sheet.races_won_now == 0 or referee.astra is None
    if "combination" in asked:
        sheet = referee.sheets[referee.actor]
        places = sheet.accessible_cells()
        plain = any(fits_somewhere(sheet.cells, places, sheet.zones(), number) for number, _ in referee._offers())
        assert ("system_error" in asked) != plain
    if "combination" in asked and referee.actor == 0:  # phase 5 is over
        for states in zip(*(sheet.races for sheet in referee.sheets), strict=True):
            assert len(referee.sheets) == 1 or not ("open" in states and referee.sheets[0].WON in states)
    if referee.astra is not None and referee.SHEET.RACES:
        won = referee.sheets[0].races.count(referee.sheets[0].WON)
        assert referee.astra.bonuses_circled == referee.astra.card.bonuses_per_trigger * won
    check_cards(referee, turns)


def check_cards(referee, turns):
    """Check that no card is lost or doubled, the solo bonuses, and the limits of the game."""
    snapshot, asked = referee.snapshot(), kinds(referee)
    if referee.astra is None:
        held, cards = sum(referee.piles.draw + referee.piles.discard, []), [*CARDS]
        assert snapshot["turn"] <= turns and len(snapshot["next_actions"]) == 3
        assert len(snapshot["combinations"]) == (3 if snapshot["turn"] > 0 else 0)  # none during the set-up
    else:
        astra = referee.astra
        held, cards = astra.deck + astra.drawn + astra.discard + astra.given + astra.removed, [*CARDS, *"ABC"]
        held = held + [astra.effect] if astra.effect else held
        assert snapshot["turn"] <= min(35, turns) or snapshot["over"] or asked <= referee.effect_questions()
        assert snapshot["astra"]["bonuses_spent"] <= snapshot["astra"]["bonuses_circled"] <= astra.card.bonus_symbols
    assert Counter(held) == Counter(cards)


def check_progress(before, after):
    """Check that nothing on a sheet is undone: cells, marks, races and missions only grow."""
    for key, old in before.items():
        new = after[key]
        if key == "cells":
            assert all(held in (EMPTY, now) for held, now in zip(old, new, strict=True))
        elif key in ("missions", "evacuated"):
            assert all(held in (None, now) for held, now in zip(old, new, strict=True))
        elif key in ("multipliers", "quarters", "filling", "ends", "x2"):
            for state, now in zip(old, new, strict=True):
                assert state in ("open", now) or (state == "lost" and now in ("low", 5))
        elif key in SETS_OF_MARKS:
            assert set(old) <= set(new) and new == sorted(set(new))
        elif isinstance(old, list):
            assert all(count <= now for count, now in zip(old, new, strict=True))
        else:
            assert old <= new


def check_result(referee):
    """Check the end: an end condition is met, and the outcome follows the points."""
    full = any(EMPTY not in sheet.cells for sheet in referee.sheets)
    errors = any(sheet.errors == 3 for sheet in referee.sheets)
    missions = any(None not in taken for taken in referee.board.taken)
    assert full or errors or missions or referee.turn == 36
    check_outcome(referee)
    return {"full": full, "errors": errors, "three_missions": missions, "deck": referee.turn == 36}


def check_outcome(referee):
    """Check that the outcome follows the points."""
    rows, outcome = referee.points(), referee.outcome()
    totals = [sum(row.values()) for row in rows]
    if referee.astra is not None:
        assert len(rows) == 2 and totals[1] == referee.astra.score()
        assert outcome == [(totals[0] > totals[1]) - (totals[0] < totals[1])]
    else:
        assert abs(sum(outcome) - (2 - len(rows))) < 1e-9
        assert all(result == -1.0 or total == max(totals) for result, total in zip(outcome, totals, strict=True))


def play_game(kind, players, opponent, seed, choose, check, turns):
    """Play a game and check every position; replay it with the seats reversed, which must not matter.

    Args:
        kind: The referee.
        players: Number of players.
        opponent: Level of the solo opponent or None.
        seed: Seed of cards and missions.
        choose: choose(referee, rng) returns a legal action.
        check: Checks what must hold in every position of the adventure.
        turns: The most turns a game can last.

    Returns:
        The referee at the end and the reasons why the game ended.
    """
    rng = random.Random(seed)
    missions = mission_cards(kind.ADVENTURE, rng)
    referee = kind(players, opponent, missions, Dealer(seed))
    answers = [[] for _ in range(players)]
    while referee.actor is not None:
        check_position(referee, turns)
        check(referee)
        before = referee.snapshot()["players"]
        action = choose(referee, rng)
        answers[referee.actor].append(action)
        referee.apply(action)
        for old, new in zip(before, referee.snapshot()["players"], strict=True):
            check_progress(old, new)
    check_position(referee, turns)
    check(referee)
    again = kind(players, opponent, missions, Dealer(seed))
    queues = [iter(queue) for queue in reversed(answers)]
    while again.actor is not None:
        again.apply(next(queues[again.actor]))
    assert again.snapshot()["players"] == referee.snapshot()["players"][::-1] and again.turn == referee.turn
    assert again.outcome() == referee.outcome()[::-1] and again.points()[:players] == referee.points()[:players][::-1]
    return referee, check_result(referee)


def mixed_play(policies, seed):
    """Return a way to choose: the seats follow different players, some of them chance alone."""
    players = {}

    def choose(referee, rng):
        seat = referee.actor
        if (seed + seat) % (len(policies) + 1) == len(policies):
            return rng.choice(sorted(referee.legal()))
        if seat not in players:
            players[seat] = policies[(seed + seat) % (len(policies) + 1)](rng, chance=0.05 * (seed % 3))
        return players[seat].choose(referee)

    return choose


def good_play(kind, policies, seeds, check, turns, marks):
    """Play games with good players of one kind each and count what they reach.

    Args:
        kind: The referee.
        policies: The players.
        seeds: How many games each plays, alternately with two players and alone.
        check: Checks what must hold in every position of the adventure.
        turns: The most turns a game can last.
        marks: marks(sheet) yields the names of what a sheet has reached.

    Returns:
        How often each thing was reached, with the reasons for the end and the missions by card and value.
    """
    found = Counter()
    for policy in policies:
        for seed in range(seeds):
            solo = seed % 2
            player = policy(random.Random(seed), chance=0.02)
            referee, reasons = play_game(
                kind,
                2 - solo,
                1 + seed % 8 if solo else None,
                seed,
                lambda referee, rng, player=player: player.choose(referee),
                check,
                turns,
            )
            found.update(reason for reason, met in reasons.items() if met)
            found["won against ASTRA"] += solo and referee.outcome() == [1.0]
            for sheet, taken in zip(referee.sheets, referee.board.taken, strict=True):
                found.update(marks(sheet))
                found.update((card, v) for card, v in zip(referee.board.cards, taken, strict=True) if v is not None)
    return found
