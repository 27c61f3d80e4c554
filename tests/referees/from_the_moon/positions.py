"""Ways to reach a position for tests of the referee."""

from .actions import ENERGY_TO_FOOD, FACTION, FOOD_TO_ENERGY
from .dealer import Dealer
from .referee import FromTheMoonReferee
from .tables import ARCHITECTS, COMPONENTS, RESOURCES, SCHOLARS, UNIFIERS, WORKERS

IMPROVE_SHIP_PART = 8  # the progress tile of the worked positions (from_the_moon 16)
FACTIONS = (ARCHITECTS, SCHOLARS, UNIFIERS, WORKERS)


def drafted(factions=FACTIONS, players=2, objectives=2, components=COMPONENTS, **piles):
    """Return a game whose players have chosen these factions, by seat, and the first rover for every astronaut."""
    # The cards offered are those wanted and one more.
    spare = next(faction for faction in range(8) if faction not in factions[:players])
    dealer = Dealer(factions=[*factions[:players], spare], **piles)
    referee = FromTheMoonReferee(components, players, dealer, objectives if players == 1 else 0)
    for seat in reversed(range(players)):
        referee.apply(FACTION + factions[seat])
    while referee.frame == "CREW":
        referee.apply(min(referee.legal()))
    return referee


def bare(*factions, players=2, **options):
    """Return a game before the first turn in which every player owns only 5 full batteries and a crew of 3.

    Conversions of that energy, and of energy given later, count as offered.

    Rover r carries a basic astronaut of colour r. The progress tile under all pawns is `improve_ship_part`.
    """
    chosen = (*factions, *(faction for faction in FACTIONS if faction not in factions))
    referee = drafted(chosen, players, progress=[IMPROVE_SHIP_PART], **options)
    for player in referee.players:
        for number in range(len(RESOURCES)):
            referee.moon.supply[number] += player.resources[number]
            player.resources[number] = 0
        player.basic_greenhouses = player.foundations = 0
        player.taken, player.trained = [0] * 3, [0] * 3
        player.batteries = player.energy = player.offered_energy = 5
        for number, rover in enumerate(player.rovers):
            rover.basics, rover.specialists = [int(colour == number) for colour in range(3)], [0] * 3
    return referee


def give(referee, seat=0, energy=None, **resources):
    """Give a player resources from the supply, and energy as (energy, batteries)."""
    player = referee.players[seat]
    for name, count in resources.items():
        player.resources[RESOURCES.index(name)] += count
        referee.moon.supply[RESOURCES.index(name)] -= count
    if energy is not None:
        player.energy, player.batteries = energy
        player.offered_energy = player.energy
    return referee


def crew(referee, rover, basics=(0, 0, 0), specialists=(0, 0, 0), seat=0):
    """Replace the crew of a rover."""
    changed = referee.players[seat].rovers[rover]
    changed.basics, changed.specialists = list(basics), list(specialists)


def send(referee, *tiles, seat=0):
    """Put the rovers of a player on tiles, the first rover first."""
    for rover, tile in zip(referee.players[seat].rovers, tiles, strict=False):
        rover.tile = tile


def ask(referee, frame):
    """Make this the only pending decision of the turn."""
    referee.stack[:] = [frame]
    referee.settle()
    return referee


def play(referee, *actions):
    """Apply actions one after the other."""
    for action in actions:
        referee.apply(action)


def options(referee):
    """Return the legal actions apart from conversions."""
    return referee.legal() - {ENERGY_TO_FOOD, FOOD_TO_ENERGY}


def owned(referee, seat=0):
    """Return metal, water, polymer and food."""
    return tuple(referee.players[seat].resources)


def gauge(referee, seat=0):
    """Return energy and batteries."""
    return referee.players[seat].energy, referee.players[seat].batteries


def won(referee, seat=0):
    """Return the points on the score track and the achievements."""
    return referee.players[seat].score, referee.players[seat].achievements


def totals(referee):
    """Return the total points of the players."""
    return [sum(row.values()) for row in referee.points()]
