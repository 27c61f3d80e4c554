"""Playing in the browser: a server for this machine only, which `moon-envs web` starts.

This package needs the extra `web` (`pip install "moon_envs[web]"`); it is imported when it is asked for.
"""

from moon_envs.errors import MissingExtraError

try:
    import markdown_it  # noqa: F401
    import starlette  # noqa: F401
    import uvicorn  # noqa: F401
except ImportError as error:
    raise MissingExtraError(f'The browser needs a server ({error}): pip install "moon_envs[web]"') from error
