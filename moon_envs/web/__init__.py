"""Playing in the browser: a server for this machine only, which `moon-envs web` starts.

This package needs the extra `web` (`pip install "moon_envs[web]"`); it is imported when it is asked for.
"""

import importlib

from moon_envs.base.errors import MissingExtraError

try:
    for _needed in ("markdown_it", "starlette", "uvicorn"):
        importlib.import_module(_needed)
except ImportError as error:
    raise MissingExtraError(f'The browser needs a server ({error}): pip install "moon_envs[web]"') from error
