"""Without JAX, `moon_envs.jax` names the extra in one line, and the rest of the package never asks for it."""

import subprocess
import sys

import pytest


def run(program, folder):
    return subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("missing", ["jax", "jax.ffi"], ids=["no jax", "a jax that is too old"])
def test_without_jax(missing, tmp_path):
    stub = "import types; sys.modules['jax'] = types.ModuleType('jax'); " if missing == "jax.ffi" else ""
    found = run(f"import sys; {stub}sys.modules[{missing!r}] = None; import moon_envs.jax", tmp_path)
    assert found.returncode == 1
    line = found.stderr.splitlines()[-1]
    assert line.startswith("moon_envs.base.errors.MissingExtraError: moon_envs.jax needs JAX (")
    assert line.endswith('): pip install "moon_envs[jax]"')


def test_it_can_be_caught(tmp_path):
    """It is an ImportError, too, and comes again when somebody tries again."""
    program = """
import sys
sys.modules["jax"] = None
for _ in range(2):
    try:
        import moon_envs.jax
    except ImportError as error:
        print(type(error).__name__)
"""
    assert run(program, tmp_path).stdout.split() == ["MissingExtraError"] * 2


def test_nothing_else_imports_jax(tmp_path):
    program = "import sys, moon_envs, moon_envs.cli.main; moon_envs.Batch('mlem', 2); print('jax' in sys.modules)"
    assert run(program, tmp_path).stdout.strip() == "False"
