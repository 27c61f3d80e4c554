"""The call frame of XLA, versions that are not known, the slower way through Python, and damaged calls."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import numpy as np
import pytest

from moon_envs import Batch
from moon_envs.base.errors import MoonEnvsError

jax = pytest.importorskip("jax", reason="the extra jax is not installed")

import jax.numpy as jnp  # noqa: E402

import moon_envs.jax  # noqa: E402
from moon_envs.engine.xla import frame as layout  # noqa: E402
from moon_envs.engine.xla import parallel  # noqa: E402
from moon_envs.jax import abi  # noqa: E402
from moon_envs.jax.calls import _HANDLER, call_handler, frame_of  # noqa: E402
from tests.jax.playing import assert_same, course_of, key_of, keys_of, leaves_equal, replay  # noqa: E402

ROWS, SEED = 3, 12
KEY = jax.random.key(0)


@pytest.fixture(scope="module")
def env():
    return moon_envs.jax.make("mlem", players=2)


# Versions


def words_of_structs() -> dict[str, dict[str, int]]:
    """Where the members of the structs of the installed header begin, in words."""
    header = (Path(jax.ffi.include_dir()) / abi.HEADER).read_text(encoding="utf-8")
    found: dict[str, dict[str, int]] = {}
    for name, body in re.findall(r"struct (XLA_FFI_\w+) \{(.*?)\n\}", re.sub(r"//.*", "", header), re.DOTALL):
        members, word = {}, 0
        for member in body.split(";"):
            names = re.findall(r"\w+", member)
            if names:
                members[names[-1]] = word
                is_pointer = "*" in member or "(" in member
                word += found[names[0]]["end"] if names[0] in found and not is_pointer else 1
        # Two int of a version share a word.
        found[name] = members | {"end": word - (name == "XLA_FFI_Api_Version")}
    return found


def test_the_header_describes_the_frame_that_we_read():
    """A new version of JAX is known when this passes with it; then add it to KNOWN_VERSIONS."""
    structs = words_of_structs()
    frame, listed, buffer = structs["XLA_FFI_CallFrame"], structs["XLA_FFI_Args"], structs["XLA_FFI_Buffer"]
    names = ("extension_start", "api", "ctx", "args", "rets")
    assert [frame[name] for name in names] == [
        layout.EXTENSION,
        layout.API,
        layout.CONTEXT,
        layout.ARGUMENTS,
        layout.RESULTS,
    ]
    assert layout.FRAME_WORDS <= frame["end"]
    assert (listed["size"], listed["args"], listed["end"]) == (
        layout.LIST_COUNT,
        layout.LIST_POINTERS,
        layout.LIST_WORDS,
    )
    assert list(structs["XLA_FFI_Rets"].values()) == list(listed.values())
    assert [buffer[name] for name in ("data", "rank", "dims", "end")] == [
        layout.BUFFER_DATA,
        layout.BUFFER_RANK,
        layout.BUFFER_DIMENSIONS,
        layout.BUFFER_WORDS,
    ]
    metadata = structs["XLA_FFI_Metadata"]
    assert metadata["api_version"] + structs["XLA_FFI_Api_Version"]["major_version"] == layout.METADATA_VERSION
    assert metadata["traits"] == layout.METADATA_TRAITS
    assert structs["XLA_FFI_Metadata_Extension"]["metadata"] == layout.EXTENSION_METADATA
    api = structs["XLA_FFI_Api"]
    assert api["XLA_FFI_Error_Create"] == layout.API_ERROR_CREATE
    assert api["XLA_FFI_Error_Destroy"] == parallel.API_ERROR_DESTROY
    assert api["XLA_FFI_ThreadPool_Schedule"] == parallel.API_SCHEDULE
    create, schedule = structs["XLA_FFI_Error_Create_Args"], structs["XLA_FFI_ThreadPool_Schedule_Args"]
    assert [create[name] for name in ("message", "errc", "end")] == [
        layout.ERROR_MESSAGE,
        layout.ERROR_CODE,
        layout.ERROR_WORDS,
    ]
    assert [schedule[name] for name in ("ctx", "task", "data", "end")] == [
        parallel.SCHEDULE_CONTEXT,
        parallel.SCHEDULE_TASK,
        parallel.SCHEDULE_DATA,
        parallel.SCHEDULE_WORDS,
    ]
    destroy = structs["XLA_FFI_Error_Destroy_Args"]
    assert (destroy["error"], destroy["end"]) == (parallel.DESTROY_ERROR, parallel.DESTROY_WORDS)


def test_this_version_is_known():
    assert abi.interface_version() in abi.KNOWN_VERSIONS and abi.why_unknown() == ""


@pytest.mark.parametrize(
    ("version", "words"),
    [
        ((0, 99), "has version 0.99 of XLA's interface"),
        ((1, 0), "has version 1.0"),
        (None, "does not say which version"),
    ],
    ids=str,
)
def test_an_unknown_version_goes_the_slow_way(monkeypatch, version, words):
    """With one warning, which points to the line of the user."""
    monkeypatch.setattr(abi, "interface_version", lambda: version)
    for make in (
        lambda: moon_envs.jax.make("mlem", players=2, reward={"outcome": 0.75}),
        lambda: moon_envs.jax.make_vec("mlem", 2, players=2, reward={"outcome": 0.75}),
    ):
        with pytest.warns(UserWarning, match=words) as caught:
            slow = make()
        assert len(caught) == 1 and caught[0].filename == __file__
        assert f"jax {jax.__version__}" in str(caught[0].message) and "0.1, 0.2" in str(caught[0].message)
        monkeypatch.setattr(type(slow._template), "names", property(lambda self: pytest.fail("XLA was asked")))
        assert slow.records(slow.init(key_of(SEED)))["seed"][0] == SEED
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        moon_envs.jax.make("mlem", players=2, directly=False)


def test_a_jax_without_a_header(monkeypatch):
    monkeypatch.setattr(jax.ffi, "include_dir", lambda: "/nowhere")
    assert abi.interface_version() is None
    monkeypatch.delattr(jax.ffi, "include_dir")
    assert abi.interface_version() is None and "does not say" in abi.why_unknown()


# The slower way


@pytest.mark.parametrize("id_", ["mlem", "launch", "luna_capital"])
def test_through_python(id_):
    """The same results, also under jit, scan, vmap and nested vmap."""
    settings = {"players": 2, "reward": "points_delta"}
    slow, fast = (moon_envs.jax.make(id_, directly=directly, **settings) for directly in (False, True))
    batch = Batch(id_, ROWS, seed=SEED, autoreset="disabled", threads=1, **settings)
    course = course_of(batch, 40, over=False)
    states = jax.vmap(slow.init)(keys_of(SEED, ROWS))
    last, found = replay(slow, states, course.actions, vmapped=True)
    assert_same(course, found, "vmap")
    many = moon_envs.jax.make_vec(id_, ROWS, directly=False, **settings)
    course = course_of(Batch(id_, ROWS, seed=SEED, threads=1, **settings), 40, over=False)
    assert_same(course, replay(many, many.init(key_of(SEED)), course.actions, vmapped=False)[1], "make_vec")
    assert slow == fast
    keys = keys_of(7, ROWS)
    seats = np.arange(ROWS, dtype=np.int32) % 2
    for one in (lambda env: jax.vmap(env.sample)(last, keys), lambda env: jax.vmap(env.resample)(last, seats, keys),
                lambda env: jax.jit(jax.vmap(env.observe))(last, seats), lambda env: jax.vmap(env.points)(last),
                lambda env: jax.vmap(env.outcome)(last), lambda env: env.init(key_of(3))):  # fmt: skip
        assert leaves_equal(one(slow), one(fast))
    nested = jax.vmap(jax.vmap(slow.init))(keys_of(SEED, 4).reshape(2, 2))
    assert leaves_equal(nested, jax.vmap(jax.vmap(fast.init))(keys_of(SEED, 4).reshape(2, 2)))
    twice = jax.vmap(many.init)(keys_of(SEED, 2))
    assert (many.records(twice)["seed"] == [SEED + add for add in (0, 1, 2, 1, 2, 3)]).all()


# Damaged calls


@pytest.fixture
def call(env):
    """Arguments and results of a step of one game, and a function that calls the handler with a frame."""
    state = env.init(KEY)
    arguments = [np.array(state._game), np.array(3, np.int32), np.array(False)]
    shapes = [*env._shown(), env._shape((2,), jnp.float32), env._shape((), jnp.bool_)]
    outputs = [np.zeros(one.shape, one.dtype) for one in shapes]

    def run(frame):
        return _HANDLER(env._template.handler("step"))(int(frame[0].ctypes.data), env._template.address)

    return arguments, outputs, run


def test_a_frame_of_our_own(call):
    arguments, outputs, run = call
    assert run(frame_of(arguments, outputs)) == layout.OK and outputs[3].any()


def test_damaged_frames(call):
    """Structs that are too small, and lists that are too short or too long: the arrays are not touched."""
    arguments, outputs, run = call
    sizes = (0, layout.ARGUMENTS + layout.LIST_SIZE, layout.RESULTS + layout.LIST_SIZE)
    for word in sizes:
        for size in (0, 8, -1):
            frame = frame_of(arguments, outputs)
            frame[0][word] = size
            assert run(frame) == layout.WRONG_FRAME
    kept = frame_of(arguments, outputs)
    for buffer in [one for one in kept if len(one) == layout.BUFFER_WORDS and one[0] == 8 * layout.BUFFER_WORDS]:
        buffer[0] -= 8
        assert run(kept) == layout.WRONG_FRAME
        buffer[0] += 8
    assert run(kept) == layout.OK
    for outer in (layout.ARGUMENTS, layout.RESULTS):
        for count in (0, 1, 2, 5, 7, -1, 2**62):
            frame = frame_of(arguments, outputs)
            frame[0][outer + layout.LIST_COUNT] = count
            assert run(frame) == layout.WRONG_BUFFERS
    for wrong in (arguments[:2], [*arguments, arguments[0]], []):
        assert run(frame_of(wrong, outputs)) == layout.WRONG_BUFFERS
    assert run(frame_of(arguments, outputs[:-1])) == layout.WRONG_BUFFERS


def test_wrong_numbers_of_elements(call):
    arguments, outputs, run = call
    for arrays, place in [(arguments, place) for place in range(3)] + [(outputs, place) for place in range(6)]:
        own = arrays[place]
        for wrong in (np.zeros(own.size + 1, own.dtype), np.zeros(0, own.dtype), np.zeros((2, *own.shape), own.dtype)):
            arrays[place] = wrong
            assert run(frame_of(arguments, outputs)) == layout.WRONG_BUFFERS
            assert not wrong.any()
        arrays[place] = own
    assert run(frame_of(arguments, outputs)) == layout.OK


@pytest.mark.parametrize("operation", ["init", "step", "resample", "sample", "observe", "points"])
def test_every_operation_refuses_wrong_calls(env, operation):
    """Through our own frame, and through XLA, whose error has our words."""
    words = "arrays of this call do not belong to the game"
    with pytest.raises(MoonEnvsError, match=words):
        call_handler(env._template, operation, [np.zeros(3, np.uint8)] * 7, [((3,), np.uint8)])
    counts = {"init": (1, 4), "step": (3, 6), "resample": (3, 4), "sample": (2, 1), "observe": (2, 1), "points": (1, 2)}
    given, got = counts[operation]
    for takes, gives, size in ((given, got, 5), (given + 1, got, 2), (given, got + 1, 2), (given, got, 1)):
        shapes = [jax.ShapeDtypeStruct((size,), jnp.float32)] * gives
        called = jax.ffi.ffi_call(env._template.names[operation], shapes)
        for compiled in (called, jax.jit(called)):
            with pytest.raises(jax.errors.JaxRuntimeError, match=words):
                jax.block_until_ready(compiled(*[jnp.ones(size, jnp.float32)] * takes))
    state = env.init(KEY)
    assert not env.step(state, env.sample(state, KEY)).terminated, "the process goes on"


def test_no_games_at_all(env):
    """`jax.vmap` over zero games."""
    states = jax.vmap(env.init)(jax.random.split(KEY, 4)[:0])
    states = jax.vmap(env.step)(states, jax.vmap(env.sample)(states, jax.random.split(KEY, 4)[:0]))
    assert states.observation.shape == (0, *env.observation_shape)
    assert jax.vmap(env.points)(states).shape[0] == 0 and len(env.records(states)) == 0
    env.check(states)
