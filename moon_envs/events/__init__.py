"""What happened between two positions, in words, as far as a seat knows it; what the signs of a text mean."""

from moon_envs.events.telling import GameEvents, Moment, describe, is_noticed, legend, tell

__all__ = ["GameEvents", "Moment", "describe", "is_noticed", "legend", "tell"]
