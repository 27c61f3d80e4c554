"""Files of networks: a written file can be read, and anything else is refused in one line."""

from __future__ import annotations

import io
import json
import os
import pickle
import zipfile

import numpy as np
import pytest

from moon_envs.base.errors import ConfigurationError, NetworkError
from moon_envs.networks import Network, baseline_names, find_network, finding, load_network
from moon_envs.networks.file import pack, unpack
from tests.networks.random_weights import random_file, random_network
from tests.search.positions import played
from tests.unix import needs_unix


@pytest.fixture
def file(tmp_path):
    return random_file(tmp_path, "launch", True, reward={"points_delta": 1.0, "outcome": 0.5})


def test_what_is_written_is_read(file):
    network, read = random_network("launch", True), Network.load(file)
    assert read.game is network.game and read.inputs.solo and read.trained == "not at all"
    assert read.rewards.points_delta == 1.0 and read.rewards.outcome == 0.5
    batch = played("launch", 5, 9, players=1, opponent=3)
    for one, other in zip(*(some.evaluate(batch.observation, batch.mask) for some in (network, read)), strict=True):
        assert one.tobytes() == other.tobytes()
    before = file.read_bytes()
    read.save(file)
    assert file.read_bytes() == before


def test_files_of_before_there_were_thermometers(tmp_path):
    file = random_file(tmp_path, "launch", True, thermometers=False)
    network = Network.load(file)
    file.write_bytes(changed(file, format=1, thermometers=...))
    read = Network.load(file)
    assert not read.inputs.thermometers and read.parameters.keys() == network.parameters.keys()
    assert all((value == network.parameters[name]).all() for name, value in read.parameters.items())


def changed(file, **changes):
    """Return the file with another description."""
    about, arrays = unpack(file)
    return pack({name: value for name, value in {**about, **changes}.items() if value is not ...}, arrays)


def with_arrays(file, change):
    about, arrays = unpack(file)
    change(arrays)
    return pack(about, arrays)


def zip_of(**members):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in members.items():
            archive.writestr(f"{name}.npy", data)
    return packed.getvalue()


def header_of(shape, kind="<f4"):
    member = io.BytesIO()
    np.lib.format.write_array_header_1_0(member, {"descr": kind, "fortran_order": False, "shape": shape})
    return member.getvalue()


def described(text):
    return zip_of(about=header_of((), f"<U{len(text)}") + text.encode("utf-32-le"))


def pickled():
    member = io.BytesIO()
    np.lib.format.write_array(member, np.array([os.system, "echo"], dtype=object), allow_pickle=True)
    return member.getvalue()


def with_nan(arrays):
    arrays["first.bias"][3] = np.nan


def with_infinity(arrays):
    arrays["value.weight"][0, 0] = np.inf


def with_another_shape(arrays):
    arrays["first.weight"] = arrays["first.weight"][:, :-1]


def without_a_layer(arrays):
    del arrays["second.bias"]


def with_one_more(arrays):
    arrays["third.bias"] = np.zeros(3, np.float16)


def of_words(arrays):
    arrays["first.bias"] = np.array(["a"] * len(arrays["first.bias"]))


DAMAGED = {
    "empty": (lambda file: b"", "is not the file of a network"),
    "noise": (lambda file: bytes(range(256)) * 40, "is not the file of a network"),
    "cut in half": (lambda file: file.read_bytes()[: len(file.read_bytes()) // 2], "is not the file of a network"),
    "without its end": (lambda file: file.read_bytes()[:-5], "is not the file of a network"),
    "a pickle": (lambda file: pickle.dumps({"first.weight": 3}), "is not the file of a network"),
    "one array": (lambda file: header_of((3,)) + bytes(12), "is not the file of a network"),
    "an empty zip": (lambda file: zip_of(), "is not the file of a network: it has no description"),
    "no arrays": (lambda file: zip_of(about=b"nothing"), "is not the file of a network"),
    "pickled objects": (lambda file: zip_of(about=pickled()), "an array is not what its header says"),
    "a huge header": (lambda file: zip_of(about=header_of((2**40, 2**20))), "an array is not what its header says"),
    "a negative header": (lambda file: zip_of(about=header_of((-4,))), "is not the file of a network"),
    "no description": (lambda file: described("x"), "is not the file of a network: Expecting value"),
    "a list": (lambda file: pack([1, 2], {}), "the description is not a table"),
    "numbers": (with_nan, "a weight is not a finite number"),
    "infinity": (with_infinity, "a weight is not a finite number"),
    "another shape": (with_another_shape, "the weights do not have the shapes"),
    "a layer less": (without_a_layer, "the weights do not have the shapes"),
    "a layer more": (with_one_more, "the weights do not have the shapes"),
    "words": (of_words, "a weight is not a finite number"),
    "another format": ({"format": 4}, "format 4 is not known; this version reads 1, 2 and 3"),
    "no thermometers": ({"thermometers": ...}, "no valid 'thermometers'"),
    "other thermometers": ({"thermometers": False}, "the weights do not have the shapes"),
    "no format": ({"format": ...}, "no valid 'format'"),
    "a format of words": ({"format": "1"}, "no valid 'format'"),
    "true": ({"format": True}, "no valid 'format'"),
    "no game": ({"game": 5}, "no valid 'game'"),
    "an unknown game": ({"game": "lunch"}, "lunch"),
    "another game": ({"game": "journey"}, "with other features or actions; this is version"),
    "another version": ({"version": 99, "fingerprint": "0" * 16}, "made for version 99 of launch"),
    "another mode": ({"solo": False}, "with other features or actions"),
    "not played alone": ({"game": "mlem"}, "mlem is not played alone"),
    "wider": ({"hidden": 25}, "the weights do not have the shapes"),
    "as wide as the world": ({"hidden": 10**12}, "hidden=1000000000000 is not allowed; allowed: 1 to 4096"),
    "no width": ({"hidden": 0}, "hidden=0 is not allowed"),
    "a width below zero": ({"rival_width": -1}, "opponent_width=-1 is not allowed"),
    "another reward": ({"reward": "victory"}, "reward"),
    "no reward": ({"reward": {}}, "reward"),
    "a wild reward": ({"reward": {"outcome": "x"}}, "reward"),
    "an endless number": (lambda file: described('{"version": 1' + 5000 * "0" + "}"), "is not the file of a network"),
    "endless brackets": (lambda file: described(100_000 * "["), "is not the file of a network"),
}


@pytest.mark.parametrize(("damage", "words"), DAMAGED.values(), ids=DAMAGED)
def test_files_that_are_refused(file, damage, words):
    if isinstance(damage, dict):
        data = changed(file, **damage)
    elif damage.__name__ == "<lambda>":
        data = damage(file)
    else:
        data = with_arrays(file, damage)
    file.write_bytes(data)
    for load in (Network.load, load_network):
        with pytest.raises(NetworkError, match=words) as error:
            load(file)
        assert str(error.value).startswith(str(file)) and "\n" not in str(error.value)


@needs_unix
def test_files_that_cannot_be_read(tmp_path):
    os.mkfifo(tmp_path / "pipe.npz")
    (tmp_path / "folder.npz").mkdir()
    with open(tmp_path / "large.npz", "wb") as large:
        large.truncate(1 << 40)
    for name, words in (
        ("nothing.npz", "No such file"),
        ("pipe.npz", "it is not a file"),
        ("folder.npz", "a directory"),
        ("large.npz", "too long"),
        ("\0.npz", "cannot be read"),
        ("x" * 5000 + ".npz", "cannot be read"),
    ):
        for load in (Network.load, load_network):
            with pytest.raises(NetworkError, match=words):
                load(tmp_path / name)


def test_every_byte_that_is_damaged(file):
    """A file with one byte changed is refused in words, or is another network."""
    data, chance = file.read_bytes(), np.random.default_rng(4)
    for place in chance.integers(len(data), size=150):
        spoiled = bytearray(data)
        spoiled[place] ^= int(chance.integers(1, 256))
        file.write_bytes(bytes(spoiled))
        try:
            Network.load(file)
        except NetworkError as error:
            assert "\n" not in str(error)


def test_more_than_it_says(file, monkeypatch):
    """A zip that would unpack to a thousand times its size is not unpacked."""
    monkeypatch.setattr("moon_envs.networks.file.MOST_BYTES", 1 << 20)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("about.npy", bytes(2 << 20))
    file.write_bytes(packed.getvalue())
    with pytest.raises(NetworkError, match="holds more than"):
        Network.load(file)


def test_a_file_is_loaded_once_until_it_changes(file, monkeypatch):
    first = load_network(file)
    assert load_network(str(file)) is first
    monkeypatch.chdir(file.parent)
    random_network("launch", True, seed=1).save(file)
    os.utime(file, ns=(1, 1))
    second = load_network(file)
    assert second is not first and load_network(file) is second


def test_the_box(tmp_path, monkeypatch):
    monkeypatch.setattr(finding, "BOX", tmp_path)
    network = random_network("launch", True)
    game = network.game
    assert baseline_names() == []
    with pytest.raises(ConfigurationError, match="There is no baseline for launch alone; known: none"):
        find_network("baseline", game, game.configuration(1))
    random_file(tmp_path, "launch", True), random_file(tmp_path, "mlem", False)
    assert baseline_names() == ["launch-solo", "mlem-several"]
    assert find_network("baseline", game, game.configuration(1)).inputs.solo
    with pytest.raises(ConfigurationError, match="launch with several players; known: launch-solo, mlem-several"):
        find_network("baseline", game, game.configuration(2))
    (tmp_path / "launch-solo.npz").write_bytes(b"damaged")
    with pytest.raises(NetworkError, match="is not the file of a network"):
        find_network("baseline", game, game.configuration(1))


def test_the_description_can_be_read_with_numpy_alone(file):
    with np.load(file) as arrays:
        assert json.loads(str(arrays["about"]))["game"] == "launch"


def test_weights_beyond_half_precision_are_kept(tmp_path):
    network = random_network("launch", True)
    weights = dict(network.parameters)
    weights["first.weight"] = weights["first.weight"] * np.float32(1e6)
    wide = Network(network.inputs, weights, network.reward, "far")
    wide.save(tmp_path / "wide.npz")
    read = Network.load(tmp_path / "wide.npz")
    assert all((read.parameters[name] == value).all() for name, value in wide.parameters.items())
    sizes = {name: value.itemsize for name, value in unpack(tmp_path / "wide.npz")[1].items()}
    assert sizes.pop("first.weight") == 4 and set(sizes.values()) == {2}


def test_what_could_not_be_read_again_is_not_written(file):
    before, network = file.read_bytes(), random_network("launch", True, seed=3)
    network.trained = "x" * (2 << 20)
    with pytest.raises(NetworkError, match="not written: the description of the network"):
        network.save(file)
    assert file.read_bytes() == before and list(file.parent.iterdir()) == [file]


def test_a_file_is_read_again_before_it_replaces_another(file, monkeypatch):
    """An error of the packer or the disk loses the new file, never the old one."""
    before = file.read_bytes()
    monkeypatch.setattr("moon_envs.networks.network.pack", lambda about, arrays: pack(about, arrays)[:-7])
    with pytest.raises(NetworkError, match="is not the file of a network"):
        random_network("launch", True, seed=3).save(file)
    assert file.read_bytes() == before and list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("reward", [{"outcome": 10**400}, {"outcome": 1e999}, {"points": -1}])
def test_rewards_of_a_crafted_file(file, reward):
    file.write_bytes(changed(file, reward={"outcome": 1.0}))
    about, arrays = unpack(file)
    text = json.dumps(about | {"reward": reward}).replace("Infinity", "1e999")
    file.write_bytes(described(text))
    with pytest.raises(NetworkError, match="reward: the weight"):
        Network.load(file)
