"""Positions for tests of the referees of Adventures 2 to 7: games with given first cards, sheets filled by hand."""

from .cards import CARDS, EMPTY, X
from .dealer import Dealer


def take_card(used, number=None, action=None):
    """Return the id of an unused card with a number or an action, or both."""
    for card, face in CARDS.items():
        if card not in used and number in (None, face.number) and action in (None, face.action):
            used.add(card)
            return card
    raise ValueError(f"no card {number} {action} is left")


def start(kind, players, missions, *combinations, set_up=()):
    """Start a game with several players whose first turn offers the given (number, action) combinations.

    The actions `set_up` answer what the set-up of the adventure asks.
    """
    used = set()
    piles = [[take_card(used, action=action), take_card(used, number=number)] for number, action in combinations]
    referee = kind(players, None, missions, Dealer(piles=piles))
    play(referee, *set_up)
    assert referee.snapshot()["combinations"] == list(combinations)
    return referee


def solo(kind, level, missions, *hand, set_up=()):
    """Start a solo game whose first turn draws the given (number, action) cards, after the answers to the set-up."""
    used = set()
    drawn = [take_card(used, number, action) for number, action in hand]
    deck = [*drawn, *(card for card in CARDS if card not in used), *"ABC"]
    referee = kind(1, level, missions, Dealer(deck=deck))
    play(referee, *set_up)
    assert referee.snapshot()["combinations"] == list(hand)
    return referee


def put_on_top(referee, *letters):
    """Let effect cards be drawn next."""
    for letter in letters:
        referee.astra.deck.remove(letter)
    referee.astra.deck[:0] = letters


def play(referee, *actions):
    """Apply actions one after the other."""
    for action in actions:
        referee.apply(action)


def kinds(referee):
    """Return the kinds of the legal actions."""
    return {action[0] for action in referee.legal()}


def targets(referee, kind):
    """Return the targets of the legal actions of a kind, sorted."""
    return sorted(action[1] for action in referee.legal() if action[0] == kind)


def fill(sheet, cells, value=X):
    """Fill cells by hand, without effects."""
    for cell in cells:
        sheet.cells[cell] = value


def fill_all_but(sheet, *cells):
    """Fill all cells by hand, without effects, and empty some."""
    fill(sheet, range(sheet.CELLS))
    fill(sheet, cells, EMPTY)


def decline_until(referee, kind):
    """Decline missions and answer anything until a decision of a kind or the end."""
    while referee.actor is not None and kind not in kinds(referee):
        referee.apply(("no_mission",) if ("no_mission",) in referee.legal() else min(referee.legal()))
