"""What a player knows of the cards (luna_capital 11)."""

from .city import FACE_DOWN
from .referee import LunaCapitalReferee


def knowledge(referee: LunaCapitalReferee, seat: int) -> dict:
    """Return what a player knows of the cards; None stands for a card the player does not know.

    A card under the deck is known to the player who put it there last, until it is drawn. A hand card is known to all
    from the moment it is taken from the board until its owner gives a card away unseen. The order of the tower is
    never known, its contents always are.

    Args:
        referee: The game.
        seat: The player who knows.

    Returns:
        "deck": the cards of the deck, its top first. "hands": the cards of every player in the order of the hand.
        "drawn": the cards a landing pad has just drawn, empty outside that decision. "face_down": for every player the
        cards lying face down, by row and column from the corner of the city. "unknown": all cards that the player sees
        and knows nowhere, sorted; the Nones stand for exactly these.
    """
    board, players = referee.board, referee.sides
    told = {
        "deck": [card if board.put_by.get(card) == seat else None for card in board.deck],
        "hands": [
            [card if owner == seat or card in player.known else None for card in player.hand]
            for owner, player in enumerate(players)
        ],
        "drawn": [card if referee.actor == seat else None for card in referee.drawn],
        "face_down": [
            {
                (row - player.city.top, column - player.city.left): card.index if owner == seat else None
                for (row, column), card in player.city.cards.items()
                if card.state == FACE_DOWN
            }
            for owner, player in enumerate(players)
        ],
    }
    seen = {*told["deck"], *told["drawn"], *referee.open_triple, *(slot.card for slot in board.slots)}
    for player, hand, face_down in zip(players, told["hands"], told["face_down"], strict=True):
        seen |= {*hand, *face_down.values()}
        seen |= {card.index for card in player.city.cards.values() if card.state != FACE_DOWN}
    if referee.automaton is not None:
        seen |= set(referee.automaton.cards)
    return {**told, "unknown": [card for card in range(len(referee.tables.cards)) if card not in seen]}
