"""Positions of an adventure set up by hand: edit the record, let the kernels carry on, look at the result."""

import pytest

import moon_envs
from moon_envs.games.welcome_to_the_moon import state as states
from tests.games.edited_game import EditedGame, put_records
from tests.referees.welcome_to_the_moon.cards import ACTIONS, CARDS

LETTERS = ("A", "B", "C")
PILE_SIZE = 21
DECLINING = ("decline_x", "pass", "no_mission")
STARSHIP_CARDS = 63

# The phases a position can be carried on from.
DRAW, WRITE, INCIDENTS = states.PHASE_DRAW, states.PHASE_WRITE, states.PHASE_INCIDENTS
MISSIONS, GIVE, END = states.PHASE_MISSIONS, states.PHASE_GIVE, states.PHASE_END


def card_face(card):
    """A card of the record as (number, action), or its letter."""
    return tuple(CARDS[card + 1]) if card < STARSHIP_CARDS else LETTERS[card - STARSHIP_CARDS]


def find_card(number=None, action=None, besides=()):
    """A starship card with this number and this action (None: any), except those in `besides`."""
    for card in range(STARSHIP_CARDS):
        its_number, its_action = card_face(card)
        if number in (None, its_number) and action in (None, its_action) and card not in besides:
            return card
    raise ValueError(f"there is no further card {number}/{action}")


def bits(number):
    """The set that the bits of a number stand for, in order."""
    number = int(number)
    return [bit for bit in range(number.bit_length()) if number >> bit & 1]


def bits_of(things):
    """A set as the bits of a number."""
    return sum(1 << thing for thing in things)


def refuses_contradiction(batch, change, seat=1, copies=("players", "shown")):
    """Check that a batch refuses a sheet of this seat with these fields, in every copy of the sheet."""
    for sheets in copies:
        states = batch.states.copy()
        for name, value in change.items():
            states[0][sheets][seat][name] = value
        with pytest.raises(moon_envs.ConfigurationError, match="does not follow from its cells and marks"):
            batch.set_states(states)


class Position(EditedGame):
    """One game whose record can be edited between decisions.

    What the kernels keep for themselves (which combinations can be written, say) follows from `carry_on`.
    """

    def __init__(self, game, players=2, seed=0, **options):
        super().__init__(game, players, seed, **options)

    # Questions

    def legal(self, name=None):
        """The legal actions as pairs of name and index; with a name the sorted indexes of that range."""
        put_records(self.batch, self._states)
        found = {self.game.actions.locate(int(action)) for action in self.batch.legal_actions()}
        return found if name is None else sorted(index for range_name, index in found if range_name == name)

    def asks(self):
        """The names of the ranges with legal actions."""
        return {name for name, _ in self.legal()}

    def features(self):
        """What the actor knows: a list of numbers for each name of the feature table."""
        put_records(self.batch, self._states)
        values = self.batch.features[0].tolist()
        layout = self.game.features.layout(self.batch.configuration.players)
        return {name: values[first : first + feature.size] for name, first, feature in layout}

    def words(self, seat=0):
        """The position as text."""
        return self.game.render(self.state, seat)

    def points(self, side=0):
        """The total of a side."""
        put_records(self.batch, self._states)
        return int(self.batch.points()[0, side].sum())

    def points_by_category(self, side=0):
        """The points of a side, as {category: points}."""
        put_records(self.batch, self._states)
        return dict(zip(self.game.categories, self.batch.points()[0, side].tolist(), strict=True))

    def sheet(self, seat=0):
        """The record of a player's sheet."""
        return self.state["players"][seat]

    def value(self, name, seat=0):
        """A number of a sheet, or a row of numbers as a list."""
        return self.sheet(seat)[name].tolist()

    def closed_races(self):
        """The races that are closed."""
        return bits(self.state["closed_races"])

    # Changes by hand

    def set(self, seat=0, **values):
        """Set fields of a sheet."""
        sheet = self.sheet(seat)
        for name, value in values.items():
            sheet[name] = value
        return self

    def close_races(self, *races):
        """Close these races, as in an earlier turn."""
        self.state["closed_races"] |= bits_of(races)
        return self

    # Actions

    def act(self, name, index=0):
        """Carry out a legal action."""
        self._step(self._number(name, index))
        return self

    def play(self, *actions):
        """Carry out several actions, each a name or a pair of name and index."""
        for action in actions:
            self.act(*([action] if isinstance(action, str) else action))
        return self

    def act_idly(self):
        """Carry out a legal action that does little: decline if possible, otherwise take the first one."""
        put_records(self.batch, self._states)
        legal = [self.game.actions.locate(int(action)) for action in self.batch.legal_actions()]
        declining = [action for action in legal if action[0] in DECLINING]
        return self.act(*(declining or legal)[0])

    def finish_turn(self):
        """Carry out idle actions until the turn or the game is over."""
        turn = int(self.state["turn"])
        while not self.is_over and self.state["turn"] == turn:
            self.act_idly()
        return self

    def finish_player(self):
        """Carry out idle actions until another player is asked, or another turn has begun, or the game is over."""
        turn, actor = int(self.state["turn"]), self.actor
        while self.actor == actor and self.state["turn"] == turn:
            self.act_idly()
        return self

    def carry_on(self, phase):
        """Show all sheets as they are, and let the kernels go on from the beginning of a phase of this turn.

        It is done by an answer that finishes a player of that phase before the first one; incidents begin when the
        last one has finished writing.
        """
        begins_with_incidents = phase == INCIDENTS
        self.state["over"] = 0
        self.state["phase"] = WRITE if begins_with_incidents else phase
        self.state["first_seat"] = 0
        self.state["asked"] = self.state["player_count"] - 1 if begins_with_incidents else -1
        self.state["decision"] = states.DECIDE_MISSION
        self.state["shown"] = self.state["players"]
        return self.act("no_mission")

    def missions_met(self, seat=0):
        """The letters, as 0 to 2, of the missions the player may accomplish now."""
        self.carry_on(MISSIONS)
        return self.legal("mission") if self.actor == seat else []

    def end(self):
        """Let the turn end; the results if the game is over by that, otherwise None."""
        self.carry_on(END)
        return self.outcome() if self.is_over else None

    # Cards of two or more players

    def piles(self):
        """The three piles as lists of cards, and the place of the flipped card in them."""
        cards = self.state["cards"].tolist()
        return [cards[pile * PILE_SIZE : (pile + 1) * PILE_SIZE] for pile in range(3)], int(self.state["position"])

    def combinations(self):
        """(number, action) of the three piles."""
        piles, place = self.piles()
        return [(card_face(pile[place + 1])[0], card_face(pile[place])[1]) for pile in piles]

    def offer(self, *combinations):
        """Let the piles show these (number, action) pairs, and ask the players from the first one on."""
        place, wanted = int(self.state["position"]), {}
        for pile, (number, _) in enumerate(combinations):
            wanted[pile * PILE_SIZE + place + 1] = find_card(number=number, besides=wanted.values())
        for pile, (_, action) in enumerate(combinations):
            wanted[pile * PILE_SIZE + place] = find_card(action=action, besides=wanted.values())
        for index, card in wanted.items():
            self._put_card(index, card, STARSHIP_CARDS)
        self._count_unseen(card for pile in self.piles()[0] for card in pile[place + 2 :])
        return self.carry_on(WRITE)

    def pick(self, number, action, others=((8, "water"), (8, "water"))):
        """Offer this combination beside others, to the first player, who picks it."""
        return self.offer((number, action), *others).act("combination", 0)

    # Cards of the solo game

    def hand(self):
        """The drawn cards as (number, action)."""
        return [card_face(card) for card in self.state["drawn"][: self.state["drawn_count"]].tolist()]

    def deck(self):
        """The cards left in the deck, the top one first."""
        return self.state["cards"][self.state["position"] : self.state["deck_size"]].tolist()

    def draw(self, *cards, deck_pass=1, only=False):
        """Begin the draw of a turn from a deck that begins with these cards, each (number, action) or a letter.

        Args:
            *cards: the first cards.
            deck_pass: first or second pass.
            only: the deck has no further cards; the others lie on the discard pile.
        """
        chosen = []
        for card in cards:
            chosen.append(STARSHIP_CARDS + LETTERS.index(card) if card in LETTERS else find_card(*card, besides=chosen))
        everything = sorted(self.state["cards"].tolist())
        assert everything == list(range(STARSHIP_CARDS + len(LETTERS))), "a deck is built once, from a new game"
        for index, card in enumerate(chosen):
            self._put_card(index, card, len(everything))
        self.state["position"] = 0
        self.state["deck_pass"] = deck_pass
        self.state["deck_size"] = len(chosen) if only else len(everything)
        self.state["location"] = states.DISCARDED
        self.state["location"][self.deck()] = states.IN_DECK
        self.state["drawn_count"] = 0
        self.state["effect_card"] = states.NO_EFFECT_CARD
        self._count_unseen(self.deck())
        return self.carry_on(DRAW)

    def cards_at(self, location):
        """The cards of the solo game that are in one place."""
        return [card for card, place in enumerate(self.state["location"].tolist()) if place == location]

    def _put_card(self, index, card, size):
        """Exchange two cards so that this one lies at this index."""
        cards = self.state["cards"]
        other = cards[:size].tolist().index(card)
        cards[other], cards[index] = int(cards[index]), card

    def _count_unseen(self, hidden):
        self.state["unseen_numbers"] = 0
        self.state["unseen_faces"] = 0
        for card in hidden:
            if card < STARSHIP_CARDS:
                number, action = card_face(card)
                self.state["unseen_numbers"][number] += 1
                self.state["unseen_faces"][ACTIONS.index(action)] += 1
            else:
                self.state["unseen_numbers"][0] += 1
                self.state["unseen_faces"][len(ACTIONS) + card - STARSHIP_CARDS] += 1
