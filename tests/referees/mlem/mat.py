"""The bodies of the mat, the astronauts on them, the goals and the points they bring."""

from .tables import DOUBLE_DEEP_SPACE, DOUBLE_MOON, DOUBLE_PLANET, Tables


class Mat:
    """Where the astronauts stand that left the rocket (mlem 3.4, 3.5, 5)."""

    def __init__(self, tables: Tables, players: int):
        """Start with an empty mat.

        Args:
            tables: The tables of the game.
            players: Number of players.
        """
        self.tables = tables
        # Owners by space, in the order in which the moons fill.
        self.moons: dict[int, list[int]] = {space: [] for space, row in tables.spaces.items() if row.moon_points}
        # Astronauts by planet and player; the players in the order of their first arrival (rows from the top).
        self.planets: dict[int, dict[int, int]] = {planet: {} for planet in tables.planets}
        self.doubled_planet: list[int | None] = [None] * players
        self.deep_space = [0] * players
        self.moon_points = [0] * players
        self.deep_space_points = [0] * players
        self.goals: list[int | None] = [None] * len(tables.goals)

    # Disembarking (mlem 3.4, 3.5)

    def has_room(self, space: int) -> bool:
        """Tell whether a space has a planet or a free moon."""
        row = self.tables.spaces[space]
        return row.planet is not None or len(self.moons.get(space, ())) < len(row.moon_points)

    def land(self, player: int, function: int, space: int) -> None:
        """Put an astronaut on the planet or on the best free moon of a space, then check the goals."""
        row = self.tables.spaces[space]
        if row.planet is not None:
            rows = self.planets[row.planet]
            rows[player] = rows.get(player, 0) + 1
            if function == DOUBLE_PLANET:
                self.doubled_planet[player] = row.planet
        else:
            points = row.moon_points[len(self.moons[space])]
            self.moons[space].append(player)
            self.moon_points[player] += points * self._multiplier(function, DOUBLE_MOON)
        self._check_goals(player)

    def enter_deep_space(self, player: int, function: int, points: int) -> None:
        """Put an astronaut on the comet or the galaxy for these points, then check the goals."""
        self.deep_space[player] += 1
        self.deep_space_points[player] += points * self._multiplier(function, DOUBLE_DEEP_SPACE)
        self._check_goals(player)

    def _multiplier(self, function: int, doubling: int) -> int:
        return self.tables.multipliers[doubling] if function == doubling else 1

    # Counting

    def on_planet(self, planet: int, player: int) -> int:
        """Return the number of astronauts of a player on a planet."""
        return self.planets[planet].get(player, 0)

    def on_moons(self, player: int) -> int:
        """Return the number of astronauts of a player on moons."""
        return sum(owners.count(player) for owners in self.moons.values())

    def placed(self, player: int) -> int:
        """Return the number of astronauts of a player on the mat."""
        on_planets = sum(self.on_planet(planet, player) for planet in self.planets)
        return on_planets + self.on_moons(player) + self.deep_space[player]

    # Goals (mlem 5)

    def _check_goals(self, player: int) -> None:
        own = [self.on_planet(planet, player) for planet in self.planets]
        reached = {
            "astronauts_on_distinct_planets": sum(count > 0 for count in own),
            "astronauts_on_one_planet": max(own),
            "astronauts_on_moons": self.on_moons(player),
            "astronauts_in_deep_space": self.deep_space[player],
        }
        for goal, row in enumerate(self.tables.goals):
            if self.goals[goal] is None and reached[row["condition"]] >= row["threshold"]:
                self.goals[goal] = player

    # Points (mlem 6)

    def ranking(self, planet: int) -> list[int]:
        """Return the players on a planet: more astronauts first, among equals the earlier first arrival."""
        rows = self.planets[planet]
        return sorted(rows, key=rows.get, reverse=True)  # equals stay in the order of arrival

    def planet_points(self, player: int) -> int:
        """Return the points of a player for all planets."""
        total = 0
        for planet, values in self.tables.planets.items():
            if player not in self.planets[planet]:
                continue
            points = values[min(self.ranking(planet).index(player), 2)]
            doubled = self.doubled_planet[player] == planet
            total += points * (self.tables.multipliers[DOUBLE_PLANET] if doubled else 1)
        return total

    def goal_points(self, player: int) -> int:
        """Return the points of a player for goal tokens."""
        return self.tables.goal_points * self.goals.count(player)

    def snapshot(self) -> dict:
        """Return everything comparable as plain data."""
        players = range(len(self.deep_space))
        moons = {}
        for space, owners in self.moons.items():
            free = len(self.tables.spaces[space].moon_points) - len(owners)
            moons[space] = [*owners, *[None] * free]
        return {
            "moons": moons,
            "planets": {planet: [self.on_planet(planet, player) for player in players] for planet in self.planets},
            "planet_arrivals": {planet: list(rows) for planet, rows in self.planets.items()},
            "doubled_planet": list(self.doubled_planet),
            "deep_space": list(self.deep_space),
            "immediate_points": [self.moon_points[player] + self.deep_space_points[player] for player in players],
            "goals": list(self.goals),
        }
