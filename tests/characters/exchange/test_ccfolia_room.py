"""A room of CCFOLIA: its pieces as the clipboard would hold them."""

import json

import pytest

from characters.exchange import archive
from characters.exchange.brought import read
from characters.wording import Fault

PIECE = {
    "name": "세이버 (세이버)",
    "status": [{"label": "HP", "value": 40, "max": 80}],
    "params": [{"label": "근력", "value": "B"}],
    "iconUrl": "0f.png",
    "faces": [{"label": "웃음", "iconUrl": "0f.png"}, {"label": "밖", "iconUrl": "https://example.org/a.png"}],
    "speaking": True,
}


def room(data, **files: bytes) -> bytes:
    return archive.packed([("__data.json", json.dumps(data).encode()), (".token", b"0.x"), *files.items()])


def within(characters):
    return {"meta": {"version": "1"}, "entities": {"room": {"name": "방"}, "characters": characters}, "resources": {}}


def fault(data: bytes) -> tuple[str, str]:
    found = read(data)
    assert isinstance(found, Fault), found
    return found.code, found.at


@pytest.mark.parametrize("data", [within({"a1": PIECE}), within([PIECE]), {"characters": {"x": PIECE}}])
def test_its_pieces_are_found_wherever_they_stand(data):
    (figure,) = read(room(data, **{"0f.png": b"\x89PNG face"}))
    assert (figure.format, figure.name, figure.picture) == ("ccfolia", PIECE["name"], b"\x89PNG face")
    assert "HP 40/80" in figure.text and "근력: B" in figure.text


def test_unknown_keys_are_kept_and_files_of_the_room_are_not():
    (figure,) = read(room(within({"a1": PIECE})))
    kept = json.loads(figure.kept)["data"]
    assert kept["speaking"] is True and kept["iconUrl"] is None and figure.picture == b""
    assert [face["iconUrl"] for face in kept["faces"]] == [None, "https://example.org/a.png"]


def test_a_broken_room_is_refused_with_its_place():
    assert fault(archive.packed([("__data.json", b"{")]))[0] == "not_json"
    assert fault(room(within({}))) == ("no_character", "__data.json")
    assert fault(room(within({"a1": 7}))) == ("malformed", "__data.json: entities.characters.a1")
    assert fault(room(within({"a1": {"status": [{"label": []}]}}))) == (
        "malformed",
        "__data.json: entities.characters.a1: data.status[0].label",
    )
    assert fault(room(within([{"name": "x"}] * 201)))[0] == "too_many"
    deep: dict = {}
    for _ in range(50):
        deep = {"x": deep, "characters": 3}
    assert fault(room(deep))[0] == "no_character"
