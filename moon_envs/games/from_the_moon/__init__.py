"""From the Moon: factions on the Moon send rovers, build a base, and launch the ships to Europa, Titan and Mars."""
