"""The exceptions of moon_envs: each says what was wrong and what is allowed."""

from __future__ import annotations

from typing import Any

EXIT_INTERRUPTED = 130  # what a program returns after Ctrl-C, as shells count


class MoonEnvsError(Exception):
    """Base class of every error this package raises on purpose."""


def reason(failure: BaseException) -> str:
    """What went wrong, to stand at the end of another sentence: without a full stop of its own."""
    return str(getattr(failure, "strerror", None) or failure).rstrip(".")


class ConfigurationError(MoonEnvsError, ValueError):
    """A game id, player count, option, reward name or setting that is not allowed."""


class ArgumentError(ConfigurationError, TypeError):
    """A keyword argument that does not exist, or a render mode that an environment does not have.

    Trainers try arguments out and expect a `TypeError` where there is no such argument.
    """


class TableIndexError(ConfigurationError, IndexError):
    """An index that a table of a game does not have."""


class IllegalActionError(MoonEnvsError, ValueError):
    """An action that the rules do not allow now; nothing has moved."""


class SaveError(MoonEnvsError, ValueError):
    """Saved bytes that are damaged, or belong to another game or version."""


class UnsavedError(MoonEnvsError):
    """A file that could not be written; what was played for it is not lost.

    Attributes:
        result: what was to be returned.
    """

    def __init__(self, message: str, result: Any = None):
        super().__init__(message)
        self.result = result


class SessionError(MoonEnvsError, ValueError):
    """A game of people that cannot be begun, resumed, recorded or saved like that; nothing has moved."""


class ComponentsError(MoonEnvsError, ValueError):
    """A file of printed facts that cannot be read, or has a value that is not allowed."""


class NetworkError(MoonEnvsError, ValueError):
    """A file of a network that is damaged, or made for another game or version."""


class ConcurrentUseError(MoonEnvsError, RuntimeError):
    """A batch that another thread is using; nothing has moved."""


class AgentError(IllegalActionError):
    """An agent that raised, or did not return one legal action for each game it was asked for; nothing has moved."""


class BrokenGameError(MoonEnvsError, RuntimeError):
    """A game that breaks the contract: nothing is legal, or it does not come to an end."""


class CompilationError(MoonEnvsError, RuntimeError):
    """The compiled kernels cannot be built in this environment."""


class MissingExtraError(MoonEnvsError, ModuleNotFoundError):
    """A module that needs a package which is installed only with one of the extras."""


class IllegalActionWarning(UserWarning):
    """An episode was ended by an illegal action."""
