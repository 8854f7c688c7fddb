"""The worked examples of the record format give exactly their results, by file name."""

from pathlib import Path

import msgspec
import pytest

from boardgames import ace_royal
from boardgames.record_reading import replay_record
from tabletop import strict_json
from tabletop.game import Illegal

RECORDS = Path(__file__).parents[2] / "records" / "ace-royal"
NAMES = sorted(path.stem for path in RECORDS.glob("*.json") if ".expected" not in path.name)


@pytest.mark.parametrize("name", NAMES)
def test_the_record_gives_its_expected_result(name):
    found = replay_record(ace_royal, strict_json.read((RECORDS / f"{name}.json").read_bytes()))
    if isinstance(found, Illegal):
        found = {"error": {"at": found.at, "rule": found.rule}}
    expected = msgspec.json.decode((RECORDS / f"{name}.expected.json").read_bytes())
    assert msgspec.json.decode(msgspec.json.encode(found)) == expected
