"""Files of lines that what is tested is compared with, line by line; `MOON_ENVS_WRITE_GOLDEN=1` writes them anew."""

import difflib
import os
from pathlib import Path

DIFFERENCES_SHOWN = 60


def compare(file: Path, lines: list[str], what: str) -> None:
    """Compare lines with those of a file; `what` they are is for the message."""
    if os.environ.get("MOON_ENVS_WRITE_GOLDEN"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    assert file.exists(), f"There is no {what} {file}: write it with MOON_ENVS_WRITE_GOLDEN=1"
    recorded = file.read_text(encoding="utf-8").splitlines()
    changes = list(difflib.unified_diff(recorded, lines, "recorded", "now", lineterm="", n=3))
    shown = "\n".join(changes[:DIFFERENCES_SHOWN])
    assert not changes, f"The {what} {file} is another now:\n{shown}\n({len(changes)} lines of differences)"
