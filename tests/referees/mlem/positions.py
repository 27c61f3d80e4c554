"""Ways to reach a position for tests of the referee."""

from .actions import GO, GROUP
from .dealer import COMPONENTS, Dealer
from .referee import MlemReferee


def place(referee, player, function, space):
    """Put an available astronaut on a body by hand."""
    assert referee.available[player][function]
    referee.available[player][function] = False
    referee.mat.land(player, function, space)


def travel_at(space, functions, *rolls, prepare=None, variants=(), components=COMPONENTS, **piles):
    """Return a game whose first expedition, with these functions on board, stands before the given rolls on a space.

    `prepare` is called with the game before the last player boards; the pool is the number of dice of the first roll.
    """
    dealer = Dealer(rolls=rolls, **piles)
    referee = MlemReferee(components, len(functions), set(variants), 0, dealer)
    for function in functions[:-1]:
        referee.apply(function)
    if prepare is not None:
        prepare(referee)
    referee.rocket.space = space
    referee.rocket.pool = len(rolls[0])
    referee.apply(functions[-1])
    return referee


def landing_at(space, functions, *rolls, pool=3, prepare=None, variants=(), **piles):
    """Return a game whose rocket has just moved to a space and has a pool of this size; `rolls` follow."""
    spaces = COMPONENTS["spaces"]["rows"]
    values = {row["name"]: row["value"] for row in COMPONENTS["faces"]["rows"]}
    for row in reversed(spaces[:space]):
        for face_id, face in enumerate(values):
            distance = row["afterburner_value"] if face == "afterburner" else values[face]
            if face in row["faces"] and row["space"] + distance == space:
                kept = pool - 1 if face == "afterburner" else pool
                other = "3" if face == "4" else "4"
                roll = ["A" if face == "afterburner" else face] + [other] * kept
                referee = travel_at(row["space"], functions, roll, *rolls, prepare=prepare, variants=variants, **piles)
                move(referee, GROUP + face_id)
                assert referee.rocket.space == space
                return referee
    raise AssertionError(f"no space leads to {space}")


def move(referee, *elements):
    """Add elements to the move and go."""
    play(referee, *elements, GO)


def play(referee, *actions):
    """Apply actions one after the other."""
    for action in actions:
        referee.apply(action)


def moves(make):
    """Return every complete move from a position as {frozenset of elements: (space, pool)}.

    `make` builds the position anew; elements are added in every order, which must not matter.
    """
    found = {}
    pending = [()]
    while pending:
        added = pending.pop()
        referee = make()
        play(referee, *added)
        for action in referee.legal() - {GO}:
            pending.append((*added, action))
        if GO in referee.legal() and added:
            rocket = referee.rocket
            referee.apply(GO)
            result = (rocket.space, rocket.pool)
            assert found.setdefault(frozenset(added), result) == result
    return found


def totals(referee):
    """Return the total points of the players."""
    return [sum(row.values()) for row in referee.points()]
