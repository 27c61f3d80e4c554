"""Simple players for whole games of the referee."""

from .actions import BOARD_TILE, CARD_TARGET, CELL, HAND_CARD_FACE_DOWN, HAND_CARD_WITH_ROBOT, TAKE_SET
from .city import PlacedCard
from .scoring import city_points


class Random:
    """Chooses any legal action."""

    def __init__(self, rng):
        """Remember the source of chance."""
        self.rng = rng

    def choose(self, referee):
        """Choose a legal action."""
        return self.rng.choice(sorted(referee.legal()))


class Builder(Random):
    """Puts every tile where it brings the most points at once; all else at random."""

    def choose(self, referee):
        """Choose a legal action."""
        if referee.stage != "cell":
            return super().choose(referee)
        tables, player = referee.tables, referee.sides[referee.actor]
        kind = tables.tiles[player.taken[referee.named["taken_tile"]]].kind
        points = {}
        for plot in player.city.plots_for(tables, kind):
            before, plot.kind = plot.kind, tables.leaves[kind]
            points[CELL + player.city.cell_of(plot)] = sum(city_points(tables, player.city).values())
            plot.kind = before
        return max(sorted(points), key=points.get)


class Spender(Random):
    """Spends what it has: pays for marked sets, swaps tiles and covers numbers as often as it can."""

    def choose(self, referee):
        """Choose a legal action."""
        legal = referee.legal()
        if referee.stage == "set":
            marked = TAKE_SET + referee.board.marked
            swaps = {action for action in legal if action >= BOARD_TILE}
            legal = swaps or legal & {marked} or legal
        elif referee.stage == "card":
            robots = range(HAND_CARD_WITH_ROBOT, HAND_CARD_FACE_DOWN)
            legal = legal & set(robots) or legal
        return self.rng.choice(sorted(legal))


class Cramped(Random):
    """Builds so that hardly any number fits any more: cards lie face down, plots run out, tiles are lost."""

    def choose(self, referee):
        """Choose a legal action."""
        if referee.stage != "target":
            return super().choose(referee)
        player = referee.sides[referee.actor]
        city, named = player.city, referee.named
        card = player.hand[named["hand_card"]]
        number = referee.tables.cards[card].number
        room = {}
        for position in city.free_positions():
            action = CARD_TARGET + city.target_of(position)
            if action in referee.legal():
                city.cards[position] = PlacedCard(card, number, named["state"])
                room[action] = sum(len(city.numbered_positions(number)) for number in range(1, 11))
                del city.cards[position]
        return min(sorted(room), key=room.get)
