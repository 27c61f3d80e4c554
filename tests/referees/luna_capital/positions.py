"""Ways to reach a position for tests of the referee."""

from .actions import PASS, TAKE_SET
from .city import FACE_DOWN, NUMBERED, WITH_ROBOT, City
from .dealer import CARDS, COMPONENTS, CONCESSIONS, Dealer
from .referee import LunaCapitalReferee
from .scoring import city_points
from .tables import Tables

TABLES = Tables(COMPONENTS)
STATES = {"": NUMBERED, "r": WITH_ROBOT, "d": FACE_DOWN}


def put(city, name, row, column):
    """Put a card at a position counted from the corner of the city; "c01r" is with a robot, "c01d" face down."""
    card, state = CARDS[name[:3]], STATES[name[3:]]
    top, left = (city.top, city.left) if city.cards else (0, 0)
    city.put(card, TABLES.cards[card], (top + row, left + column), state)


def city_of(*rows, order=None):
    """Return a city from rows of card names, "-" for a gap; `order` names the cards in the order of building."""
    cards = {name: (row, column) for row, text in enumerate(rows) for column, name in enumerate(text.split())}
    cards.pop("-", None)
    city = City()
    waiting = order.split() if order else list(cards)
    # Coordinates are those of the finished city, so the first card decides where the corner lies.
    origin = cards[waiting[0]]
    while waiting:
        for name in waiting:
            row, column = cards[name]
            position = (row - origin[0], column - origin[1])
            if position in city.free_positions():
                card, state = CARDS[name[:3]], STATES[name[3:]]
                city.put(card, TABLES.cards[card], position, state)
                waiting.remove(name)
                break
        else:
            raise AssertionError(f"{waiting} cannot be put down")
    return city


def plot(city, y, x):
    """Return the plot with this first cell, counted from the corner of the city."""
    found = city.plot_at((y + 2 * city.top, x + 2 * city.left))
    assert found is not None and found.first_cell == (y + 2 * city.top, x + 2 * city.left)
    return found


def build(city, kind, *cells):
    """Place tiles of a kind on the plots with these first cells; all must be legal."""
    code = TABLES.kinds[kind]
    for y, x in cells:
        target = plot(city, y, x)
        assert target in city.plots_for(TABLES, code)
        target.kind = TABLES.leaves[code]


def can_build(city, kind):
    """Return the first cells of the plots that may hold a kind, counted from the corner of the city."""
    plots = city.plots_for(TABLES, TABLES.kinds[kind])
    return {(found.first_cell[0] - 2 * city.top, found.first_cell[1] - 2 * city.left) for found in plots}


def targets(city, number):
    """Return the codes of the positions of a number."""
    return sorted(city.target_of(position) for position in city.numbered_positions(number))


def total(city):
    """Return the points of the plots of a city."""
    return sum(city_points(TABLES, city).values())


def first_turn(players, starter=0, components=COMPONENTS, **deal):
    """Return a game before its first turn, after an exchange in which all passed."""
    referee = LunaCapitalReferee(components, players, starter, Dealer(**deal))
    while referee.stage in ("swap", "exchange"):
        referee.apply(PASS)
    return referee


def play(referee, *actions):
    """Apply actions one after the other."""
    for action in actions:
        referee.apply(action)


def finish_turn(referee, taken=None):
    """Play the rest of a turn, always with the first legal action; `taken` names the slot."""
    seat, turn = referee.actor, (referee.phase, referee.round)
    if taken is not None:
        referee.apply(TAKE_SET + taken)
    while referee.actor == seat and (referee.phase, referee.round) == turn and referee.stage != "set":
        referee.apply(min(referee.legal()))


def cards(names):
    """Return the indices of cards."""
    return [CARDS[name] for name in names.split()]


def concession(name):
    """Return the index of a concession."""
    return CONCESSIONS[name]
