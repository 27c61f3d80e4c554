"""The exceptions of moon_envs. Their messages say what was wrong and what is allowed."""

from __future__ import annotations

from typing import Any

EXIT_INTERRUPTED = 130  # the exit code after Ctrl-C, by the convention of shells


class MoonEnvsError(Exception):
    """Base class of every error this package raises on purpose."""


def reason(failure: BaseException) -> str:
    """Return the words of an exception without a full stop, for the end of another sentence."""
    return str(getattr(failure, "strerror", None) or failure).rstrip(".")


class ConfigurationError(MoonEnvsError, ValueError):
    """A game id, player count, option, reward name or setting that is not allowed."""


class ArgumentError(ConfigurationError, TypeError):
    """A keyword argument that does not exist, or a render mode that an environment does not have.

    It is also a `TypeError`, because trainers try out arguments and catch that.
    """


class TableIndexError(ConfigurationError, IndexError):
    """An index beyond the end of a game's table; also an `IndexError`."""


class IllegalActionError(MoonEnvsError, ValueError):
    """An action that the rules do not allow now; no game has changed."""


class SaveError(MoonEnvsError, ValueError):
    """Saved bytes that are damaged, or belong to another game or version."""


class UnsavedError(MoonEnvsError):
    """A file that could not be written; the error carries the result, so that it is not lost.

    Attributes:
        result: what the call would have returned.
    """

    def __init__(self, message: str, result: Any = None):
        super().__init__(message)
        self.result = result


class SessionError(MoonEnvsError, ValueError):
    """A session that cannot be started, resumed, recorded or saved in this way; its game has not changed."""


class ComponentsError(MoonEnvsError, ValueError):
    """A file of printed facts that is unreadable or has a value that is not allowed."""


class NetworkError(MoonEnvsError, ValueError):
    """A file of a network that is damaged, or made for another game or version."""


class ConcurrentUseError(MoonEnvsError, RuntimeError):
    """A call on a batch that another thread is using; no game has changed."""


class AgentError(IllegalActionError):
    """An agent that raised, or did not return one legal action for each of its games; no game has changed."""


class BrokenGameError(MoonEnvsError, RuntimeError):
    """A game that breaks the contract: no action is legal, or it does not end."""


class CompilationError(MoonEnvsError, RuntimeError):
    """The compiled kernels cannot be built in this environment."""


class MissingExtraError(MoonEnvsError, ModuleNotFoundError):
    """A module needs a package that only one of the extras installs."""


class IllegalActionWarning(UserWarning):
    """An episode was ended by an illegal action."""
