"""The three variants: UFO, explorations and secret missions."""

from .chance import Chance, shuffled
from .mat import Mat
from .tables import Tables

ADDITIONAL_DICE = "additional_dice"
KEEP_DICE = "keep_dice"
REROLL = "reroll"


class Ufo:
    """The expedition token in play, the UFO marker and the UFO tokens (mlem 8)."""

    def __init__(self, tables: Tables, players: int, chance: Chance):
        """Set the variant up.

        Args:
            tables: The tables of the game.
            players: Number of players.
            chance: Gives the order of the expedition tokens.
        """
        self.tables = tables
        self.space: int = tables.ufo_marker["start_space"]
        self.pile = shuffled(chance, "expedition_tokens", list(tables.expedition_tokens))
        self.token: int | None = None
        self.spent = False
        self.tokens_left = list(tables.ufo_tokens)
        self.owned: list[list[int]] = [[] for _ in range(players)]
        self._row: dict = {}

    def reveal(self) -> int:
        """Reveal the token of an expedition and move the UFO.

        Returns:
            The number of dice of the expedition.
        """
        self.spent = False
        if self.pile:
            self.token = self.pile.pop(0)
            self._row = self.tables.expedition_tokens[self.token]
        else:
            self.token = None
            self._row = self.tables.no_expedition_token
        self.space = max(self.tables.ufo_marker["minimum_space"], self.space - self._row["ufo_steps"])
        return self._row["dice"]

    def ability(self) -> str | None:
        """Return the ability that can still be used in this expedition."""
        return None if self.spent else self._row.get("ability")

    def additional_faces(self) -> list[int]:
        """Return the face ids of the additional dice of the token."""
        return [self.tables.face_ids[name] for name in self._row.get("additional_faces", ())]

    def remove(self) -> None:
        """Take the token out of the game at the end of the expedition."""
        self.token = None
        self.spent = False
        self._row = {}

    def contact(self, player: int, space: int) -> None:
        """Give the top UFO token to the commander if the travel phase ended on the UFO's space."""
        if space == self.space and self.tokens_left:
            self.owned[player].append(self.tokens_left.pop(0))

    def snapshot(self) -> dict:
        """Return everything comparable as plain data; a used token stays named as `token` until the expedition ends."""
        return {
            "space": self.space,
            "token": self.token,
            "spent": self.spent,
            "pile": list(self.pile),
            "tokens_left": list(self.tokens_left),
            "owned": [list(tokens) for tokens in self.owned],
        }


class Explorations:
    """The exploration tokens (mlem 9)."""

    def __init__(self, tables: Tables, players: int, chance: Chance):
        """Set the variant up.

        Args:
            tables: The tables of the game.
            players: Number of players.
            chance: Gives the order of the exploration tokens.
        """
        self.tables = tables
        self.pile = shuffled(chance, "exploration_tokens", list(tables.exploration_tokens))
        self.on_mat: list[int] = []
        self.owned: list[list[int]] = [[] for _ in range(players)]
        self._refill()

    def _refill(self) -> None:
        while self.pile and len(self.on_mat) < self.tables.explorations["revealed_at_once"]:
            self.on_mat.append(self.pile.pop(0))

    def _take(self, space: int) -> dict | None:
        """Take the token of a space off the mat; of several the one that was placed first."""
        for token in self.on_mat:
            if self.tables.exploration_tokens[token]["space"] == space:
                self.on_mat.remove(token)
                return self.tables.exploration_tokens[token]
        return None

    def activate(self, player: int, space: int, pool: int) -> tuple[int, int]:
        """Carry out the chain of tokens where the dice brought the rocket, then refill the mat.

        Args:
            player: The commander of the travel phase.
            space: The space of the rocket.
            pool: The dice after the discard stage.

        Returns:
            The space and the pool after the chain.
        """
        token = self._take(space)
        while token is not None and token["type"] == "tunnel":
            space = min(space + self.tables.explorations["tunnel_distance"], self.tables.deep_space)
            token = self._take(space)
        if token is not None and token["type"] == "points":
            self.owned[player].append(token["token_id"])
        if token is not None and token["type"] == "regain_die":
            if pool < self.tables.explorations["maximum_dice_after_regain"]:
                pool += 1
        self._refill()
        return space, pool

    def points(self, player: int) -> int:
        """Return the points on the tokens of a player."""
        return sum(self.tables.exploration_tokens[token]["points"] for token in self.owned[player])

    def snapshot(self) -> dict:
        """Return everything comparable as plain data: token ids."""
        return {
            "on_mat": sorted(self.on_mat),
            "pile": list(self.pile),
            "owned": [list(tokens) for tokens in self.owned],
        }


class Missions:
    """The secret missions (mlem 10)."""

    def __init__(self, tables: Tables, players: int, chance: Chance):
        """Deal the tokens: the first ones of the pile to seat 0, the next ones to seat 1, and so on.

        Args:
            tables: The tables of the game.
            players: Number of players.
            chance: Gives the order of the mission tokens.
        """
        self.tables = tables
        pile = shuffled(chance, "mission_tokens", list(tables.mission_tokens))
        dealt = tables.missions["dealt_per_player"]
        self.hands = [pile[dealt * player : dealt * (player + 1)] for player in range(players)]

    def completed(self, player: int, mat: Mat) -> int:
        """Return how many tokens in the hand of a player are completed."""
        count = 0
        for token in self.hands[player]:
            row = self.tables.mission_tokens[token]
            if row["target"] == "planet":
                count += mat.on_planet(row["planet_id"], player) > 0
            else:
                count += any(player in mat.moons[space] for space in row["spaces"])
        return count

    def points(self, player: int, mat: Mat) -> int:
        """Return the points of a player for the three tokens kept, none as long as four are in hand."""
        if len(self.hands[player]) > self.tables.missions["kept_per_player"]:
            return 0
        return self.tables.missions["points_by_completed"][self.completed(player, mat)]
