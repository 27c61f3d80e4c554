"""Files and arguments that would unpack to far more memory than their size are refused before that."""

from __future__ import annotations

import base64
import io
import itertools
import json
import zipfile
import zlib
from collections.abc import Sequence

import gymnasium
import numpy as np
import pytest

import moon_envs
from moon_envs.arena import Arena, run_file
from moon_envs.base.checks import as_array, as_list, shown
from moon_envs.base.errors import MoonEnvsError, NetworkError, SaveError
from moon_envs.base.files.bounded import inflate, read_arrays, read_json, write_json
from moon_envs.core import saves
from moon_envs.networks import Network
from moon_envs.records.datasets import GameWriter, load_games
from moon_envs.replays.packing import unpack
from tests.base.memory import peak_bytes

LITTLE = 32 << 20


def zip_of(member: bytes, compression: int, times: int = 1) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", compression) as archive:
        for number in range(times):
            archive.writestr(f"{number}.npy", member)
    return packed.getvalue()


def with_declared_size(data: bytes, size: int) -> bytes:
    """Return a zip whose only member declares too small a size, in both places."""
    data, right = bytearray(data), zipfile.ZipFile(io.BytesIO(data)).infolist()[0].file_size
    where = right.to_bytes(4, "little")
    for _ in range(2):
        place = data.index(where)
        data[place : place + 4] = size.to_bytes(4, "little")
    return bytes(data)


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, zipfile.ZIP_DEFLATED])
def test_a_network_that_unfolds_to_more_than_it_says(compression, tmp_path):
    bomb = with_declared_size(zip_of(bytes(60_000_000), compression), 1000)
    assert len(bomb) < 200_000
    (tmp_path / "bomb.npz").write_bytes(bomb)

    def load():
        with pytest.raises(NetworkError, match="is not the file of a network"):
            Network.load(tmp_path / "bomb.npz")

    assert peak_bytes(load) < LITTLE


def test_a_zip_of_a_million_names():
    entry, data = zip_of(b"", zipfile.ZIP_STORED), bytearray()
    place = entry.index(b"PK\x01\x02")
    end = entry.index(b"PK\x05\x06")
    directory = entry[place:end] * 20_000
    data += entry[:place] + directory + entry[end : end + 12]
    data += len(directory).to_bytes(4, "little") + place.to_bytes(4, "little") + b"\0\0"

    def read():
        with pytest.raises(ValueError, match="more than 1000 arrays"):
            read_arrays(bytes(data), 1 << 20, "f")

    assert peak_bytes(read) < 2 * len(data)


def test_compressed_bytes():
    packed = zlib.compress(bytes(100_000_000))

    def read():
        with pytest.raises(ValueError, match="unpacks to more than 1000 bytes"):
            inflate(packed, 1000)

    assert peak_bytes(read) < LITTLE
    assert inflate(zlib.compress(b"abc"), 3) == b"abc"
    for wrong in (b"abc", packed[:-3], zlib.compress(b"abc") + b"d"):
        with pytest.raises(ValueError):
            inflate(wrong, 1 << 30)


def test_the_file_of_an_arena(tmp_path):
    path = tmp_path / "arena.json"
    arena = Arena("launch", ["random", "greedy"], players=2)
    arena.play(2, save=path)
    contents = json.loads(path.read_bytes())
    del contents["checksum"]
    packed = base64.b64encode(zlib.compress(bytes(100_000_000))).decode()
    bombs = [contents | {"arrays": dict.fromkeys(run_file.ARRAYS, packed)}]
    bombs += [bombs[0] | {"seeds": seeds} for seeds in (10**9, 10**30, -1, True, 2.0)]
    for bomb in bombs:
        path.write_bytes(json.dumps(bomb | {"checksum": run_file._checksum(bomb)}).encode())

        def resume():
            with pytest.raises(SaveError, match="cannot resume"):
                Arena("launch", ["random", "greedy"], players=2).resume(path)

        assert peak_bytes(resume) < LITTLE


def test_an_arena_that_could_not_be_saved_is_not_begun(tmp_path):
    arena = Arena("launch", ["random", "greedy"], players=2)
    with pytest.raises(SaveError, match="holds up to [0-9]+ seeds of this arena, not 50000000"):
        arena.play(100_000_000, save=tmp_path / "arena.json")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", [b"[" * 100_000, b'{"a":' * 100_000, b"[" * 200 + b"]" * 200])
def test_json_that_nests_too_deeply(text):
    with pytest.raises(ValueError, match="more than 64 deep"):
        read_json(text)


def test_json_of_too_many_values():
    text = b"[" + b"[]," * 2_000_000 + b"[]]"

    def read():
        with pytest.raises(ValueError, match="more than 1048576 values"):
            read_json(text)

    assert peak_bytes(read) < 2 * len(text)
    with pytest.raises(ValueError, match="are too long"):
        read_json(b" " * 11, 10)
    for wrong in (b"NaN", b"[Infinity]", b"{", b"", b"\xff", "[]", None):
        with pytest.raises(ValueError):
            read_json(wrong)


def test_what_is_written_as_json_is_read():
    assert read_json(write_json({"a": [1, 2.5, None, "\udc80"]})) == {"a": [1, 2.5, None, "\udc80"]}
    deep: list = []
    for _ in range(100):
        deep = [deep]
    for wrong in (float("nan"), {1, 2}, deep, object(), list(range(1_100_000)), np.int64(3)):
        with pytest.raises(ValueError):
            write_json(wrong)


def test_headers_of_saves_and_recordings(tmp_path):
    game, batch = moon_envs.game("launch"), moon_envs.Batch("launch", players=2)
    header = b'{"game": "launch", "details": [' + b"[]," * 700_000 + b"[]]}"
    save = saves._PREFIX.pack(saves.MAGIC, saves.FORMAT, len(header)) + header

    def load():
        with pytest.raises(SaveError, match="its header cannot be read"):
            batch.load(save)
        with pytest.raises(SaveError, match="not a recorded game"):
            moon_envs.Recording.from_bytes(b'{"actions": [' + b"[]," * 1_500_000 + b"[]]}")

    assert peak_bytes(load) < 40 << 20
    for details in (float("nan"), {3}, [[[]] * 3] * 700_000, {1: 2, "a": 3}):
        with pytest.raises(SaveError, match="cannot hold these details"):
            saves.pack(game, batch.states[0], details=details)


def test_games_are_written_so_that_they_can_be_read(tmp_path, monkeypatch):
    monkeypatch.setattr("moon_envs.records.datasets.GAMES_OF_A_FILE", 3)
    game = moon_envs.game("launch")
    writer = GameWriter(tmp_path / "games", game, game.configuration(2), ["random"] * 2)
    writer.add(np.arange(7), [np.array([number, 1]) for number in range(7)])
    assert len(list((tmp_path / "games").iterdir())) == 3
    assert load_games(tmp_path / "games").lengths.tolist() == [2] * 7


def test_replay_pages():
    with pytest.raises(ValueError):
        unpack(base64.b64encode(zlib.compress(b"[" * 100_000)).decode())
    with pytest.raises(ValueError):
        unpack("%%")


class Endless(Sequence):
    """A list that declares four entries and is endless."""

    def __len__(self):
        return 4

    def __getitem__(self, place):
        return 0

    def __iter__(self):
        return itertools.repeat(0)


LONG = {
    "a range": lambda: range(10**7),
    "a longer range": lambda: range(10**30),
    "endless": Endless,
    "an iterator": itertools.count,
    "ranges": lambda: [range(10**6)] * 4,
    "arrays": lambda: [np.zeros(10**6, np.int8)] * 4,
    "a list": lambda: [0] * 10**6,
}


def calls_with(batch, environments, search):
    state = batch.states[0]
    return {
        "reset": lambda given: batch.reset(given),
        "rows": lambda given: batch.reset(0, given),
        "step": lambda given: batch.step(given),
        "rows of a step": lambda given: batch.step(given, [0, 1]),
        "player": lambda given: batch.resample(None, given, 0),
        "seed": lambda given: batch.resample(None, 0, given),
        "rows to look at": lambda given: batch.look_ahead(given),
        "seed of a look": lambda given: batch.look_ahead(None, given),
        "values": lambda given: batch.look_ahead().best(given),
        "from rows": lambda given: batch.copy_rows(given, [1]),
        "to rows": lambda given: batch.copy_rows([1], given),
        "search": lambda given: search.search(batch.states, given),
        "searched rows": lambda given: search.search(batch.states, 0, given),
        "vector reset": lambda given: environments.reset(seed=given),
        "vector step": lambda given: environments.step(given),
        "reset mask": lambda given: environments.reset(options={"reset_mask": given}),
        "missions": lambda given: moon_envs.Batch("launch", missions=given),
        "opponents": lambda given: moon_envs.SeatBatch("launch", players=3, seat=0, opponents=given),
        "levels": lambda given: moon_envs.Series(2, 1, opponent=given),
        "probabilities": lambda given: moon_envs.draw("launch", state, probabilities=given),
        "views": lambda given: moon_envs.Recording.begin("launch", 1).to_html(seats=given),
        "agents": lambda given: Arena("launch", given),
    }


@pytest.mark.parametrize("long", LONG.values(), ids=LONG)
def test_arguments_that_do_not_end(long):
    batch, search = moon_envs.Batch("launch", 4, players=2), moon_envs.Search("launch", 2, 4)
    environments = gymnasium.make_vec("moon_envs/Launch-v0", num_envs=4)
    environments.reset()
    batch.render()  # the first load takes memory, too
    for name, call in calls_with(batch, environments, search).items():
        given = long()

        def refused(call=call, given=given):
            with pytest.raises(MoonEnvsError) as error:
                call(given)
            assert len(str(error.value)) < 1000

        assert peak_bytes(refused) < LITTLE, name


def test_lists_and_arrays_of_every_kind():
    assert as_list(range(3), 3) == [0, 1, 2] and as_list(range(4), 3) is None and as_list("abc") is None
    for given in ([1, 2], (1, 2), range(1, 3), np.array([1, 2]), [np.int8(1), np.array(2)], [np.uint64(1), 2]):
        assert as_array(given, 2).tolist() == [1, 2]
    assert as_array([]).shape == (0,) and as_array(3).shape == () and as_array([1.5, True], 2).dtype == np.float64
    for given in ([[1], [2]], ["1", "2"], [None, 1], {1, 2}, {1: 2}, "12", b"12", None, [1, 2, 3], [{}], [[1], 2]):
        assert as_array(given, 2).dtype == object
    assert shown([0] * 10**6).endswith(" ...") and len(shown("x" * 10**6)) < 100
