"""Positions for tests of the Battle referee."""

from .battle import BattleReferee
from .battle_sheet import PLANETS, A, B
from .cards import CARDS
from .positions import solo, start

MISSIONS = (106, 108, 110)
HAND = ((10, "water"), (8, "plant"), (12, "plant"))


def battle(players, *combinations, missions=MISSIONS):
    """Start a game with several players whose first turn offers the given combinations."""
    return start(BattleReferee, players, missions, *combinations)


def solo_battle(level=1, missions=MISSIONS, hand=HAND, set_up=()):
    """Start a solo game; the first card is ASTRA's, and `set_up` answers for which planet if there are two."""
    return solo(BattleReferee, level, missions, *hand, set_up=set_up)


def offer(referee, *combinations):
    """Let all turns from now on offer the same combinations; a player who is asked already sees them, too."""
    referee.piles.combinations = lambda: list(combinations)


def stack(referee, *cards):
    """Lay cards on top of the deck: (number, action) or a letter."""
    deck, found = referee.astra.deck, []
    for card in cards:
        found.append(next(held for held in deck if held == card or held in CARDS and tuple(CARDS[held]) == card))
        deck.remove(found[-1])
    deck[:0] = found


def occupy(sheet, **planets):
    """Draw insignia on planets cell by cell, without bonuses: occupy(sheet, p1="AAB")."""
    for name, insignia in planets.items():
        for half in insignia:
            sheet.draw(int(name[1:]), "AB".index(half))


def complete(sheet, *planets, half=B):
    """Fill planets with the insignia of a half, which gets their flags."""
    for planet in planets:
        while not sheet.complete(planet):
            sheet.draw(planet, half)


def mine(sheet, half, count):
    """Take asteroids without their bonuses."""
    for _ in range(count):
        sheet.take_asteroid(half)


def fill_all_but(sheet, planet, half=A):
    """Complete all other planets, and this one but for its last cell."""
    complete(sheet, *(other for other in range(len(PLANETS)) if other != planet), half=half)
    for _ in PLANETS[planet].cells[:-1]:
        sheet.draw(planet, half)


def play_turn(referee, answers=()):
    """Play on until the next turn begins or the game is over: some answers first, then the least legal ones.

    Missions are declined.
    """
    for answer in answers:
        referee.apply(answer)
    turn = referee.turn
    while referee.actor is not None and referee.turn == turn:
        referee.apply(("no_mission",) if ("no_mission",) in referee.legal() else min(referee.legal()))
