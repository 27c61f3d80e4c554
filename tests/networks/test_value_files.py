"""Files of value networks: a written file can be read, and anything else is refused in one line."""

from __future__ import annotations

import os
import pickle

import numpy as np
import pytest

from moon_envs.base.errors import ConfigurationError, NetworkError
from moon_envs.networks import (
    Goal,
    Network,
    ValueNetwork,
    find_any_network,
    find_network,
    find_value_network,
    finding,
    load_network,
)
from moon_envs.networks.file import pack, unpack
from moon_envs.testing.crater.game import GAME as CRATER
from tests.networks.random_weights import (
    MIXED_GOAL,
    random_file,
    random_network,
    random_value_file,
    random_value_network,
)
from tests.networks.test_files import changed, header_of, of_words, pickled, with_arrays, zip_of
from tests.networks.test_value_network import evaluated
from tests.search.positions import kinds_of_modes, played


@pytest.fixture
def file(tmp_path):
    return random_value_file(tmp_path, "launch", True)


@pytest.mark.parametrize(("id_", "mode"), kinds_of_modes())
def test_what_is_written_is_read(id_, mode, tmp_path):
    file, solo = random_value_file(tmp_path, id_, mode["players"] == 1), mode["players"] == 1
    network, read = random_value_network(id_, solo), ValueNetwork.load(file)
    assert read.game is network.game and read.inputs.solo is solo and read.trained == "not at all"
    assert read.goal == MIXED_GOAL and read.widths == network.widths
    features = played(id_, 5, 9, **mode).features
    assert evaluated(read, features).tobytes() == evaluated(network, features).tobytes()
    before = file.read_bytes()
    read.save(file)
    assert file.read_bytes() == before and unpack(file)[0]["format"] == 3
    assert isinstance(load_network(file), ValueNetwork) and load_network(file) is load_network(str(file))


def with_nan(arrays):
    arrays["own.bias"][3] = np.nan


def with_infinity(arrays):
    arrays["heads.weight"][0, 0] = np.inf


def with_another_shape(arrays):
    arrays["own.steps"] = arrays["own.steps"][:-1]


def without_a_layer(arrays):
    del arrays["second.bias"]


def without_any(arrays):
    arrays.clear()


def with_one_more(arrays):
    arrays["third.bias"] = np.zeros(3, np.float16)


def wide(arrays):
    arrays["own.bias"] = np.zeros(5000, np.float16)


def without_width(arrays):
    arrays["own.bias"] = np.zeros(0, np.float16)


def words(arrays):
    arrays["first.bias"] = arrays["own.bias"]
    of_words(arrays)
    arrays["own.bias"] = arrays.pop("first.bias")


NO_FILE = "is not the file of a network"
DAMAGED = {
    "cut in half": (lambda file: file.read_bytes()[: len(file.read_bytes()) // 2], NO_FILE),
    "without its end": (lambda file: file.read_bytes()[:-5], NO_FILE),
    "a pickle": (lambda file: pickle.dumps({"own.bias": 3}), NO_FILE),
    "pickled objects": (lambda file: zip_of(about=pickled()), "an array is not what its header says"),
    "a huge header": (
        lambda file: zip_of(about=described_bytes({"format": 3}), own=header_of((2**40, 2**20))),
        "an array is not what its header says",
    ),
    "only a description": (lambda file: pack({"format": 3}, {}), "no valid 'game'"),
    "numbers": (with_nan, "own.bias: a weight is not a finite number"),
    "infinity": (with_infinity, "heads.weight: a weight is not a finite number"),
    "words": (words, "own.bias: a weight is not a finite number"),
    "another shape": (with_another_shape, "not the weights of a value network for launch.*: own.steps"),
    "a layer less": (without_a_layer, "not the weights of a value network for launch.*second.bias"),
    "a layer more": (with_one_more, "not the weights of a value network for launch.*: third.bias"),
    "no arrays": (without_any, "not the weights of a value network for launch"),
    "as wide as the world": (wide, "hidden=5000 is not allowed; allowed: 1 to 4096"),
    "no width": (without_width, "hidden=0 is not allowed"),
    "another format": ({"format": 99}, "format 99 is not known; this version reads 1, 2 and 3"),
    "no format": ({"format": ...}, "no valid 'format'"),
    "a format of words": ({"format": "3"}, "no valid 'format'"),
    "true": ({"format": True}, "no valid 'format'"),
    "no game": ({"game": 5}, "no valid 'game'"),
    "an unknown game": ({"game": "lunch"}, "lunch"),
    "another game": ({"game": "journey"}, "made for version 0 of journey with other features; this is version"),
    "another version": ({"version": 99, "fingerprint": "0" * 16}, "made for version 99 of launch with other features"),
    "another mode": ({"solo": False}, "with other features"),
    "not played alone": ({"game": "mlem"}, "mlem is not played alone"),
    "no mode": ({"solo": 1}, "no valid 'solo'"),
    "no fingerprint": ({"fingerprint": None}, "no valid 'fingerprint'"),
    "no widths": ({"hidden": ...}, "no valid 'hidden'"),
    "no training": ({"trained": 5}, "no valid 'trained'"),
    "no goal": ({"goal": ...}, "no valid 'goal'"),
    "a goal of words": ({"goal": "points"}, "no valid 'goal'"),
    "another goal": ({"goal": {"points": 1.0}}, "goal=.*allowed: points, opponent, chance"),
    "a wild goal": ({"goal": {"points": "x", "opponent": 0, "chance": 0, "nearness": 0}}, "points='x' is not allowed"),
    "a large goal": (
        {"goal": {"points": 0, "opponent": 10**400, "chance": 0, "nearness": 0}},
        "opponent=.* is not allowed",
    ),
}


def described_bytes(about):
    """A description as the contents of a member."""
    text = str(about).replace("'", '"')
    return header_of((), f"<U{len(text)}") + text.encode("utf-32-le")


def test_tables_of_an_owner_are_named_as_the_reason(file, monkeypatch, tmp_path):
    file.write_bytes(changed(file, fingerprint="0" * 16))
    with pytest.raises(NetworkError, match=r"this is version 0\. Train it anew"):
        ValueNetwork.load(file)
    owners = tmp_path / "launch.json"
    monkeypatch.setattr("moon_envs.networks.file.file_in_use", lambda family: owners)
    with pytest.raises(NetworkError, match=f"this is version 0 with the tables of {owners}, which change what"):
        ValueNetwork.load(file)


@pytest.mark.parametrize(("damage", "words"), DAMAGED.values(), ids=DAMAGED)
def test_files_that_are_refused(file, damage, words):
    """Nothing of a file is believed: each reader says in one line what is wrong, with the name of the file once."""
    if isinstance(damage, dict):
        data = changed(file, **damage)
    elif damage.__name__ == "<lambda>":
        data = damage(file)
    else:
        data = with_arrays(file, damage)
    file.write_bytes(data)
    loaders = [load_network] if words.startswith("format") else [ValueNetwork.load, load_network]
    if words == "no valid 'format'":
        loaders = [ValueNetwork.load]
    for load in loaders:
        with pytest.raises(NetworkError, match=words) as error:
            load(file)
        assert str(error.value).startswith(str(file)) and "\n" not in str(error.value)
        assert str(error.value).count(str(file)) == 1
    with pytest.raises(NetworkError):
        load_network(file)


def test_readers_of_the_other_kind(tmp_path):
    """Each says what the file is, and who reads it."""
    logits, values = random_file(tmp_path, "launch", True), random_value_file(tmp_path, "launch", False)
    with pytest.raises(NetworkError, match="format 3 .*a value network, which ValueNetwork.load reads"):
        Network.load(values)
    with pytest.raises(NetworkError, match="format 2 is not that of a value network, 3"):
        ValueNetwork.load(logits)
    assert type(load_network(logits)) is Network and type(load_network(values)) is ValueNetwork
    logits.write_bytes(changed(logits, format=3))
    for load in (load_network, ValueNetwork.load):
        with pytest.raises(NetworkError, match="no valid"):
            load(logits)


def test_a_network_of_the_other_kind(tmp_path):
    game = random_network("launch", True).game
    logits, values = random_network("launch", True), random_value_network("launch", True)
    of_logits, of_values = tmp_path / "logits.npz", tmp_path / "values.npz"
    logits.save(of_logits)
    values.save(of_values)
    configuration = game.configuration(1)
    for given in (logits, of_logits, str(of_logits)):
        name = "The network" if given is logits else "logits.npz"
        with pytest.raises(ConfigurationError, match=f"{name} gives logits of actions; it is not a value network"):
            find_value_network(given, game, configuration)
        assert isinstance(find_network(given, game, configuration), Network)
    for given in (values, of_values, str(of_values)):
        name = "The network" if given is values else "values.npz"
        with pytest.raises(
            ConfigurationError, match=f"{name} values positions .*LookAhead, Rollouts, NetworkAgent and"
        ):
            find_network(given, game, configuration)
        assert isinstance(find_any_network(given, game, configuration), ValueNetwork)
        with pytest.raises(ConfigurationError, match="plays launch alone, not launch with several players"):
            find_value_network(given, game, game.configuration(2))


@pytest.mark.parametrize("given", [None, 5, 1.5, [], {}, object()])
def test_what_is_no_network(given):
    game = random_network("launch", True).game
    for find in (find_any_network, find_value_network, find_network):
        with pytest.raises(NetworkError, match="is not the name of a file; allowed: a text or a Path"):
            find(given, game, game.configuration(1))


def test_every_byte_that_is_damaged(file):
    """A file with one byte changed is refused in words, or is another network."""
    data, chance, refused = file.read_bytes(), np.random.default_rng(4), 0
    for place in chance.integers(len(data), size=150):
        spoiled = bytearray(data)
        spoiled[place] ^= int(chance.integers(1, 256))
        file.write_bytes(bytes(spoiled))
        try:
            ValueNetwork.load(file)
        except NetworkError as error:
            refused += 1
            assert "\n" not in str(error)
    assert refused > 100


def test_a_file_is_loaded_once_until_it_changes(file):
    first = load_network(file)
    assert load_network(str(file)) is first
    random_network("launch", True).save(file)
    os.utime(file, ns=(1, 1))
    assert type(load_network(file)) is Network
    random_value_network("launch", True, seed=1).save(file)
    os.utime(file, ns=(2, 2))
    assert isinstance(load_network(file), ValueNetwork) and load_network(file) is not first


def test_a_value_network_in_the_box(tmp_path, monkeypatch):
    monkeypatch.setattr(finding, "BOX", tmp_path)
    random_value_file(tmp_path, "launch", True)
    game = random_network("launch", True).game
    assert find_value_network("baseline", game, game.configuration(1)).goal == MIXED_GOAL
    with pytest.raises(ConfigurationError, match="baseline values positions"):
        find_network("baseline", game, game.configuration(1))
    with pytest.raises(ConfigurationError, match="There is no baseline for launch with several players"):
        find_value_network("baseline", game, game.configuration(2))


def test_weights_beyond_half_precision_are_kept(tmp_path):
    network = random_value_network("launch", False)
    weights = dict(network.parameters) | {"own.steps": network.parameters["own.steps"] * np.float32(1e6)}
    ValueNetwork(network.inputs, weights, Goal(chance=-2.5), "far").save(tmp_path / "wide.npz")
    read = ValueNetwork.load(tmp_path / "wide.npz")
    assert all((read.parameters[name] == value).all() for name, value in weights.items())
    assert (read.goal, read.trained) == (Goal(chance=-2.5), "far")
    sizes = {name: value.itemsize for name, value in unpack(tmp_path / "wide.npz")[1].items()}
    assert sizes.pop("own.steps") == 4 and set(sizes.values()) == {2}


def test_what_could_not_be_read_again_is_not_written(file, monkeypatch):
    before, network = file.read_bytes(), random_value_network("launch", True, seed=3)
    network.trained = "x" * (2 << 20)
    with pytest.raises(NetworkError, match="not written: the description of the network"):
        network.save(file)
    network.trained = ""
    with monkeypatch.context() as context:
        context.setattr("moon_envs.networks.value_network.pack", lambda about, arrays: pack(about, arrays)[:-7])
        with pytest.raises(NetworkError, match=NO_FILE):
            network.save(file)
    assert file.read_bytes() == before and list(file.parent.iterdir()) == [file]
    network.save(file)
    assert ValueNetwork.load(file).trained == ""


def test_a_game_of_ones_own_is_written_but_not_known_by_name(tmp_path):
    network = random_value_network(CRATER, False)
    network.save(tmp_path / "crater.npz")
    assert unpack(tmp_path / "crater.npz")[0]["game"] == "crater"
    with pytest.raises(NetworkError, match="crater"):
        ValueNetwork.load(tmp_path / "crater.npz")
